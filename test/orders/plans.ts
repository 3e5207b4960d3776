import type { Amount } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import type { AnyPlan, EvmStep, Plan, Purpose } from '../../src/guard/plan'
import type { StepReceipt } from '../../src/orders/progress'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { writeJson } from '../../src/protocol/json/json'
import { toPlainJson } from '../../src/protocol/json/plainJson'

/** Small builders of what orders are made of. */

export const trader = '0x00000000000000000000000000000000000000aa'
export const friend = '0x00000000000000000000000000000000000000bb'
export const router = '0x00000000000000000000000000000000000000cc'

const harbor = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true } as const

export const usd = token(1, 'USDC', '0x00000000000000000000000000000000000000d1', 6)
export const weth = token(2, 'WETH', '0x00000000000000000000000000000000000000d2', 18)
export const ether: Token = { ...token(3, 'ETH', '0x0000000000000000000000000000000000000000', 18), isNative: true }

function token(id: number, symbol: string, address: string, decimals: number): Token {
  return {
    id,
    chain: harbor,
    address,
    symbol,
    name: symbol,
    decimals,
    isNative: false,
    price: '1',
    imagePath: undefined,
  }
}

export function amount(of: Token, units: bigint): Amount {
  return { token: of, units }
}

type PlanWish = {
  readonly steps?: readonly Partial<EvmStep>[]
  readonly minimumReceived?: bigint
  readonly receivedAt?: number
  readonly sender?: string
  readonly recipient?: string
  readonly sell?: Amount
  readonly buy?: Token
}

/** A swap of 100 USDC for WETH: one approval, one swap, unless wished otherwise. */
export function planOf(wish: PlanWish = {}): Plan {
  const sender = wish.sender ?? trader
  const steps = (wish.steps ?? [approval, swap]).map((step, index) => ({ ...stepOf(step, index), from: sender }))
  const intent = {
    kind: 'swap',
    sell: wish.sell ?? amount(usd, 100_000_000n),
    buy: wish.buy ?? weth,
    slippageBps: 50,
    sender,
    recipient: wish.recipient ?? sender,
    skipNonSwapTransactions: false,
  } as const
  const minimumReceived = amount(intent.buy, wish.minimumReceived ?? 1_000_000n)
  return {
    intent,
    steps,
    quote: { minimumReceived, expectedOut: minimumReceived, path: ['USDC', 'WETH'], dex: 'native', gasUsd: '0.1' },
    receivedAt: wish.receivedAt ?? 0,
    hash: sealOf({ intent, steps }),
  }
}

/** A substitute for the guard's hash: one text for equal plans. */
export function sealOf({ intent, steps, assertion }: Pick<AnyPlan, 'intent' | 'steps' | 'assertion'>): string {
  return writeJson(toPlainJson({ intent, steps, ...(assertion ? { assertion } : {}) }))
}

const approves: Purpose = { does: 'approve', token: usd.address, spender: router, amount: 100_000_000n }

export const approval: Partial<EvmStep> = { to: usd.address, data: '0x095ea7b3', purpose: approves }
export const reset: Partial<EvmStep> = {
  to: usd.address,
  data: '0x095ea7b300',
  purpose: { does: 'reset', token: usd.address, spender: router },
}
export const swap: Partial<EvmStep> = { to: router, data: '0x04e45aaf', purpose: { does: 'swap' } }

export function stepOf(wish: Partial<EvmStep>, index = 0): EvmStep {
  return {
    kind: 'evm',
    index,
    chainId: harbor.chainId,
    from: trader,
    to: router,
    data: '0x04e45aaf',
    value: 0n,
    purpose: { does: 'swap' },
    said: undefined,
    ...wish,
  }
}

export function hashNo(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

export function anchorNo(nonce: number): EvmAnchor {
  return { kind: 'evm', account: trader, nonce, block: 100n, minedNonce: nonce }
}

export function receiptOf(hash: string, more: Partial<StepReceipt> = {}): StepReceipt {
  return { hash, block: 101n, fee: 21_000n, received: undefined, spent: undefined, ...more }
}
