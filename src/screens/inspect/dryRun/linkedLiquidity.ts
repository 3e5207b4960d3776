import { type OwnedPosition, readPoolOf, readPosition } from '../../../chain/position'
import { type LiquidityLink, type PoolRef, readLiquidityLink } from '../../../components/liquidityLink'
import { addressKey } from '../../../domain/address'
import { parseAmount } from '../../../domain/amount'
import { type Chain, networkOf } from '../../../domain/chain'
import { depositFor } from '../../../domain/liquidity/deposit'
import { burnMinimums } from '../../../domain/liquidity/liquidity'
import type { WithdrawIntent } from '../../../guard/liquidityIntent'
import type { UnmanagedDeposit } from '../../../preparation/judge/judgeDeposit'
import type { JudgeDeps } from '../../../preparation/judge/judgeRequest'
import {
  type LiquidityPool,
  liquidityPoolOf,
  poolKeyOf,
  toleranceFor,
} from '../../../preparation/liquidity/liquidityPool'
import { managersOf, poolOfPosition } from '../../../preparation/liquidity/positionPool'
import { PasteProblem } from './pasteProblem'

/** A position as a link names it: by the network of its page, or by the pool of the form that moves it. */
export type PositionRef = { readonly id: string } & (
  | { readonly in: 'network'; readonly network: string }
  | { readonly in: 'pool'; readonly pool: PoolRef }
)

/** The position whose page, or whose move, a text links to. */
export function positionIn(text: string): PositionRef | undefined {
  const page = /\/positions\/([^/\s?#]+)\/(\d{1,77})(?![^\s?#])/.exec(text)
  const [, network, id] = page ?? []
  if (network !== undefined && id !== undefined) return { in: 'network', network: decoded(network), id }
  const query = /\/liquidity\/add\?([^\s#]+)/.exec(text)?.[1]
  const { pool, move } = readLiquidityLink(query ?? '')
  return pool && move !== undefined ? { in: 'pool', pool, id: move } : undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A name with a stray percent sign is kept unchanged.
    return segment
  }
}

/** The deposit that a link fills into the form, at the pool's price as it is now; with the position it adds to. */
export async function linkedDeposit(
  { pool: ref, range, given, amount, position }: LiquidityLink,
  sender: string,
  deps: JudgeDeps,
): Promise<Omit<UnmanagedDeposit, 'kind'> & { readonly position: bigint | undefined }> {
  const chain = deps.tokens.find((token) => token.chain.chainId === ref?.chainId)?.chain
  if (!ref || !chain || !range || amount === '') throw new PasteProblem('link')
  if (sender === '') throw new PasteProblem('signer')
  const found = (await poolsOn(chain, deps)).find((pool) => isPool(pool, ref.address))
  if (!found) throw new PasteProblem('pool')
  const typed = parseAmount(given === 'amount0' ? found.token0 : found.token1, amount)
  if (typed.is !== 'amount') throw new PasteProblem('amount')
  const { sqrtPriceX96 } = found
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given, amount: typed.amount.units })
  return {
    pool: { ...poolKeyOf(found), positionManager: managerNamed(chain, deps) ?? found.positionManager },
    pay: [
      { token: found.token0, units: amount0 },
      { token: found.token1, units: amount1 },
    ],
    range,
    toleranceBps: toleranceFor(found, range).bps,
    sqrtPriceX96,
    sender,
    recipient: sender,
    position: position === undefined ? undefined : BigInt(position),
  }
}

/** Half a percent, as the form of a withdrawal begins with. */
export const withdrawalToleranceBps = 50

/** All of a position and its fees, paid out to its owner or to the named recipient. */
export async function linkedWithdrawal(
  ref: PositionRef,
  { sender, toleranceBps = withdrawalToleranceBps }: { sender: string; toleranceBps: number | undefined },
  deps: JudgeDeps,
): Promise<WithdrawIntent> {
  const chain = deps.tokens.find(({ chain }) =>
    ref.in === 'pool' ? chain.chainId === ref.pool.chainId : networkOf(chain) === ref.network,
  )?.chain
  if (!chain) throw new PasteProblem('network')
  const listed = await poolsOn(chain, deps)
  const pools = ref.in === 'pool' ? listed.filter((pool) => isPool(pool, ref.pool.address)) : listed
  const [node] = deps.nodes.of(chain.chainId)
  const managers = managersOf(managerNamed(chain, deps), pools)
  if (!node || managers.length === 0) throw new PasteProblem('no manager')
  for (const { manager: positionManager } of managers) {
    const position = await readPosition(node.ask, positionManager, BigInt(ref.id))
    if (!position) continue
    const found = await readPoolOf(node.ask, positionManager, position)
    const pool = poolOfPosition({ ...position, found }, pools, positionManager)
    if (pool) return withdrawalOf(position, pool, { positionManager, sender, toleranceBps })
  }
  throw new PasteProblem('position')
}

function withdrawalOf(
  { id, owner, liquidity, tickLower, tickUpper }: OwnedPosition,
  pool: LiquidityPool,
  { positionManager, sender, toleranceBps }: { positionManager: string; sender: string; toleranceBps: number },
): WithdrawIntent {
  const range = { tickLower, tickUpper }
  const minimums = burnMinimums({ ...range, sqrtPriceX96: pool.sqrtPriceX96, liquidity, toleranceBps })
  const account = sender === '' ? owner : sender
  return {
    kind: 'withdraw',
    pool: { ...poolKeyOf(pool), positionManager },
    position: id,
    range,
    liquidity,
    minimums,
    sender: account,
    recipient: account,
  }
}

async function poolsOn(chain: Chain, { pools, clock }: JudgeDeps): Promise<readonly LiquidityPool[]> {
  return (await pools(networkOf(chain))).flatMap((record) => liquidityPoolOf(record, chain, clock()) ?? [])
}

function isPool({ address: own }: LiquidityPool, address: string): boolean {
  return own !== undefined && addressKey(own) === addressKey(address)
}

function managerNamed({ chainId }: Chain, { deployment }: JudgeDeps): string | undefined {
  return deployment.chains.find((chain) => chain.chainId === chainId)?.positionManager
}
