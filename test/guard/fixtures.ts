import { concat, encodeFunctionData, encodePacked, getAddress, type Hex, parseAbi } from 'viem'
import { toUnits } from '../../src/domain/amount'
import type { Chain } from '../../src/domain/chain'
import type { Token } from '../../src/domain/token'
import type { PlanningContext } from '../../src/guard/answer/parsedAnswer'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan } from '../../src/guard/plan'
import { planSwap } from '../../src/guard/plan/planSwap'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import type { SwapAnswer, TransactionRecord } from '../../src/protocol/serviceMessages'

/* Chains, tokens, contracts and honest answers for tests, built the way the embedded exchange builds them. */

export const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }
export const delta: Chain = { id: 2, chainId: 741002, name: 'Delta', kind: 'evm', isEnabled: true }
export const localSolana: Chain = { id: 3, chainId: 741003, name: 'Reef', kind: 'solana', isEnabled: true }

/** The same letters give the same address. */
export function addressOf(name: string): Hex {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return getAddress(`0x${`c0ffee${hex}`.padEnd(40, '5').slice(0, 40)}`)
}

export const me = addressOf('me')
export const friend = addressOf('friend')
export const thief = addressOf('thief')
export const router = addressOf('router')
export const positionManager = addressOf('positions')

function token(symbol: string, decimals: number, price: string, more: Partial<Token> = {}): Token {
  const chain = more.chain ?? harbor
  const address = addressOf(`${symbol}@${chain.name}`)
  const id = [...symbol, ...chain.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  return { id, chain, address, symbol, name: symbol, decimals, isNative: false, price, imagePath: undefined, ...more }
}

export const nobody = '0x0000000000000000000000000000000000000000'
export const eth = token('ETH', 18, '3200', { isNative: true, address: nobody })
export const weth = token('WETH', 18, '3200')
export const usdc = token('USDC', 6, '1')
export const usdt = token('USDT', 6, '1')
export const dai = token('DAI', 18, '1')
export const wbtc = token('WBTC', 8, '95000')
export const pup = token('PUP', 18, '0.00042')
export const farUsdc = token('USDC', 18, '1', { chain: delta })

export const harborSettings: DeploymentChain = {
  chainId: harbor.chainId,
  kind: 'evm',
  name: harbor.name,
  rpcUrls: ['http://localhost/rpc/741001'],
  wsUrl: undefined,
  explorerUrl: undefined,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  wrappedNative: weth.address,
  trusted: [router, positionManager],
  positionManager,
  confirmations: 1,
  genesisHash: undefined,
}

export const deltaSettings: DeploymentChain = {
  ...harborSettings,
  chainId: delta.chainId,
  name: delta.name,
  rpcUrls: ['http://localhost/rpc/741002'],
  wrappedNative: addressOf('WETH@Delta'),
}

export const known: PlanningContext = { receivedAt: 1_000_000, chains: [harborSettings, deltaSettings], natives: [eth] }
/** Seconds of the chain when the answer arrived. */
export const chainTime = 1_790_000_000n

export function intentOf(sell: Token, amount: string, buy: Token, more: Partial<SwapIntent> = {}): SwapIntent {
  return {
    kind: 'swap',
    sell: { token: sell, units: toUnits(amount, sell.decimals) },
    buy,
    slippageBps: 50,
    sender: me,
    recipient: me,
    skipNonSwapTransactions: false,
    ...more,
  }
}

export function record(more: Partial<TransactionRecord>): TransactionRecord {
  return {
    type: 'swap',
    data: '0x',
    order: 0,
    value: '0',
    gasAmount: '200000',
    gasUsd: '0.5',
    to: router,
    chainType: 'EVM',
    rpcUrl: 'http://localhost/rpc/741001',
    rest: {},
    ...more,
  }
}

export function answerOf(transactions: readonly TransactionRecord[], more: Partial<SwapAnswer> = {}): SwapAnswer {
  return {
    path: [],
    transactions: transactions.map((each, order) => ({ ...each, order })),
    dexToUse: 'native',
    minAmountOut: undefined,
    expectedAmountOut: undefined,
    rest: {},
    ...more,
  }
}

export function planOf(intent: SwapIntent, answer: SwapAnswer, more: Partial<PlanningContext> = {}): Plan {
  const planned = planSwap(intent, answer, { ...known, ...more })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  return planned.plan
}

export const unlimited = 2n ** 256n - 1n

export const abi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params) payable',
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
])

export function approveData(spender: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
}

export function approval(token: Token, amount: bigint, spender: Hex = router): TransactionRecord {
  return record({ type: 'approve', to: token.address, data: approveData(spender, amount) })
}

export type SwapCall = {
  readonly path: readonly Token[]
  readonly amountIn: bigint
  readonly minimum: bigint
  readonly recipient?: Hex
  readonly deadline?: bigint
}

/** One or more hops along a path, as the router takes it. */
export function exactInputData({
  path,
  amountIn,
  minimum,
  recipient = me,
  deadline = chainTime + 600n,
}: SwapCall): Hex {
  const [tokenIn, tokenOut] = [path[0]!, path.at(-1)!].map(inside) as [Hex, Hex]
  if (path.length === 2) {
    const params = { tokenIn, tokenOut, fee: 3000, recipient, deadline, amountIn, amountOutMinimum: minimum }
    return encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [{ ...params, sqrtPriceLimitX96: 0n }] })
  }
  const packed = packPath(path.map(inside))
  const params = { path: packed, recipient, deadline, amountIn, amountOutMinimum: minimum }
  return encodeFunctionData({ abi, functionName: 'exactInput', args: [params] })
}

export function packPath(tokens: readonly Hex[], fee = 3000): Hex {
  return concat(tokens.flatMap((each, index) => (index === 0 ? [each] : [encodePacked(['uint24'], [fee]), each])))
}

export function multicallData(...data: readonly Hex[]): Hex {
  return encodeFunctionData({ abi, functionName: 'multicall', args: [data] })
}

/** Pools have only the wrapped coin. */
function inside({ isNative, address }: Token): Hex {
  return getAddress(isNative ? weth.address : address)
}

/** The honest answer of the embedded exchange to an intent along a path, worth the same at the tokens' prices. */
export function honest(intent: SwapIntent, via: readonly Token[] = [], more: Partial<SwapAnswer> = {}): SwapAnswer {
  const { sell, buy, recipient } = intent
  const expected = outcomeOf(intent)
  const minimum = (expected * BigInt(10_000 - intent.slippageBps)) / 10_000n
  const figures = { minAmountOut: text(minimum, buy), expectedAmountOut: text(expected, buy), ...more }
  const wrapping = sell.token.isNative && buy.address === weth.address
  const unwrapping = buy.isNative && sell.token.address === weth.address
  if (wrapping || unwrapping) {
    const data = wrapping
      ? encodeFunctionData({ abi, functionName: 'deposit' })
      : encodeFunctionData({ abi, functionName: 'withdraw', args: [sell.units] })
    return answerOf([record({ type: 'wrap', to: weth.address, data, value: wrapping ? `${sell.units}` : '0' })], {
      minAmountOut: text(sell.units, buy),
      ...more,
    })
  }
  const call = { path: [sell.token, ...via, buy], amountIn: sell.units, minimum, recipient: getAddress(recipient) }
  if (sell.token.isNative) {
    const data = multicallData(exactInputData(call), encodeFunctionData({ abi, functionName: 'refundETH' }))
    return answerOf([record({ data, value: `${sell.units}` })], figures)
  }
  const data = buy.isNative
    ? multicallData(
        exactInputData({ ...call, recipient: nobody }),
        encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, getAddress(recipient)] }),
      )
    : exactInputData(call)
  return answerOf([approval(sell.token, sell.units), record({ data })], figures)
}

/** What the sold amount buys at the tokens' prices, less 0.3 %. */
export function outcomeOf({ sell, buy }: Pick<SwapIntent, 'sell' | 'buy'>): bigint {
  const [from, to] = [sell.token, buy].map(({ price }) => toUnits(price ?? '1', 18)) as [bigint, bigint]
  const even = (sell.units * from * 10n ** BigInt(buy.decimals)) / (to * 10n ** BigInt(sell.token.decimals))
  const isWrap = sell.token.price === buy.price && sell.token.isNative !== buy.isNative && buy.decimals === 18
  return isWrap ? even : (even * 997n) / 1000n
}

function text(units: bigint, { decimals }: Token): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`
}
