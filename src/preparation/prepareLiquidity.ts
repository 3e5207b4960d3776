import { addressKey } from '../domain/address'
import { type CheckedLiquidity, checkLiquidityPlan } from '../guard/check/checkLiquidity'
import type { LiquidityPlan } from '../guard/check/liquidityRuleInput'
import { type LiquidityIntent, tokensPaid } from '../guard/liquidityIntent'
import { type ChainState, depositSteps, noQuote, withdrawSteps } from '../guard/plan/liquiditySteps'
import { seal } from '../guard/seal'
import { readExistingAllowance } from '../guard/simulate/allowance'
import { memberOf, quantity } from '../guard/simulate/rpc'
import type { PrepareDeps } from './prepareSwap'

/** Who is asked about liquidity, and what is known beforehand. The service has no part in it. */
export type LiquidityDeps = Omit<PrepareDeps, 'client'>

/** Prepares a deposit or a withdrawal as the chain is now. Rejects when its node does not answer. */
export async function prepareLiquidity(intent: LiquidityIntent, deps: LiquidityDeps): Promise<LiquidityPlan> {
  const ground = await readChainState(intent, deps)
  const steps = intent.kind === 'withdraw' ? withdrawSteps(intent, ground) : depositSteps(intent, ground)
  return seal<LiquidityIntent>({ intent, steps, quote: noQuote, receivedAt: ground.receivedAt })
}

/** Examines a plan as the chain is now; of one whose first steps are `done`, what is left of it. */
export async function checkLiquidity(plan: LiquidityPlan, deps: LiquidityDeps, done = 0): Promise<CheckedLiquidity> {
  const { wallets, deployment, clock, tokens, memory } = deps
  const { accounts } = wallets.store.getState()
  const mine = accounts.filter(({ kind }) => kind === 'evm')
  const signer = mine.find(({ address }) => addressKey(address) === addressKey(plan.intent.sender)) ?? mine[0]
  const nodes = (chainId: number) => {
    const name = `chain ${chainId}`
    return [{ name, ask: wallets.rpc(chainId), simulates: !unable.has(name) }]
  }
  const examined = await checkLiquidityPlan(
    plan,
    { nodes },
    {
      now: clock(),
      account: signer?.address,
      chains: deployment.chains,
      natives: tokens.filter(({ isNative }) => isNative),
      history: memory,
      done,
    },
  )
  for (const name of examined.unsupported) unable.add(name)
  return examined
}

/** Nodes that said they cannot simulate are not asked to again in this visit. */
const unable = new Set<string>()

/** The transactions are those of the service: the app did not prepare them. */
export function isPreparedByService({ steps }: LiquidityPlan): boolean {
  return steps.some(({ said }) => said !== undefined)
}

async function readChainState(intent: LiquidityIntent, deps: LiquidityDeps): Promise<ChainState> {
  const { wallets, deployment, clock } = deps
  const { chainId } = intent.pool.token0.chain
  const ask = wallets.rpc(chainId)
  const paid = intent.kind === 'withdraw' ? [] : tokensPaid(intent)
  const [block, ...allowances] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    ...paid.map(({ token, units }) =>
      readExistingAllowance(ask, token.address, [intent.sender, intent.pool.positionManager], units),
    ),
  ])
  const receivedAt = clock()
  const chainTime = quantity(memberOf(block, 'timestamp'))
  const ourTime = BigInt(Math.floor(receivedAt / 1000))
  return {
    receivedAt,
    // A chain that has rested has an old clock; its next block will have the right one.
    time: chainTime > ourTime ? chainTime : ourTime,
    wrapped: deployment.chains.find((chain) => chain.chainId === chainId)?.wrappedNative,
    allowances,
  }
}
