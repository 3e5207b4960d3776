import { isBitcoinAddress, isSolanaAddress } from '../../../domain/address'
import { formatAmount } from '../../../domain/amount'
import { kindInWords } from '../../../protocol/catalog'
import type { RuleInput } from '../../check/ruleInput'
import { isOnBitcoin, netNamed } from '../../decode/bitcoin/address'
import type { PaymentStep } from '../../plan'
import type { PaymentRequest } from '../../plan/planPayment'
import type { Rule } from '../../rule'

/** What must hold before an answer is a payment that can be made by hand. */
export const answerRules: readonly Rule<PaymentRequest>[] = [
  {
    code: 'V-001',
    title: 'There is one payment to make',
    find: ({ answer: { transactions } }, say) => {
      const count = transactions.length
      if (count === 0) return [say.block('The service returned nothing to pay.')]
      if (count > 1) return [say.block(`The service asks for ${count} payments; by hand there is only ever one.`)]
      return [say.ok('One payment.')]
    },
  },
  {
    code: 'V-003',
    title: 'It is to be paid on the chain of what you sell',
    find: ({ intent, said }, say) => {
      const { chain, isNative, symbol } = intent.sell.token
      if (!isNative) return [say.block(`Only the coin of ${chain.name} can be paid by hand, not ${symbol}.`)]
      const kind = said && kindInWords(said.chainType)
      if (kind !== undefined && kind !== 'bitcoin')
        return [say.block(`It is marked as ${kind}, and ${chain.name} is bitcoin.`, 0)]
      return []
    },
  },
  {
    code: 'B-1',
    title: 'The address to pay to adds up, and belongs to the right network',
    find: ({ intent, said }, say) => {
      if (!said) return []
      const { chain } = intent.sell.token
      const to = said.to?.trim() ?? ''
      if (to === '') return [say.block('It names no address to pay to.', 0)]
      if (!isBitcoinAddress(to)) return [say.block(`"${clipped(to)}" is no Bitcoin address.`, 0)]
      if (!isOnBitcoin(to, chain))
        return [
          say.block(`${to} is no address of ${chain.name}: its checksum is wrong, or it is of another network.`, 0),
        ]
      if (isSame(to, intent.sender))
        return [say.block('You would pay yourself: the address to pay to is the one for refunds.', 0)]
      return [say.ok(`The address adds up and is one of the ${netWords[netNamed(chain.name)]}.`, 0)]
    },
  },
  {
    code: 'B-2',
    title: 'What is to be paid is exactly what you sell',
    find: ({ intent, said, value }, say) => {
      if (!said) return []
      const { sell } = intent
      const sold = `${formatAmount(sell)} ${sell.token.symbol}`
      if (said.value === undefined || (value.is === 'wei' && value.wei === 0n))
        return [say.info(`The service names no amount; you pay the ${sold} that you sell.`, 0)]
      if (value.is === 'unclear' || value.wei !== sell.units)
        return [say.block(`It asks for ${clipped(said.value)}, which is not the ${sold} you sell.`, 0)]
      return [say.ok(`It asks for exactly ${sold}.`, 0)]
    },
  },
  {
    code: 'B-3',
    title: 'The memo can be attached by hand, and says nothing against your request',
    find: ({ intent, memo }, say) => {
      if (memo.is === 'unreadable') return [say.block(memo.why, 0)]
      if (memo.is === 'none') return [say.ok('No memo is asked for.', 0)]
      const { recipient, sender } = intent
      const words = wordsIn(memo.text)
      const isNamed = words.some((word) => isSame(word, recipient))
      const strangers = words.filter((word) => isAddress(word) && !isSame(word, recipient) && !isSame(word, sender))
      const fee = affiliateBps(memo.text)
      if (fee > mostAffiliateBps) return [say.block(`The memo gives ${fee / 100} % to somebody else.`, 0)]
      if (strangers.length > 0 && !isNamed)
        return [say.block(`The memo names ${strangers.join(' and ')}, and not your recipient ${recipient}.`, 0)]
      // An address for refunds may stand beside the recipient.
      if (strangers.length > 0)
        return [say.warn(`The memo names ${strangers.join(' and ')}, besides your recipient ${recipient}.`, 0)]
      if (isNamed) return [say.ok('The memo names your recipient.', 0)]
      return [say.info('What the memo means to the service cannot be checked. Attach it letter by letter.', 0)]
    },
  },
  {
    code: 'B-4',
    title: 'There is time to pay',
    find: ({ deadline: { until, isSaid }, receivedAt }, say) => {
      const minutes = Math.floor((until - receivedAt) / 60_000)
      if (until <= receivedAt) return [say.block('The time to pay was over before the answer came. Ask again.', 0)]
      if (minutes < shortest)
        return [say.warn(`Only ${minutes} minutes are left to pay. A payment that comes later may be kept.`, 0)]
      if (!isSaid)
        return [say.info(`The service names no deadline; we count ${minutes} minutes, then ask for a new price.`, 0)]
      return [say.ok(`There are ${minutes} minutes to pay.`, 0)]
    },
  },
]

const shortest = 5
const mostAffiliateBps = 100

/** `=:ASSET:DESTINATION:LIMIT:AFFILIATE:BPS`, as the exchanges write it that swap bitcoin: shares of all affiliates. */
function affiliateBps(memo: string): number {
  const [does = '', , , , , shares = ''] = memo.split(':')
  if (!/^(=|s|swap)$/i.test(does)) return 0
  return shares.split('/').reduce((sum, share) => sum + (/^\d{1,9}$/.test(share) ? Number(share) : 0), 0)
}

/** What is said of a plan that is paid by hand, besides what is asked of every plan. */
export const paymentRules: readonly Rule<RuleInput>[] = [
  {
    code: 'B-5',
    title: 'The person can tell a wrong refund address before it is needed',
    find: ({ intent }, say) => {
      const { chain } = intent.sell.token
      return isBitcoinAddress(intent.sender) && isOnBitcoin(intent.sender, chain)
        ? [say.ok('Your own address, for refunds, adds up.')]
        : [say.block(`${clipped(intent.sender)} is no address of ${chain.name}: a refund could not reach you.`)]
    },
  },
  {
    code: 'B-6',
    title: 'Whose address it is, as far as anybody can tell',
    find: ({ plan, source }, say) =>
      paymentSteps(plan.steps).map(({ to, index }) =>
        source?.trusted.includes(to)
          ? say.ok('This deployment vouches for the address.', index)
          : say.warn(
              `Nobody can check whose address ${to} is. What you pay there cannot be called back; only the service can return it.`,
              index,
            ),
      ),
  },
  {
    code: 'V-016',
    title: 'The service names what you receive at least',
    find: ({ plan, intent }, say) =>
      plan.quote.minimumOut
        ? [say.info('The minimum is a word of the service: a payment in bitcoin cannot insist on it.')]
        : [say.warn(`The service does not say how much ${intent.buy.symbol} you receive at least.`)],
  },
  {
    code: 'V-036',
    title: 'Who owes what arrives',
    find: ({ intent, isCrossChain }, say) =>
      isCrossChain
        ? [
            say.info(
              `What arrives on ${intent.buy.chain.name} is a promise of the service; nothing of it can be tried out beforehand.`,
            ),
          ]
        : [],
  },
]

export function paymentSteps(steps: RuleInput['plan']['steps']): readonly PaymentStep[] {
  return steps.filter((step): step is PaymentStep => step.kind === 'bitcoin')
}

const netWords = { main: 'Bitcoin network', test: 'test network', regtest: 'local test network' }

function wordsIn(memo: string): readonly string[] {
  return memo.split(/[^0-9A-Za-z]+/).filter(Boolean)
}

/** Whether a word of a memo looks like somebody's address, on whatever chain. */
function isAddress(word: string): boolean {
  return /^0x[\da-f]{40}$/i.test(word) || isBitcoinAddress(word) || isSolanaAddress(word)
}

/** Hexadecimal and bech32 addresses are the same in either case; base58 ones are not. */
function isSame(a: string, b: string): boolean {
  return a === b || (/^(0x|(bc|tb|bcrt)1)/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

function clipped(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}…` : text
}
