import { sumOf } from '../../../domain/bigints'
import { isToken } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { everyCall } from '../../decode/evm/call'
import type { RuleInput } from '../input/ruleInput'

/** Native coins sent along on the source chain, and the part of them that is not the input: a fee. */
export function coinsSent({ decoded, intent: { sell } }: RuleInput) {
  const there = decoded.steps.filter(({ step }) => step.chainId === sell.token.chain.chainId)
  const total = sumOf(there.map(({ step }) => step.value))
  const sold = sell.token.isNative ? sell.units : 0n
  return { total, sold, fee: total - sold }
}

/** Native coins that the decoded steps on the source chain swap, wrap or give to a bridge. */
export function coinsUsed({ decoded, intent }: RuleInput): bigint {
  return decoded.steps
    .filter(({ step }) => step.chainId === intent.sell.token.chain.chainId)
    .reduce((sum, { flow }) => sum + flow.coinsUsed, 0n)
}

/** Native coins that one step wraps and no later step takes: the person keeps them in wrapped form. */
export function leftWrapped({ decoded, intent, source }: RuleInput): bigint {
  const wrapped = source?.wrappedNative
  if (!intent.sell.token.isNative || wrapped === undefined || isToken(wrapped, intent.buy)) return 0n
  const got = decoded.steps.flatMap(({ flow, call }) =>
    everyCall(call).some(({ effect }) => effect.does === 'wrap')
      ? flow.inflows.filter(({ token, to }) => sameAddress(token, wrapped) && sameAddress(to, intent.sender))
      : [],
  )
  const taken = decoded.steps.flatMap(({ flow }) => flow.outflows.filter(({ token }) => sameAddress(token, wrapped)))
  const left = sumOf(got.map(({ minimum }) => minimum)) - sumOf(taken.map(({ amount }) => amount))
  return left > 0n ? left : 0n
}
