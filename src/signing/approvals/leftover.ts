import { readAllowance } from '../../chain/allowance'
import type { RpcPort } from '../../chain/rpc'
import { sameAddress } from '../../guard/decode/evm/address'
import type { Leftover } from '../../guard/forecast'
import { givenIn, type Intent } from '../../guard/intent'
import { evmStepsOn, type Plan } from '../../guard/plan'

/**
 * The remaining allowances of the tokens that a plan spent or approved, as they are on chain now; each can be revoked.
 * Allowances from before the plan count as well. `others` are contracts that may have one without being part of this
 * plan, such as the deployment's own.
 */
export async function readLeftovers(
  { steps, intent }: Pick<Plan<Intent>, 'steps' | 'intent'>,
  chainId: number,
  ask: RpcPort,
  others: readonly string[] = [],
): Promise<readonly Leftover[]> {
  const pairs = withoutRepeats(allowancePairs({ steps, intent }, chainId, others))
  const amounts = await Promise.all(pairs.map((pair) => readAllowance(ask, intent.sender, pair)))
  return pairs
    .map((allowance, index) => ({ chainId, ...allowance, amount: amounts[index] ?? 0n }))
    .filter(({ amount }) => amount > 0n)
}

type AllowancePair = { readonly token: string; readonly spender: string }

/** The pairs of token and spender to read: approved spenders, called contracts and the others, for each spent token. */
function allowancePairs(
  { steps, intent }: Pick<Plan<Intent>, 'steps' | 'intent'>,
  chainId: number,
  others: readonly string[],
): readonly AllowancePair[] {
  const here = evmStepsOn(steps, chainId)
  const approved = here.flatMap(({ purpose }) =>
    purpose.does === 'approve' || purpose.does === 'reset' ? [{ token: purpose.token, spender: purpose.spender }] : [],
  )
  const called = here.filter(({ purpose }) => purpose.does !== 'approve' && purpose.does !== 'reset')
  const spenders = [...called.map(({ to }) => to), ...others]
  const given = givenIn(intent)
    .map(({ token }) => token)
    .filter(({ isNative, chain }) => !isNative && chain.chainId === chainId)
  const tokens = [...given.map(({ address }) => address), ...approved.map(({ token }) => token)]
  return [...approved, ...tokens.flatMap((token) => spenders.map((spender) => ({ token, spender })))].filter(
    ({ token, spender }) => !sameAddress(token, spender) && !sameAddress(spender, intent.sender),
  )
}

function withoutRepeats(pairs: readonly AllowancePair[]): readonly AllowancePair[] {
  const isSame = (one: AllowancePair, other: AllowancePair) =>
    sameAddress(one.token, other.token) && sameAddress(one.spender, other.spender)
  return pairs.filter((pair, index) => pairs.findIndex((other) => isSame(pair, other)) === index)
}
