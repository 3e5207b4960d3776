import { fromUnits } from '../../../domain/amount'
import { impactOf } from '../../../domain/impact'
import { shareBps, worthOf } from '../../../domain/price'
import { arrivalOf } from '../../check/arrival'
import { evidenceOn, isFullyDecoded, type RuleInput } from '../../check/ruleInput'
import { isToken } from '../../decode/decodedPlan'
import { isReserved, native, readAddress, sameAddress, zeroAddress } from '../../decode/evm/address'
import { everyCall } from '../../decode/evm/call'
import { feeCeiling } from '../../plan/parsedAnswer'
import type { Rule } from '../../rule'
import { isIntact } from '../../seal'
import { amountWords, percentWords, tokenWords } from '../../words'

/** Rounding of a figure written as a double or with few digits: a thousandth. */
const rounding = 1_000n
const farDeadline = 24n * 60n * 60n
const feeWarnBps = 500
/** How much looser than asked a tolerance may be, in basis points, before it is no longer a mistake but a theft. */
const toleranceSlackBps = 5
const toleranceBlockBps = 500
const duplicateMs = 30_000

/** Whether the numbers are the ones that were agreed on. */
export const termRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-010',
    title: 'The plan is the one that was sealed',
    find: ({ plan, intent }, say) => {
      if (!isIntact(plan)) return [say.block('The plan was changed after it was sealed. Start again from the form.')]
      if (plan.intent !== intent && !isIntact({ ...plan, intent }))
        return [say.block('The plan answers another question than the one you asked.')]
      return []
    },
  },
  {
    code: 'V-008',
    title: 'It is your account that signs, and the recipient you named that receives',
    find: ({ intent, inputs, plan }, say) => {
      const { sender, recipient, buy, sell } = intent
      const other = plan.steps.find(({ from }) => !sameAddress(from, sender))
      if (other)
        return [say.block(`A transaction would be signed by ${other.from}; you asked for ${sender}.`, other.index)]
      if (inputs.account !== undefined && !sameAddress(inputs.account, sender))
        return [say.block(`The wallet now answers for ${inputs.account}; this was prepared for ${sender}.`)]
      const isEvm = buy.chain.kind === 'evm'
      const isBad =
        isEvm &&
        (readAddress(recipient) === undefined ||
          sameAddress(recipient, zeroAddress) ||
          isReserved(recipient) ||
          [buy, sell.token].some(({ address, isNative }) => !isNative && sameAddress(address, recipient)))
      if (isBad) return [say.block(`${recipient} is no account; what is sent there is lost.`)]
      if (inputs.recipient?.is === 'token account')
        return [say.block(`${recipient} is a token account, and no wallet: what goes there is stuck.`)]
      // On a chain of another kind the recipient can only be another address.
      if (buy.chain.kind !== sell.token.chain.kind)
        return [
          say.info(`${recipient} receives on ${buy.chain.name}. Compare every character.`, undefined, { recipient }),
          ...(inputs.recipient?.is === 'program'
            ? [say.warn(`${recipient} is no plain wallet: the program ${inputs.recipient.program} decides over it.`)]
            : []),
          ...(inputs.recipient?.is === 'unknown'
            ? [say.info(`Whether ${recipient} is a wallet could not be checked. ${inputs.recipient.why}`)]
            : []),
        ]
      if (!sameAddress(sender, recipient))
        return [say.warn(`Somebody else receives: ${recipient}. Compare every character.`, undefined, { recipient })]
      return [say.ok('You sign, and you receive.')]
    },
  },
  {
    code: 'A-30',
    title: 'The answer is fresh',
    find: ({ inputs, plan }, say) => {
      const age = inputs.now - plan.receivedAt
      // A plan that is under way cannot be exchanged for a fresh one; its deadline still counts.
      if (!inputs.done && age > inputs.maxAge)
        return [say.block(`The answer is ${Math.floor(age / 1000)} seconds old. Ask for a fresh one.`)]
      return []
    },
  },
  {
    code: 'M-101',
    title: 'This very plan was not sent before',
    find: ({ inputs, plan }, say) => {
      const sent = inputs.history.sent.filter(({ hash }) => hash === plan.hash).map(({ at }) => inputs.now - at)
      if (sent.length === 0) return []
      if (Math.min(...sent) < duplicateMs)
        return [say.block('You sent exactly this a moment ago. Look at Activity first.')]
      return [say.warn('You sent exactly this before. Look at Activity first.')]
    },
  },
  {
    code: 'V-006',
    title: 'No more of the native coin is sent than you sell, and what is sent on top is a small fee',
    find: ({ intent, decoded, inputs, names }, say) => {
      const { sell } = intent
      const total = decoded.steps
        .filter(({ step }) => step.chainId === sell.token.chain.chainId)
        .reduce((sum, { step }) => sum + step.value, 0n)
      const sold = sell.token.isNative ? sell.units : 0n
      const fee = total - sold
      if (fee <= 0n)
        return total > 0n ? [say.ok(`${amountWords(names, native, total)} is sent, no more than you sell.`)] : []
      if (fee > feeCeiling(intent, inputs))
        return [
          say.block(
            `${amountWords(names, native, total)} would be sent${sold > 0n ? `; you sell ${amountWords(names, native, sold)}` : ', and you sell none'}.`,
          ),
        ]
      const coin = sell.token.isNative
        ? sell.token
        : inputs.natives.find(({ isNative, chain }) => isNative && chain.chainId === sell.token.chain.chainId)
      const [cost, trade] = [coin && worthOf({ token: coin, units: fee }), worthOf(sell)]
      const bps = cost && trade ? shareBps(cost, trade) : undefined
      const sentence = `${amountWords(names, native, fee)} is sent as a fee on top${bps === undefined ? '' : `, ${percentWords(bps)} of what you sell`}.`
      return [bps !== undefined && bps <= feeWarnBps ? say.info(sentence) : say.warn(sentence)]
    },
  },
  {
    code: 'V-015',
    title: 'No more is sold than you asked',
    find: (input, say) => {
      const {
        intent: { sell },
        decoded,
        names,
      } = input
      const most = decoded.outflows
        .filter(({ token }) => isToken(token, sell.token))
        .reduce((sum, { amount }) => sum + amount, 0n)
      const limit = sell.token.isNative ? sell.units + feeCeiling(input.intent, input.inputs) : sell.units
      const name = sell.token.isNative ? native : sell.token.address
      if (most > limit)
        return [
          say.block(
            `It would sell ${amountWords(names, name, most)}; you asked for ${amountWords(names, name, sell.units)}.`,
          ),
        ]
      if (!isFullyDecoded(input)) return []
      if (most === 0n) return [say.block(`None of the transactions sells ${sell.token.symbol}.`)]
      if (most * rounding < sell.units * (rounding - 1n))
        return [
          say.warn(`It sells only ${amountWords(names, name, most)} of your ${amountWords(names, name, sell.units)}.`),
        ]
      return [say.ok(`At most ${amountWords(names, name, most)} is sold.`)]
    },
  },
  {
    code: 'V-016',
    title: 'The transaction itself insists on the minimum you were shown',
    find: (input, say) => {
      const { decoded, plan, intent, inputs, names } = input
      const { promised } = decoded
      const name = intent.buy.isNative ? native : intent.buy.address
      const words = (units: bigint) => amountWords(names, name, units)
      const stated = plan.quote.minimumOut?.units
      if (promised === undefined) {
        if (isFullyDecoded(input)) return []
        if (stated === undefined) return [say.warn('Neither the transaction nor the service names a minimum.')]
        return [say.info(`The minimum of ${words(stated)} cannot be read from the transaction.`)]
      }
      if (promised === 0n) return [say.block('The transaction accepts any outcome, even nothing.')]
      if (stated !== undefined && isBelow(promised, stated))
        return [
          say.block(`The service says at least ${words(stated)}, but the transaction accepts ${words(promised)}.`),
        ]
      if (inputs.shownMinimum !== undefined && isBelow(promised, inputs.shownMinimum))
        return [
          say.warn(
            `At least ${words(promised)} instead of the ${words(inputs.shownMinimum)} you were shown.`,
            undefined,
            { changed: 'minimum' },
          ),
        ]
      return [say.ok(`The transaction undoes itself below ${words(promised)}.`)]
    },
  },
  {
    code: 'V-017',
    title: 'The transaction cannot be held back and used later',
    find: ({ decoded, inputs }, say) =>
      decoded.steps.flatMap(({ step, flow }) => {
        const time = evidenceOn(inputs, step.chainId)?.time ?? BigInt(Math.floor(inputs.now / 1000))
        return flow.deadlines.flatMap((deadline) => {
          if (deadline <= time)
            return [
              say.block(
                `Its deadline passed ${time - deadline} seconds ago by the clock of the chain. Ask for a fresh answer.`,
                step.index,
              ),
            ]
          if (deadline > time + farDeadline) return [say.warn('It stays valid for more than a day.', step.index)]
          return [say.ok(`It is valid for ${deadline - time} more seconds.`, step.index)]
        })
      }),
  },
  {
    code: 'A-31',
    title: 'The tolerance is the one you chose',
    find: (input, say) => {
      const { decoded, intent, plan } = input
      const minimum = decoded.promised ?? plan.quote.minimumOut?.units
      const expected = arrivalOf(input) ?? plan.quote.expectedOut?.units
      if (minimum === undefined || minimum === 0n || expected === undefined || expected <= minimum) return []
      const bps = Number(((expected - minimum) * 10_000n + expected - 1n) / expected)
      const asked = intent.slippageBps
      const sentence = `Up to ${percentWords(bps)} less than expected is accepted; you chose ${percentWords(asked)}.`
      if (bps > Math.max(4 * asked, asked + toleranceBlockBps))
        return [say.block(`${sentence} The deployment may count in another unit.`)]
      if (bps > 2 * asked) return [say.warn(sentence)]
      if (bps > asked + toleranceSlackBps) return [say.info(sentence)]
      return [say.ok(sentence)]
    },
  },
  {
    code: 'A-32',
    title: 'What arrives is worth about what leaves, at independent prices',
    find: (input, say) => {
      const { intent, decoded, plan } = input
      const units =
        arrivalOf(input) ?? plan.quote.expectedOut?.units ?? decoded.promised ?? plan.quote.minimumOut?.units
      if (units === undefined || units <= 0n) return []
      const impact = impactOf(intent.sell, { token: intent.buy, units })
      if (impact.is === 'unknown')
        return [
          say.info(
            `There is no price for ${impact.unpriced.map(({ symbol }) => symbol).join(' and ')}: what it is worth is not known.`,
          ),
        ]
      const sentence = `What arrives is worth ${fromUnits(BigInt(Math.abs(impact.bps)), 2)} % ${impact.bps < 0 ? 'more' : 'less'} than what leaves.`
      if (impact.level === 'ruinous') return [say.block(sentence)]
      if (impact.level === 'severe' || impact.level === 'extreme') return [say.warn(sentence)]
      return [impact.level === 'none' ? say.ok(sentence) : say.info(sentence)]
    },
  },
  {
    code: 'V-036',
    title: 'The far side is promised to the right person in the right token',
    find: (input, say) => {
      const { intent, decoded, isCrossChain } = input
      if (!isCrossChain) return []
      const bridges = decoded.steps.flatMap(({ step, call }) =>
        everyCall(call).flatMap(({ effect }) => (effect.does === 'bridge' ? [{ step, effect }] : [])),
      )
      const found = bridges.flatMap(({ step, effect }) => {
        if (effect.toChain !== BigInt(intent.buy.chain.chainId))
          return [
            say.block(`It would be delivered on chain ${effect.toChain}, not on ${intent.buy.chain.name}.`, step.index),
          ]
        if (!sameAddress(effect.recipient, intent.recipient))
          return [say.block(`It would be delivered to ${effect.recipient}, not to ${intent.recipient}.`, step.index)]
        if (!isToken(effect.tokenOut, intent.buy))
          return [say.block(`${effect.tokenOut} would be delivered, not ${intent.buy.symbol}.`, step.index)]
        if (effect.onTheWay?.minimum === 0n)
          return [
            say.block(
              'The swap before the bridge accepts any outcome, and what it brings is what a refund pays.',
              step.index,
            ),
          ]
        return []
      })
      if (found.length > 0) return found
      const back = bridges.flatMap(({ effect }) =>
        effect.onTheWay ? [tokenWords(input.names, effect.onTheWay.token)] : [],
      )
      return [
        ...back.map((token) =>
          say.info(`If it is not delivered, ${token} comes back, not ${intent.sell.token.symbol}.`),
        ),
        say.info(
          `What arrives on ${intent.buy.chain.name} is a promise of the service; only what leaves ${intent.sell.token.chain.name} can be checked.`,
        ),
      ]
    },
  },
]

function isBelow(units: bigint, reference: bigint): boolean {
  return units * rounding < reference * (rounding - 1n)
}
