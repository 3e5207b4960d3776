import { concat, encodeFunctionData, encodePacked, getAddress, type Hex, pad, parseAbi, zeroHash } from 'viem'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import {
  approval,
  chainTime,
  eth,
  harborSettings,
  honest,
  intentOf,
  me,
  nobody,
  outcomeOf,
  packPath,
  record,
  usdc,
  usdt,
  wbtc,
  weth,
} from '../fixtures'
import type { HonestCase } from './honest'
import { coinCommand, execute, moveCommand, routerItself, swapCommand } from './routerAbi'

/* Shapes of everyday answers that look unlike each other: routers' other functions, other spellings of the same members. */

const abi = parseAbi([
  'function execute(bytes commands, bytes[] inputs) payable',
  'function multicall(bytes[] data) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function multicall(bytes32 previousBlockhash, bytes[] data) payable',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum) payable',
  'function sweepToken(address token, uint256 amountMinimum) payable',
  'function wrapETH(uint256 value) payable',
  'function refundETH() payable',
])
/** Algebra's first version: no fee in a path, no deployer. */
const algebra = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params) payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function multicall(bytes[] data) payable',
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient) payable',
])

const base = intentOf(usdc, '1000', weth)
const forCoins = intentOf(usdc, '1000', eth)
const ofCoins = intentOf(eth, '0.5', usdc)
const far = intentOf(usdc, '12', wbtc)
const until = chainTime + 600n
const [dollar, wrapped, bitcoin] = [usdc, weth, wbtc].map(({ address }) => getAddress(address)) as [Hex, Hex, Hex]
const least = (intent: SwapIntent) => (outcomeOf(intent) * 9_950n) / 10_000n
const caller: Hex = '0x0000000000000000000000000000000000000001'

function good(name: string, intent: SwapIntent, data: Hex, more: Partial<HonestCase> = {}): HonestCase {
  const { sell } = intent
  const answer = honest(intent)
  const call = record({ data, value: sell.token.isNative ? `${sell.units}` : '0' })
  const transactions = sell.token.isNative ? [call] : [approval(sell.token, sell.units), call]
  return { name, intent, answer: { ...answer, transactions: ordered(transactions) }, ...more }
}

function ordered(transactions: readonly TransactionRecord[]): readonly TransactionRecord[] {
  return transactions.map((each, order) => ({ ...each, order }))
}

const single = (intent: SwapIntent, recipient: Hex, amountIn = intent.sell.units, amountOutMinimum = least(intent)) => {
  const [tokenIn, tokenOut] = [intent.sell.token, intent.buy].map(({ isNative, address }) =>
    isNative ? wrapped : getAddress(address),
  ) as [Hex, Hex]
  return encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [{ tokenIn, tokenOut, fee: 500, recipient, amountIn, amountOutMinimum, sqrtPriceLimitX96: 0n }],
  })
}
const batch = (...calls: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
const timed = (...calls: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [until, calls] })
const hop = packPath([dollar, wrapped])
/** A deployment that names its tokens, as every one does that is set up by the book. */
export const namesDollar = { chains: [{ ...harborSettings, tokens: [{ symbol: 'USDC', address: usdc.address }] }] }
const half = base.sell.units / 2n

const routers: readonly HonestCase[] = [
  good('Router02: one call and nothing else', base, single(base, me)),
  good('Router02: its word for the caller', base, timed(single(base, caller))),
  good('Router02: a batch without a deadline', base, batch(single(base, me))),
  good(
    'Router02: a batch that names the block before',
    base,
    encodeFunctionData({ abi, functionName: 'multicall', args: [zeroHash, [single(base, me)]] }),
  ),
  good(
    'Router02: coins for the caller, without a recipient',
    forCoins,
    timed(
      single(forCoins, routerItself),
      encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [least(forCoins)] }),
    ),
  ),
  good(
    'Router02: coins wrapped first, then all that is held is sold',
    ofCoins,
    timed(encodeFunctionData({ abi, functionName: 'wrapETH', args: [ofCoins.sell.units] }), single(ofCoins, me, 0n)),
  ),
  good(
    'Router02: coins with a refund',
    ofCoins,
    timed(single(ofCoins, me), encodeFunctionData({ abi, functionName: 'refundETH' })),
  ),
  good(
    'Router02: by way of pools of the second version',
    base,
    timed(
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForTokens',
        args: [base.sell.units, least(base), [dollar, wrapped], caller],
      }),
    ),
    { known: namesDollar },
  ),
  good(
    'Router02: one half by each version',
    base,
    timed(
      single(base, me, half, least(base) / 2n),
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForTokens',
        args: [half, least(base) / 2n, [dollar, wrapped], me],
      }),
    ),
    { known: namesDollar },
  ),
  good(
    'Router02: a way of three pools',
    far,
    timed(
      encodeFunctionData({
        abi,
        functionName: 'exactInput',
        args: [
          {
            path: packPath([dollar, getAddress(usdt.address), wrapped, bitcoin]),
            ...{ recipient: me, amountIn: far.sell.units, amountOutMinimum: least(far) },
          },
        ],
      }),
    ),
  ),
  good(
    'Router02: an exact output',
    base,
    timed(
      encodeFunctionData({
        abi,
        functionName: 'exactOutputSingle',
        args: [
          {
            ...{ tokenIn: dollar, tokenOut: wrapped, fee: 500, recipient: me, amountOut: least(base) },
            ...{ amountInMaximum: base.sell.units, sqrtPriceLimitX96: 0n },
          },
        ],
      }),
    ),
  ),
  good(
    'Router02: the rest is swept to the caller',
    base,
    timed(single(base, me), encodeFunctionData({ abi, functionName: 'sweepToken', args: [dollar, 0n] })),
  ),
  good(
    'v2: an exact output',
    base,
    encodeFunctionData({
      abi,
      functionName: 'swapTokensForExactTokens',
      args: [least(base), base.sell.units, [dollar, wrapped], me, until],
    }),
  ),
  good(
    'v2: coins, exactly so many',
    forCoins,
    encodeFunctionData({
      abi,
      functionName: 'swapTokensForExactETH',
      args: [least(forCoins), forCoins.sell.units, [dollar, wrapped], me, until],
    }),
  ),
  good(
    'v2: a token for coins, exactly so much',
    ofCoins,
    encodeFunctionData({
      abi,
      functionName: 'swapETHForExactTokens',
      args: [least(ofCoins), [wrapped, dollar], me, until],
    }),
  ),
  good(
    'v2: coins for a token that may take a fee',
    forCoins,
    encodeFunctionData({
      abi,
      functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
      args: [forCoins.sell.units, least(forCoins), [dollar, wrapped], me, until],
    }),
  ),
  good(
    'v2: a token that may take a fee, for coins',
    ofCoins,
    encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [least(ofCoins), [wrapped, dollar], me, until],
    }),
    { known: namesDollar },
  ),
  good(
    'Algebra: its first version',
    base,
    encodeFunctionData({
      abi: algebra,
      functionName: 'exactInputSingle',
      args: [
        {
          ...{ tokenIn: dollar, tokenOut: wrapped, recipient: me, deadline: until },
          ...{ amountIn: base.sell.units, amountOutMinimum: least(base), limitSqrtPrice: 0n },
        },
      ],
    }),
  ),
  good(
    'Algebra: a way without fees in it',
    far,
    encodeFunctionData({
      abi: algebra,
      functionName: 'exactInput',
      args: [
        {
          path: encodePacked(['address', 'address', 'address'], [dollar, wrapped, bitcoin]),
          ...{ recipient: me, deadline: until, amountIn: far.sell.units, amountOutMinimum: least(far) },
        },
      ],
    }),
  ),
  good(
    'Algebra: coins by its own word',
    forCoins,
    encodeFunctionData({
      abi: algebra,
      functionName: 'multicall',
      args: [
        [
          encodeFunctionData({
            abi: algebra,
            functionName: 'exactInputSingle',
            args: [
              {
                ...{ tokenIn: dollar, tokenOut: wrapped, recipient: nobody, deadline: until },
                ...{ amountIn: forCoins.sell.units, amountOutMinimum: 0n, limitSqrtPrice: 0n },
              },
            ],
          }),
          encodeFunctionData({ abi: algebra, functionName: 'unwrapWNativeToken', args: [least(forCoins), me] }),
        ],
      ],
    }),
  ),
]

const untimed = (...commands: Parameters<typeof execute>[0][number][]) =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [
      concat(commands.map(({ code }) => pad(`0x${code.toString(16)}`, { size: 1 }))),
      commands.map(({ input }) => input),
    ],
  })

const universal: readonly HonestCase[] = [
  good(
    'universal router: without a deadline',
    base,
    untimed(swapCommand({ path: hop, amountIn: base.sell.units, minimum: least(base) })),
  ),
  good(
    'universal router: its word for the caller',
    base,
    execute([swapCommand({ path: hop, amountIn: base.sell.units, minimum: least(base), recipient: caller })]),
  ),
  good(
    'universal router: two pools, one after the other, and a sweep',
    far,
    execute([
      swapCommand({ path: hop, amountIn: far.sell.units, minimum: 0n, recipient: routerItself }),
      swapCommand({
        ...{ path: packPath([wrapped, bitcoin]), amountIn: 1n << 255n, minimum: 0n },
        ...{ recipient: routerItself, byUser: false },
      }),
      moveCommand(0x04, bitcoin, me, least(far)),
    ]),
  ),
  good(
    'universal router: coins, of which the rest is swept',
    ofCoins,
    execute([
      coinCommand(0x0b, routerItself, ofCoins.sell.units),
      swapCommand({
        ...{ path: packPath([wrapped, dollar]), amountIn: ofCoins.sell.units, minimum: least(ofCoins) },
        byUser: false,
      }),
      moveCommand(0x04, nobody, me, 0n),
    ]),
  ),
  good(
    'universal router: coins, of which the wrapped rest is unwrapped',
    ofCoins,
    execute([
      coinCommand(0x0b, routerItself, ofCoins.sell.units),
      swapCommand({
        ...{ path: packPath([wrapped, dollar]), amountIn: ofCoins.sell.units, minimum: least(ofCoins) },
        byUser: false,
      }),
      coinCommand(0x0c, me, 0n),
    ]),
  ),
  good(
    'universal router: three parts of unlike size',
    base,
    execute(
      [6n, 3n, 1n].map((tenths) =>
        swapCommand({ path: hop, amountIn: (base.sell.units * tenths) / 10n, minimum: (least(base) * tenths) / 10n }),
      ),
    ),
  ),
]

const plain = honest(base)
const changed = (change: (each: TransactionRecord) => Partial<TransactionRecord>): SwapAnswer => ({
  ...plain,
  transactions: plain.transactions.map((each) => ({ ...each, ...change(each) })),
})
const text = (units: bigint, decimals: number) => {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const spelt: readonly HonestCase[] = [
  ...([741_001, '741001', '0xb4e89', 'eip155:741001', 1] as const).map((chainId) => ({
    name: `a chain written as ${JSON.stringify(chainId)}`,
    intent: base,
    answer: changed(() => ({ rest: { chainId } })),
  })),
  ...(['APPROVAL', 'Approve token', 'approve'] as const).map((type) => ({
    name: `an approval that is called ${type}`,
    intent: base,
    answer: changed((each) => ({ type: each.type === 'approve' ? type : 'SWAP' })),
  })),
  { name: 'transactions counted from one', intent: base, answer: changed(({ order = 0 }) => ({ order: order + 1 })) },
  {
    name: 'a minimum with zeros behind it',
    intent: base,
    answer: { ...plain, minAmountOut: `${text(least(base), 18)}000` },
  },
  { name: 'no expected amount', intent: base, answer: { ...plain, expectedAmountOut: undefined } },
  { name: 'no gas figures', intent: base, answer: changed(() => ({ gasAmount: undefined, gasUsd: undefined })) },
  { name: 'a value of 0x0', intent: base, answer: changed(() => ({ value: '0x0' })) },
  { name: 'a value of nothing', intent: base, answer: changed(() => ({ value: '0.0' })) },
]

export const everydayCases: readonly HonestCase[] = [...routers, ...universal, ...spelt]
