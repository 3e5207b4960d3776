import {
  decodedMovements,
  holderOf,
  isCrossChain,
  isOpaque,
  isOwnWrapping,
  mintOf,
  type SolanaRuleInput,
  solanaEffects,
} from '../../check/solanaRuleInput'
import { isToken } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { readDeliveryMemo } from '../../decode/solana/deliveryMemo'
import { networkFee } from '../../decode/solana/fee'
import type { MintPower } from '../../decode/solana/mint'
import { programs } from '../../decode/solana/programs'
import { isSignedBy } from '../../decode/solana/signature'
import type { Rule } from '../../rule'
import { tokenAccountRent } from '../../simulate/solana/inputs'

/** A swap has few parts; more is a sign that something else is going on. */
const mostInstructions = 32

/**
 * The rules for one Solana transaction, by the codes of the threat model. S-1 and S-2 (encoding, size, version) are
 * decided while reading; S-11 (what the wallet signed) afterwards, in `signed.ts`.
 */
export const solanaRules: readonly Rule<SolanaRuleInput>[] = [
  {
    code: 'S-3',
    title: 'You pay the fees, and only you still have to sign',
    find({ transaction, intent, step }, say) {
      const { staticKeys, requiredSignatures, signatures, message } = transaction
      if (staticKeys[0] !== intent.sender)
        return [
          say.block(`The fees would be paid by ${staticKeys[0]}, not by you.`, step, { payer: staticKeys[0] ?? '' }),
        ]
      const strangers = staticKeys.slice(1, requiredSignatures).filter((key, index) => {
        const signature = signatures[index + 1]!
        return key !== intent.sender && !isSignedBy(key, signature, message)
      })
      if (strangers.length > 0)
        return [say.block(`It also needs a signature of ${strangers.join(', ')}, which is missing or wrong.`, step)]
      return [say.ok('You pay the fees, and no signature but yours is missing.', step)]
    },
  },
  {
    code: 'S-4',
    title: 'Every account the transaction names can be seen',
    find({ transaction, keys, inputs, step }, say) {
      if (transaction.lookups.length === 0) return []
      if (keys) return [say.ok('All accounts behind lookup tables were looked up.', step)]
      const why =
        inputs.tables.is === 'unavailable' ? inputs.tables.why : 'A table does not hold the entry it is asked for.'
      return [say.block(`The accounts behind a lookup table are not known. ${why}`, step)]
    },
  },
  {
    code: 'S-5',
    title: 'Every program is known',
    find(input, say) {
      const { instructions, inputs, step } = input
      if (instructions.length === 0) return [say.block('The transaction does nothing.', step)]
      if (instructions.length > mostInstructions)
        return [say.block(`The transaction has ${instructions.length} instructions; a swap has few.`, step)]
      const opaque = instructions.filter(({ effect }) => effect.does === 'opaque')
      const rare = opaque.flatMap(({ effect }) => (effect.does === 'opaque' && effect.isRare ? [effect.why] : []))
      if (rare.length > 0) return rare.map((why) => say.block(`No swap needs this. ${why}`, step))
      if (opaque.length === 0) return [say.ok('Every instruction was decoded.', step)]
      const names = [...new Set(opaque.map(({ program }) => program))]
      if (inputs.simulation.is === 'unavailable')
        return [say.block(`It calls ${names.join(', ')}, which is not known here, and could not be tried out.`, step)]
      const vouched = names.every((program) => inputs.trusted.has(program))
      if (vouched) return [say.info('It calls a program of this deployment; its details are hidden.', step)]
      return [say.warn(`It calls ${names.join(', ')}, which is not known here.`, step, { programs: names.join(' ') })]
    },
  },
  {
    code: 'S-6',
    title: 'No SOL leaves beyond what you sell and the fees',
    find(input, say) {
      const { intent, inputs, step } = input
      const total = paidBySender(input)
      const created = solanaEffects(input, 'create')
      const rent = created.reduce((sum, { lamports }) => sum + lamports, 0n)
      const sold = intent.sell.token.isNative ? intent.sell.units : 0n
      const owners = created.filter(({ owner }) => owner !== programs.token && owner !== programs.token2022)
      if (owners.length > 0) return [say.block('It opens an account for a program that no swap needs.', step)]
      const opened = new Set(solanaEffects(input, 'open account').map(({ account }) => account))
      if (created.some(({ account }) => !opened.has(account)))
        return [say.block('It pays for an account and leaves it to whoever takes it first.', step)]
      const strangers = openedFor(input)
      const [stranger] = strangers
      if (strangers.length > 1)
        return [say.block(`You would pay for accounts of ${strangers.join(', ')}, who have no part in it.`, step)]
      if (rent > tokenAccountRent * BigInt(created.length))
        return [say.block(`It locks up ${rent} lamports in new accounts.`, step)]
      if (total > sold + inputs.feeCap)
        return [
          say.block(`${total} lamports would leave; you sell ${sold}.`, step, { leaves: `${total}`, sold: `${sold}` }),
        ]
      // Somebody's account for fees may have to be opened once, for two thousandths of a SOL.
      if (stranger) return [say.warn(`You would pay the deposit for an account of ${stranger}.`, step)]
      if (total > sold) return [say.warn(`${total - sold} lamports leave besides what you sell.`, step)]
      return [say.ok('No SOL leaves beyond what you sell.', step)]
    },
  },
  {
    code: 'S-7',
    title: 'No power over your accounts is given away, and only the sold token leaves',
    find(input, say) {
      const { step } = input
      const surrendered = solanaEffects(input, 'surrender')
      if (surrendered.length > 0) return surrendered.map(({ what }) => say.block(`The transaction ${what}.`, step))
      const wrong = [...closings(input), ...foreignTransfers(input), ...pulls(input)]
      if (wrong.length > 0) return wrong.map((sentence) => say.block(sentence, step))
      const open = openDoors(input)
      if (open.length > 0) return open.map((sentence) => say.warn(sentence, step))
      return [say.ok('No spending permission, authority or account is given away.', step)]
    },
  },
  {
    code: 'S-7a',
    title: 'What leaves is at most what you sell',
    find(input, say) {
      const { spent } = decodedMovements(input)
      const { units } = input.intent.sell
      if (spent > units)
        return [say.block(`${spent} units would leave, you sell ${units}.`, input.step, { leaves: `${spent}` })]
      if (isOpaque(input)) return []
      if (spent === 0n) return [say.block('Nothing of what you sell is used.', input.step)]
      if (spent < units) return [say.warn(`Only ${spent} of ${units} units would be sold.`, input.step)]
      return [say.ok('Exactly what you sell leaves.', input.step)]
    },
  },
  {
    code: 'S-7b',
    title: 'The recipient gets at least the minimum, in the same transaction',
    find(input, say) {
      if (isCrossChain(input)) return []
      if (input.inputs.holders.has(input.intent.recipient))
        return [
          say.block(
            `${input.intent.recipient} is a token account, and no wallet: what goes there is stuck.`,
            input.step,
          ),
        ]
      if (isOpaque(input)) return []
      const { received } = decodedMovements(input)
      if (received === 0n) return [say.block('Nothing of what you buy arrives.', input.step)]
      if (input.minimumOut !== undefined && received < input.minimumOut)
        return [say.block(`${received} units would arrive; the minimum is ${input.minimumOut}.`, input.step)]
      return [say.ok('What you buy arrives in the same transaction, or nothing happens at all.', input.step)]
    },
  },
  {
    code: 'S-7c',
    title: 'What goes to another chain goes to an account the deployment vouches for',
    find(input, say) {
      if (!isCrossChain(input)) return []
      const { intent, inputs, step } = input
      const targets = solanaEffects(input, 'transfer')
        .filter(({ authority }) => authority === intent.sender)
        .map(({ destination }) => holderOf(input, destination)?.owner ?? destination)
        .concat(
          solanaEffects(input, 'pay').flatMap(({ from, to }) =>
            from === intent.sender && !isOwnWrapping(input, to) ? [to] : [],
          ),
        )
      const unknown = targets.filter((target) => target !== intent.sender && !inputs.trusted.has(target))
      if (unknown.length > 0)
        return [say.block(`Your tokens go to ${unknown.join(', ')}, which this deployment does not vouch for.`, step)]
      return [say.info('The far side is a promise of the exchange; it is watched until it is kept.', step)]
    },
  },
  {
    code: 'S-7d',
    title: 'The far side is promised to the right person in the right token',
    find(input, say) {
      if (!isCrossChain(input)) return []
      const { intent, step, minimumOut } = input
      const { buy, recipient } = intent
      const tickets = solanaEffects(input, 'note').flatMap(({ text }) => readDeliveryMemo(text) ?? [])
      const [ticket] = tickets
      if (!ticket)
        return [
          say.warn('The transaction does not say who receives what on the other chain: only the service does.', step),
        ]
      if (tickets.length > 1) return [say.block('The transaction names more than one recipient.', step)]
      if (ticket.chainId !== buy.chain.chainId)
        return [say.block(`It would be delivered on chain ${ticket.chainId}, not on ${buy.chain.name}.`, step)]
      if (!sameAddress(ticket.recipient, recipient))
        return [say.block(`It would be delivered to ${ticket.recipient}, not to ${recipient}.`, step)]
      if (!isToken(ticket.token, buy))
        return [say.block(`${ticket.token} would be delivered, not ${buy.symbol}.`, step)]
      if (minimumOut !== undefined && ticket.minimum < minimumOut)
        return [say.block(`The transaction promises ${ticket.minimum} units; you were told ${minimumOut}.`, step)]
      return [say.ok('The transaction itself says who receives, and how much at least.', step)]
    },
  },
  {
    code: 'S-7e',
    title: 'The makers of the tokens have no more power over them than usual',
    find({ intent, inputs, step }, say) {
      const traded = [intent.sell.token, intent.buy].filter(({ chain }) => chain.kind === 'solana')
      return traded.flatMap((token) =>
        (inputs.mints.get(mintOf(token)) ?? []).map((power) => {
          const sentence = powerWords[power](token.symbol)
          if (power === 'binds' && token === intent.buy) return say.block(sentence, step)
          return power === 'keeps' || token !== intent.buy ? say.info(sentence, step) : say.warn(sentence, step)
        }),
      )
    },
  },
  {
    code: 'S-8',
    title: 'Fees stay below the cap',
    find(input, say) {
      const { inputs, transaction, step } = input
      const fee = maxNetworkFee(input)
      if (fee > inputs.feeCap)
        return [
          say.block(`The fees could reach ${fee} lamports; the cap is ${inputs.feeCap}.`, step, { fee: `${fee}` }),
        ]
      return [say.ok(`Fees are at most ${fee} lamports.`, step, { signatures: `${transaction.requiredSignatures}` })]
    },
  },
  {
    code: 'S-9',
    renewable: 'expired',
    title: 'The offer is still alive',
    find({ inputs, step }, say) {
      if (inputs.isBlockhashLive === false) return [say.block('The offer has expired. Ask for a new one.', step)]
      if (inputs.isBlockhashLive === undefined)
        return [say.warn('Whether the offer is still alive could not be checked.', step)]
      return [say.ok('The offer is still alive.', step)]
    },
  },
  {
    code: 'S-10',
    title: 'Tried out, it does what it says',
    find(input, say) {
      const { inputs, intent, step, minimumOut } = input
      const { simulation } = inputs
      if (simulation.is === 'unavailable') return [say.info(`It could not be tried out. ${simulation.why}`, step)]
      if (simulation.error !== undefined)
        return [say.block(`It would fail: ${simulation.error}. Ask for a new quote.`, step)]
      if (simulation.powerShifts.length > 0) return simulation.powerShifts.map((shift) => say.block(shift, step))
      const change = (account: string, token: string) =>
        simulation.changes
          .filter((entry) => entry.account === account && entry.token === token)
          .reduce((sum, { delta }) => sum + delta, 0n)
      const shut = simulation.closed.filter((account) => !isOwnClosing(input, account))
      if (shut.length > 0) return [say.block(`Your token account ${shut.join(', ')} would be closed.`, step)]
      const allowance = inputs.feeCap + rentOf(input)
      const sold = intent.sell
      const tokens = [
        ...new Set(simulation.changes.filter(({ account }) => account === intent.sender).map(({ token }) => token)),
      ]
      const beyond = tokens.filter((token) => {
        const delta = change(intent.sender, token)
        const isSold = token === (sold.token.isNative ? 'native' : sold.token.address)
        const limit = (isSold ? sold.units : 0n) + (token === 'native' ? allowance : 0n)
        return delta < -limit
      })
      if (beyond.length > 0)
        return [say.block(`More would leave than you sell: ${beyond.join(', ')}.`, step, { tokens: beyond.join(' ') })]
      const hidden = -change(intent.sender, 'native') - (sold.token.isNative ? sold.units : 0n) - rentOf(input)
      const told = paidBySender(input) - (sold.token.isNative ? sold.units : 0n)
      if (hidden > maxNetworkFee(input) && hidden > told)
        return [say.warn(`Tried out, ${hidden} lamports leave besides what you sell and the deposits.`, step)]
      if (isCrossChain(input)) return [say.ok('Tried out: only what you sell leaves.', step)]
      const gain = change(intent.recipient, intent.buy.isNative ? 'native' : intent.buy.address)
      const expenses = intent.buy.isNative && intent.recipient === intent.sender ? allowance : 0n
      if (gain + expenses <= 0n) return [say.block('Tried out, nothing arrives.', step)]
      if (minimumOut !== undefined && gain + expenses < minimumOut)
        return [say.block(`Tried out, ${gain} units arrive; the minimum is ${minimumOut}.`, step)]
      return [say.ok('Tried out: only what you sell leaves, and at least the minimum arrives.', step)]
    },
  },
]

const powerWords: Readonly<Record<MintPower, (symbol: string) => string>> = {
  takes: (symbol) => `Whoever made ${symbol} may take it out of your account at any time.`,
  hooks: (symbol) => `Every transfer of ${symbol} runs a program of its maker, which may refuse it.`,
  keeps: (symbol) => `${symbol} keeps a part of every transfer, or may begin to.`,
  freezes: (symbol) => `Accounts of ${symbol} begin frozen: what arrives cannot be moved until its maker allows it.`,
  binds: (symbol) => `${symbol} cannot be passed on by whoever holds it.`,
  pauses: (symbol) => `Whoever made ${symbol} may stop all its transfers.`,
}

function closings(input: SolanaRuleInput): string[] {
  const { sender } = input.intent
  return solanaEffects(input, 'close')
    .filter(({ authority, destination }) => authority === sender && destination !== sender)
    .map(({ account, destination }) => `The rest of your account ${account} would go to ${destination}.`)
}

function foreignTransfers(input: SolanaRuleInput): string[] {
  const { sender, sell } = input.intent
  return solanaEffects(input, 'transfer').flatMap(({ authority, source, destination, mint }) => {
    if (authority !== sender) return []
    const known = mint ?? holderOf(input, source)?.mint
    if (holderOf(input, destination)?.owner === sender) return []
    if (known === undefined) return [`A token that cannot be identified would leave your account ${source}.`]
    return known === mintOf(sell.token) ? [] : [`The token ${known} would leave, which you do not sell.`]
  })
}

/** Somebody else's permission over the person's tokens, used in the person's own transaction. */
function pulls(input: SolanaRuleInput): string[] {
  const { sender } = input.intent
  return solanaEffects(input, 'transfer')
    .filter(({ authority, source }) => authority !== sender && holderOf(input, source)?.owner === sender)
    .map(({ authority, source }) => `${authority} would take tokens out of your account ${source}.`)
}

/** What arrives in an account that somebody else may spend from is as good as theirs. */
function openDoors(input: SolanaRuleInput): string[] {
  const { recipient } = input.intent
  return solanaEffects(input, 'transfer').flatMap(({ authority, destination }) => {
    const holder = input.inputs.holders.get(destination)
    if (authority === input.intent.sender || holder?.owner !== recipient || holder.delegate === undefined) return []
    return [`What you buy goes to ${destination}, from which ${holder.delegate} may spend already.`]
  })
}

/** Owners of accounts that would be opened at the person's expense, and who are neither they nor the recipient. */
function openedFor(input: SolanaRuleInput): readonly string[] {
  const { sender, recipient } = input.intent
  const { trusted, holders } = input.inputs
  const created = new Set(solanaEffects(input, 'create').map(({ account }) => account))
  const owners = solanaEffects(input, 'open account')
    .filter(({ account, payer }) => (payer === sender && !holders.has(account)) || created.has(account))
    .map(({ owner }) => owner)
  return [...new Set(owners)].filter((owner) => owner !== sender && owner !== recipient && !trusted.has(owner))
}

/** The most that may go to the network, in lamports. */
export function maxNetworkFee({ transaction, instructions }: SolanaRuleInput): bigint {
  return networkFee(
    transaction.requiredSignatures,
    instructions.map(({ effect }) => effect),
  )
}

/** Lamports that leave by instructions that can be read. */
export function paidBySender(input: SolanaRuleInput): bigint {
  const { sender } = input.intent
  return solanaEffects(input, 'pay')
    .filter(({ from, to }) => from === sender && !isOwnWrapping(input, to))
    .reduce((sum, { lamports }) => sum + lamports, 0n)
}

/** Closed by an instruction that can be read, with the deposit going back to the person. */
function isOwnClosing(input: SolanaRuleInput, closed: string): boolean {
  const { sender } = input.intent
  return solanaEffects(input, 'close').some(({ account, destination }) => account === closed && destination === sender)
}

/** New token accounts keep a deposit; those that exist have one. */
export function rentOf(input: SolanaRuleInput): bigint {
  const opened = [...solanaEffects(input, 'open account'), ...solanaEffects(input, 'create')].map(
    ({ account }) => account,
  )
  const fresh = [...new Set(opened)].filter((account) => !input.inputs.holders.has(account))
  return tokenAccountRent * BigInt(fresh.length)
}
