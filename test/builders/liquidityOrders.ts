import type { BalanceChange } from '../../src/guard/forecast'
import type { DepositIntent, LiquidityIntent } from '../../src/guard/liquidityIntent'
import type { EvmStep, Purpose } from '../../src/guard/plan'
import { noQuote } from '../../src/guard/plan/liquiditySteps'
import { seal } from '../../src/guard/seal'
import { openOrder } from '../../src/orders/openOrder'
import { isRequested, type Order, type RequestedOrder } from '../../src/orders/order'
import { applyEvent } from '../../src/orders/orderReducer'
import type { StepReceipt } from '../../src/orders/progress'
import { openRequest } from '../../src/orders/requestedDeposit'
import type { RequestProgress } from '../../src/orders/serviceRequest'
import { poolKeyOf } from '../../src/preparation/liquidity/liquidityPool'
import { harbor, poolOf, usdc, weth } from './liquidity'

/* Orders that put liquidity in and take it out, as the journal has them when they are done. */

export const provider = '0x00000000000000000000000000000000000000aa'
export const noon = Date.UTC(2026, 0, 31, 12)
const manager = '0x8000000000000000000000000000000000000008'
const pool = { ...poolKeyOf(poolOf({})), positionManager: manager }
const range = { tickLower: -197_040, tickUpper: -195_000 }
const people = { sender: provider, recipient: provider }

/** At most 0.5 WETH and 1,512.258148 USDC, as typed. */
export const depositIntent: DepositIntent = {
  kind: 'deposit',
  pool,
  range,
  pay: [
    { token: weth, units: 5n * 10n ** 17n },
    { token: usdc, units: 1_512_258_148n },
  ],
  toleranceBps: 200,
  sqrtPriceX96: 1n << 96n,
  ...people,
}
export const increaseIntent: LiquidityIntent = { ...depositIntent, kind: 'increase', position: 46n }

export function withdrawIntent(liquidity: bigint): LiquidityIntent {
  return { kind: 'withdraw', pool, position: 46n, range, liquidity, minimums: { amount0: 0n, amount1: 0n }, ...people }
}

/** An order whose last step moved so much WETH and USDC, by its logs; each step cost 0.0001 of the coin. */
export function liquidityOrder(
  intent: LiquidityIntent,
  moved: readonly [weth: bigint, usdc: bigint] | undefined,
  purposes: readonly Purpose[] = [{ does: 'deposit' }],
): Order {
  const order = openOrder(
    'order-1',
    seal({ intent, steps: purposes.map(stepOf), quote: noQuote, receivedAt: noon }),
    noon,
  )
  const tasks = order.tasks.map((task, index) => {
    const hash = `0x${index + 1}`
    const isLast = index === order.tasks.length - 1
    const receipt = { ...receiptOf(hash), ...(isLast && moved && { changes: changesOf(moved), ...grownBy(intent) }) }
    const anchor = { kind: 'evm', account: provider, nonce: index, block: 1n } as const
    return moved ? { ...task, progress: { at: 'done', anchor, hash, receipt } as const } : task
  })
  const confirmed = tasks.map(
    (_, task) => ({ when: noon + 60_000, what: 'confirmed', task, note: `0x${task + 1}` }) as const,
  )
  return { ...order, tasks, history: [...order.history, ...(moved ? confirmed : [])] }
}

function changesOf([inWeth, inUsdc]: readonly [bigint, bigint]): readonly BalanceChange[] {
  const { chainId } = harbor
  const all = [
    { account: provider, chainId, token: weth.address, delta: inWeth },
    { account: provider, chainId, token: usdc.address, delta: inUsdc },
  ]
  return all.filter(({ delta }) => delta !== 0n)
}

function grownBy({ kind }: LiquidityIntent): Pick<StepReceipt, 'grown'> {
  return kind === 'withdraw' ? {} : { grown: { position: 46n, liquidity: 1n, amount0: 0n, amount1: 0n } }
}

function receiptOf(hash: string): StepReceipt {
  return { hash, block: 1n, minedAt: noon + 60_000, fee: 10n ** 14n, received: undefined, spent: undefined }
}

function stepOf(purpose: Purpose, index: number): EvmStep {
  const place = { index, chainId: harbor.chainId, from: provider, to: manager }
  return { kind: 'evm', ...place, data: '0x', value: 0n, purpose, said: undefined }
}

/** A deposit that the service was asked for, after these answers. */
export function requestedDeposit(...answers: readonly RequestProgress[]): RequestedOrder {
  const plan = seal({ intent: depositIntent, steps: [], quote: noQuote, receivedAt: noon })
  const asked = { plan, body: `{"amountA":0.5,"recipient":"${provider}"}`, before: 100n, expected: 1_000n }
  const order = answers.reduce<Order>(
    (order, progress, place) => applyEvent(order, { type: 'request', progress, when: noon + (place + 1) * 1_000 }),
    openRequest('deposit-1', asked, noon),
  )
  if (!isRequested(order)) throw new Error('The deposit has steps.')
  return order
}
