import { readExistingAllowance } from '../../chain/allowance'
import { readOwed } from '../../chain/position'
import { memberOf, quantity } from '../../chain/rpc'
import { errorClass } from '../../domain/errorClass'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import { type LiquidityIntent, tokensPaid } from '../../guard/liquidityIntent'
import { type ChainState, depositSteps, noQuote, withdrawSteps } from '../../guard/plan/liquiditySteps'
import type { LiquidityPlan } from '../../guard/rules/input/ruleInput'
import { seal } from '../../guard/seal'
import { checkOnChain } from '../checkOnChain'
import type { PrepareDeps } from '../prepareDeps'

/**
 * Builds the transactions of a deposit or a withdrawal for the chain as it is now. The service is not asked.
 * Rejects when no node answers.
 */
export async function prepareLiquidity(asked: LiquidityIntent, deps: PrepareDeps): Promise<LiquidityPlan> {
  const [state, intent] = await Promise.all([readChainState(asked, deps), withOwed(asked, deps)])
  const steps = intent.kind === 'withdraw' ? withdrawSteps(intent, state) : depositSteps(intent, state)
  return seal<LiquidityIntent>({ intent, steps, quote: noQuote, receivedAt: state.receivedAt })
}

/** A payout in native coins passes through the manager, and enforces the position's previously owed amount. */
async function withOwed(intent: LiquidityIntent, { nodes }: PrepareDeps): Promise<LiquidityIntent> {
  const [node] = intent.kind === 'withdraw' && intent.coin ? nodes(intent.pool.token0.chain.chainId) : []
  if (intent.kind !== 'withdraw' || !node) return intent
  const { pool, position, sender } = intent
  const owed = await readOwed(node.ask, { manager: pool.positionManager, id: position, owner: sender })
  return owed ? { ...intent, owed } : intent
}

/** Builds the transactions and checks them immediately. */
export async function prepareAndCheck(intent: LiquidityIntent, deps: PrepareDeps): Promise<CheckedLiquidity> {
  return checkOnChain(await prepareLiquidity(intent, deps), deps)
}

/** The transactions came from the service: the app did not build them. */
export function isPreparedByService({ steps }: LiquidityPlan): boolean {
  return steps.some(({ said }) => said !== undefined)
}

/** The block time and the allowances that the position manager already has. */
async function readChainState(intent: LiquidityIntent, { nodes, deployment, clock }: PrepareDeps): Promise<ChainState> {
  const { chainId } = intent.pool.token0.chain
  const [node] = nodes(chainId)
  if (!node) throw new NoNode(chainId)
  const paid = intent.kind === 'withdraw' ? [] : tokensPaid(intent)
  const [block, ...allowances] = await Promise.all([
    node.ask('eth_getBlockByNumber', ['latest', false]),
    ...paid.map(({ token, units }) =>
      readExistingAllowance(node.ask, token.address, [intent.sender, intent.pool.positionManager], units),
    ),
  ])
  const receivedAt = clock()
  const chainTime = quantity(memberOf(block, 'timestamp'))
  const ourTime = BigInt(Math.floor(receivedAt / 1000))
  return {
    receivedAt,
    // The last block of an idle chain is old; the next one will carry the current time.
    time: chainTime > ourTime ? chainTime : ourTime,
    wrapped: deployment.chains.find((chain) => chain.chainId === chainId)?.wrappedNative,
    allowances,
  }
}

export const NoNode = errorClass('NoNode', (chainId: number) => `No node is known for chain ${chainId}.`)
