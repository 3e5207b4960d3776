import type { Chain } from '../../src/domain/chain'
import type { Token } from '../../src/domain/token'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan, Step } from '../../src/guard/plan'

/* Chains and tokens for the tests of this screen. */

export const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }
export const delta: Chain = { id: 2, chainId: 741002, name: 'Delta', kind: 'evm', isEnabled: true }
export const localSolana: Chain = { id: 3, chainId: 741003, name: 'Reef', kind: 'solana', isEnabled: true }

export function token(symbol: string, chain: Chain, more: Partial<Token> = {}): Token {
  const plain = { decimals: 6, isNative: false, price: '1', imagePath: undefined }
  return { id: numberOf(symbol, chain), chain, address: `0x${symbol}`, symbol, name: symbol, ...plain, ...more }
}

/** A different row number for every symbol and chain. */
function numberOf(symbol: string, { id }: Chain): number {
  return [...symbol].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), id)
}

export const me = '0x00000000000000000000000000000000000000aA'
export const other = '0x00000000000000000000000000000000000000bB'
export const router = '0x00000000000000000000000000000000000000cC'

export const eth = token('ETH', harbor, { address: 'native', isNative: true, decimals: 18, price: '3000' })
export const weth = token('WETH', harbor, {
  address: '0x0000000000000000000000000000000000000e7e',
  decimals: 18,
  price: '3000',
})
export const usdc = token('USDC', harbor, { address: '0x0000000000000000000000000000000000000501' })
export const farUsdc = token('USDC', delta, { address: '0x0000000000000000000000000000000000000502', decimals: 18 })

/** 100 USDC for at least 0.03 WETH: an allowance, then the swap. */
export function plan(change: Partial<SwapIntent> = {}, steps: readonly Step[] = [approval, swap]): Plan {
  const intent: SwapIntent = {
    kind: 'swap',
    sell: { token: usdc, units: 100_000_000n },
    buy: weth,
    slippageBps: 50,
    sender: me,
    recipient: me,
    skipNonSwapTransactions: false,
    ...change,
  }
  const minimumReceived = { token: intent.buy, units: 30_000_000_000_000_000n }
  const expectedOut = { token: intent.buy, units: 33_000_000_000_000_000n }
  const quote = { minimumReceived, expectedOut, path: ['USDC', 'WETH'], dex: 'native', gasUsd: '0.4' }
  return { intent, steps, quote, receivedAt: 1_000, hash: '0xplan' }
}

const transaction = { kind: 'evm', chainId: harbor.chainId, from: me, value: 0n, said: undefined } as const

export const approval: Step = {
  ...transaction,
  index: 0,
  to: usdc.address,
  data: '0x095ea7b3',
  purpose: { does: 'approve', token: usdc.address, spender: router, amount: 100_000_000n },
}

export const swap: Step = { ...transaction, index: 1, to: router, data: '0x04e45aaf', purpose: { does: 'swap' } }
