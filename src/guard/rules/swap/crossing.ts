import { changeOf } from '../../check/arrival'
import { isPinned } from '../../check/pinnedTokens'
import { chainOf, evidenceOn, isVouched, type RuleInput, runsOn } from '../../check/ruleInput'
import { type DecodedStep, isToken } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import type { Finding } from '../../findings/finding'
import type { Rule, Say } from '../../rule'
import { amountWords, tokenWords } from '../../words'

/** A refund waits for this: a crossing that ends later than in a day holds the money back. */
const longestCrossing = 24n * 60n * 60n
const rounding = 1_000n
/** How far below what it brings, as tried out, the minimum of the swap before a bridge may lie: the tolerance, or twice it. */
const leastSlackBps = 50

/** What leaves for another chain goes through one bridge of the deployment, all of it, and keeps its worth on the way. */
export const crossingRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-051',
    title: 'What is sold goes into exactly one bridge of this deployment, and nowhere else',
    find: (input, say) => {
      if (!input.isCrossChain) return []
      const deposits = depositsIn(input)
      const [deposit] = deposits
      if (deposits.length > 1) return [say.block(`It crosses ${deposits.length} times; you asked for once.`)]
      if (!deposit) return withoutBridge(input, say)
      const { line, to, effect } = deposit
      const { index, chainId } = line.step
      if (chainId !== input.intent.sell.token.chain.chainId)
        return [say.block('It crosses from the chain where you only receive.', index)]
      if (!isVouched(chainOf(input, chainId), to))
        return [say.block(`${to} speaks like a bridge, and is none of this deployment.`, index, { contract: to })]
      const short = shortfall(effect, input, say, index)
      if (short.length > 0) return short
      const late = lateness(effect, input)
      if (late !== undefined) return [say.block(late, index)]
      return [say.ok('All of what you sell goes into a bridge of this deployment.', index)]
    },
  },
  {
    code: 'V-052',
    title: 'What the bridge keeps, and a refund would pay, is worth what you sell',
    find: (input, say) =>
      input.isCrossChain
        ? depositsIn(input).flatMap(({ line, to, effect }) =>
            effect.onTheWay ? judgeMiddle({ ...effect.onTheWay, bridge: to }, line, input, say) : [],
          )
        : [],
  },
]

type Deposit = { readonly line: DecodedStep; readonly to: string; readonly effect: Extract<Effect, { does: 'bridge' }> }

function depositsIn({ decoded }: RuleInput): readonly Deposit[] {
  return decoded.steps.flatMap((line) =>
    everyCall(line.call).flatMap(({ to, effect }) => (effect.does === 'bridge' ? [{ line, to, effect }] : [])),
  )
}

/** A bridge may hide in what cannot be read of a contract of the deployment; anywhere else there is none. */
function withoutBridge(input: RuleInput, say: Say<'V-051'>): readonly Finding[] {
  const { name } = input.intent.buy.chain
  const hidden = input.decoded.steps.filter(({ unread }) => unread.length > 0)
  const strange = hidden.find(({ step }) => !isVouched(chainOf(input, step.chainId), step.to))
  const [first] = hidden
  if (!first) return [say.block(`Nothing of it goes to ${name}: there is no bridge in it.`)]
  if (strange)
    return [
      say.block(
        `Whether it goes to ${name} cannot be read, and ${strange.step.to} is no bridge of this deployment.`,
        strange.step.index,
      ),
    ]
  return [say.warn(`Whether it goes to ${name} cannot be read.`, first.step.index, { acknowledge: 'type the amount' })]
}

/** Coins may be sold as their wrapped form, and pay for the journey on top. */
function shortfall(
  { token, amount }: Deposit['effect'],
  input: RuleInput,
  say: Say<'V-051'>,
  step: number,
): readonly Finding[] {
  const { sell } = input.intent
  const wrapped = chainOf(input, sell.token.chain.chainId)?.wrappedNative
  const isSold = isToken(token, sell.token) || (sell.token.isNative && sameAddress(token, wrapped))
  if (!isSold) return boughtBefore(input, token, amount, say, step)
  const name = sell.token.isNative ? native : sell.token.address
  if (amount * rounding < sell.units * (rounding - 1n))
    return [say.block(`Only ${amountWords(input.names, name, amount)} of what you sell goes into the bridge.`, step)]
  return []
}

/** Another token may go in that an earlier call of the plan has bought for all of what is sold. */
function boughtBefore(
  input: RuleInput,
  token: string,
  amount: bigint,
  say: Say<'V-051'>,
  step: number,
): readonly Finding[] {
  const { sender } = input.intent
  const bought = input.decoded.steps.flatMap(({ flow }) =>
    flow.inflows.filter((giving) => sameAddress(giving.token, token) && sameAddress(giving.to, sender)),
  )
  const least = bought.reduce((sum, { minimum }) => sum + minimum, 0n)
  if (least >= amount && bought.length > 0) return []
  return [say.block(`${tokenWords(input.names, token)} goes into the bridge, which you do not sell.`, step)]
}

function lateness({ deadline }: Deposit['effect'], input: RuleInput): string | undefined {
  if (deadline === undefined) return undefined
  const { inputs, intent } = input
  const time = evidenceOn(inputs, intent.sell.token.chain.chainId)?.time ?? BigInt(Math.floor(inputs.now / 1000))
  return deadline > time + longestCrossing ? 'A refund would have to wait for more than a day.' : undefined
}

type Middle = { readonly token: string; readonly minimum: bigint; readonly bridge: string }

function judgeMiddle(
  { token, minimum, bridge }: Middle,
  line: DecodedStep,
  input: RuleInput,
  say: Say<'V-052'>,
): readonly Finding[] {
  const { index, chainId } = line.step
  const settings = chainOf(input, chainId)
  const isTraded = isToken(token, input.intent.sell.token)
  if (!isTraded && !isPinned(token, chainId, settings)) {
    const sentence = `The bridge would keep ${token}, which nobody vouches for: a refund would pay that.`
    return [settings?.tokens ? say.block(sentence, index, { token }) : say.warn(sentence, index, { token })]
  }
  const [run] = runsOn(input.inputs, chainId)
  const kept = run ? changeOf(run.changes, bridge, token) : 0n
  if (kept <= 0n) return [say.warn('What the bridge would keep could not be weighed.', index)]
  const { slippageBps } = input.intent
  const below = minimum >= kept ? 0 : Number(((kept - minimum) * 10_000n) / kept)
  const words = (units: bigint) => amountWords(input.names, token, units)
  if (below > Math.max(2 * slippageBps, slippageBps + leastSlackBps))
    return [
      say.block(
        `On the way it accepts ${words(minimum)} for what brings ${words(kept)}: a refund would pay that.`,
        index,
      ),
    ]
  return [say.ok(`At least ${words(minimum)} of the ${words(kept)} on the way is insisted on.`, index)]
}
