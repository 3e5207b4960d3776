import type { LiquidityRuleInput } from '../../check/liquidityRuleInput'
import { isReserved, sameAddress, zeroAddress } from '../../decode/evm/address'
import { tokensIn } from '../../intent'
import { isDuplicateDeposit } from '../../plan/duplicateDeposit'
import type { Rule } from '../../rule'
import { everyLiquidityPlan } from '../../scope'
import { isIntact } from '../../seal'

/** Later than any deadline that the app sets, and early enough that a forgotten transaction expires. */
const farDeadline = 3600n
/** The service may set a later deadline than the app, but one later than this counts as none. */
const noDeadline = 24n * 3600n
const duplicateMs = 30_000

/** Rules about identity: the checked plan, not stale, for the right recipient, and not sent before. */
export const liquidityTermRules: readonly Rule<LiquidityRuleInput>[] = [
  {
    code: 'V-010',
    title: 'The plan is the one that was sealed',
    against: 'A plan that was changed after it was checked',
    scopes: everyLiquidityPlan,
    find: ({ plan }, say) => (isIntact(plan) ? [] : [say.block('changed', {})]),
  },
  {
    code: 'V-008',
    title: 'The signer is your account, and the recipient you entered owns the position or the amounts paid out',
    against: 'A position or withdrawal controlled by a third party',
    scopes: everyLiquidityPlan,
    find: ({ intent, inputs, plan }, say) => {
      const { sender, recipient } = intent
      const other = plan.steps.find(({ from }) => !sameAddress(from, sender))
      if (other) return [say.block('other-signer', { signer: other.from, wanted: sender }, other.index)]
      if (inputs.account !== undefined && !sameAddress(inputs.account, sender))
        return [say.block('other-account', { account: inputs.account, wanted: sender })]
      const isBad =
        sameAddress(recipient, zeroAddress) ||
        isReserved(recipient) ||
        tokensIn(intent).some(({ address, isNative }) => !isNative && sameAddress(address, recipient))
      if (isBad) return [say.block('no-owner', { recipient })]
      if (!sameAddress(sender, recipient)) return [say.warn('other-owner', { recipient })]
      return [intent.kind === 'withdraw' ? say.ok('own', {}) : say.ok('own-position', {})]
    },
  },
  {
    code: 'A-30',
    title: 'The figures are fresh',
    against: 'A deposit at amounts that were right some time ago',
    scopes: everyLiquidityPlan,
    find: ({ inputs, plan }, say) => {
      const age = inputs.now - plan.receivedAt
      return age > inputs.maxAge ? [say.block('stale-plan', { seconds: Math.floor(age / 1000) })] : []
    },
  },
  {
    code: 'M-101',
    title: 'This very plan was not sent before, and nothing like it is on its way',
    against: 'The same deposit, sent twice',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { inputs, plan, intent, scope } = input
      const ages = inputs.history.sent.filter(({ hash }) => hash === plan.hash).map(({ at }) => inputs.now - at)
      if (ages.length === 0) {
        if (scope === 'revocation' || !inputs.history.underWay.some((other) => isDuplicateDeposit(intent, other)))
          return []
        return [say.warn('under-way', { position: intent.kind === 'increase' ? String(intent.position) : undefined })]
      }
      return Math.min(...ages) < duplicateMs ? [say.block('just-sent', {})] : [say.warn('sent-before', {})]
    },
  },
  {
    code: 'V-017',
    title: 'The transaction cannot be held back and used later',
    against: 'A signed transaction executed later at a bad price',
    scopes: everyLiquidityPlan,
    find: ({ decoded, evidence, inputs, intent }, say) => {
      const clock = BigInt(Math.floor(inputs.now / 1000))
      const time = evidence?.time ?? clock
      // An idle chain has an old block time; its next block will have the right one.
      const latest = time > clock ? time : clock
      return decoded.flatMap(({ step, flow }) =>
        flow.deadlines.map((deadline) => {
          if (deadline <= time) return say.block('expired-plan', {}, step.index)
          if (deadline > latest + farDeadline) {
            // The service may set a later deadline than the app does in its own calls.
            return intent.kind === 'increase' || deadline > latest + noDeadline
              ? say.block('long-hour', {}, step.index)
              : say.warn('long-hour', {}, step.index)
          }
          return say.ok('valid', { seconds: String(deadline - time) }, step.index)
        }),
      )
    },
  },
]
