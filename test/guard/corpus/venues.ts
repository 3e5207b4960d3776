import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import type { PlanningContext } from '../../../src/guard/answer/parsedAnswer'
import type { CheckInputs } from '../../../src/guard/checkInputs'
import type { SwapIntent } from '../../../src/guard/intent'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import { contractsByVenue, contractsOf, permit2, venueNames } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import {
  addressOf,
  answerOf,
  approveData,
  chainTime,
  exactInputData,
  harborSettings,
  intentOf,
  me,
  multicallData,
  nobody,
  outcomeOf,
  packPath,
  record,
  abi as spoken,
  unlimited,
} from '../fixtures'
import type { HonestCase } from './honest'
import {
  algebra,
  coinCommand,
  execute,
  pairCommand,
  permit2 as permit2Abi,
  pricedSwapCommand,
  routerAbi,
  routerItself,
  swapCommand,
} from './routerAbi'
import { codeHash, withRuns } from './world'

/*
 * Common routers on their own chains, with their published functions: typical answers of an aggregator. The deployment
 * names them.
 */

export const ethereum: Chain = { id: 11, chainId: 1, name: 'Ethereum', kind: 'evm', isEnabled: true }

function listed(symbol: string, decimals: number, price: string, address: string): Token {
  const id = 7_000 + symbol.charCodeAt(0) * 100 + symbol.length
  const isNative = address === nobody
  return { id, chain: ethereum, symbol, name: symbol, decimals, price, address, isNative, imagePath: undefined }
}

export const mainnet = {
  eth: listed('ETH', 18, '3200', nobody),
  weth: listed('WETH', 18, '3200', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'),
  usdc: listed('USDC', 6, '1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  dai: listed('DAI', 18, '1', '0x6B175474E89094C44Da98b954EedeAC495271d0F'),
  wbtc: listed('WBTC', 8, '95000', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'),
}

const named = venueNames.flatMap((name) => contractsOf(name, 'evm', 1))

export const settings: DeploymentChain = {
  ...harborSettings,
  chainId: 1,
  name: 'Ethereum',
  wrappedNative: mainnet.weth.address,
  positionManager: undefined,
  trusted: named,
  // As `npm run doctor` writes them: no chain was asked what the venues run.
  codeHashes: named.map((address) => ({ address, codeHash: codeHash(address) })),
}

export const knownThere: Partial<PlanningContext> = { chains: [settings], natives: [mainnet.eth] }

const { eth, weth, usdc, dai, wbtc } = mainnet
const pairs: readonly (readonly [Token, string, Token])[] = [
  [usdc, '1000', weth],
  [weth, '0.5', usdc],
  [dai, '250.5', wbtc],
  [usdc, '40', eth],
  [eth, '0.123456789', usdc],
]

const abi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'struct Transformation { uint32 deploymentNonce; bytes data; }',
  'function transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, uint256 minOutputTokenAmount, Transformation[] transformations) payable',
  'struct Simple { address fromToken; address toToken; uint256 fromAmount; uint256 toAmount; uint256 expectedAmount; address[] callees; bytes exchangeData; uint256[] startIndexes; uint256[] values; address beneficiary; address partner; uint256 feePercent; bytes permit; uint256 deadline; bytes16 uuid; }',
  'function simpleSwap(Simple data) payable',
  'struct Generic { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'function swapExactAmountIn(address executor, Generic swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
])

/* Four venues name their function "swap". */
const described =
  'struct Inch { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }'
const inch5 = parseAbi([described, 'function swap(address executor, Inch desc, bytes permit, bytes data) payable'])
const inch6 = parseAbi([described, 'function swap(address executor, Inch desc, bytes data) payable'])
const kyber = parseAbi([
  'struct Kyber { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct KyberExecution { address callTarget; address approveTarget; bytes targetData; Kyber desc; bytes clientData; }',
  'function swap(KyberExecution execution) payable',
])
const odos = parseAbi([
  'struct Odos { address inputToken; uint256 inputAmount; address inputReceiver; address outputToken; uint256 outputQuote; uint256 outputMin; address outputReceiver; }',
  'function swap(Odos tokenInfo, bytes pathDefinition, address executor, uint32 referralCode) payable',
])

export type Terms = {
  readonly tokenIn: Hex
  readonly tokenOut: Hex
  readonly amountIn: bigint
  readonly minimum: bigint
  readonly recipient: Hex
}

const executor = addressOf('executor')
const route: Hex = '0x0102030405060708'
const deadline = chainTime + 600n

/** How each venue writes a swap. */
export const spellings: Readonly<Record<string, (terms: Terms) => Hex>> = {
  'uniswap-v3': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: uniswap,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn,
          tokenOut,
          fee: 500,
          recipient,
          deadline,
          amountIn,
          amountOutMinimum: minimum,
          sqrtPriceLimitX96: 0n,
        },
      ],
    }),
  'uniswap-v3-router02': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'multicall',
      args: [
        deadline,
        [
          encodeFunctionData({
            abi: routerAbi,
            functionName: 'exactInputSingle',
            args: [
              { tokenIn, tokenOut, fee: 500, recipient, amountIn, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
            ],
          }),
        ],
      ],
    }),
  'uniswap-v2': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, minimum, [tokenIn, tokenOut], recipient, deadline],
    }),
  '1inch-v5': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: inch5,
      functionName: 'swap',
      args: [
        executor,
        {
          srcToken: tokenIn,
          dstToken: tokenOut,
          srcReceiver: executor,
          dstReceiver: recipient,
          amount: amountIn,
          minReturnAmount: minimum,
          flags: 4n,
        },
        '0x',
        route,
      ],
    }),
  '1inch-v6': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: inch6,
      functionName: 'swap',
      args: [
        executor,
        {
          srcToken: tokenIn,
          dstToken: tokenOut,
          srcReceiver: executor,
          dstReceiver: recipient,
          amount: amountIn,
          minReturnAmount: minimum,
          flags: 0n,
        },
        route,
      ],
    }),
  kyberswap: ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: kyber,
      functionName: 'swap',
      args: [
        {
          ...{ callTarget: executor, approveTarget: nobody, targetData: route, clientData: '0x7b7d' },
          desc: {
            ...{ srcToken: tokenIn, dstToken: tokenOut, srcReceivers: [executor], srcAmounts: [amountIn] },
            ...{ feeReceivers: [], feeAmounts: [], dstReceiver: recipient, amount: amountIn },
            ...{ minReturnAmount: minimum, flags: 0n, permit: '0x' },
          },
        },
      ],
    }),
  '0x-exchange-proxy': ({ tokenIn, tokenOut, amountIn, minimum }) =>
    encodeFunctionData({
      abi,
      functionName: 'transformERC20',
      args: [tokenIn, tokenOut, amountIn, minimum, [{ deploymentNonce: 21, data: route }]],
    }),
  'paraswap-v5': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi,
      functionName: 'simpleSwap',
      args: [
        {
          ...{
            fromToken: tokenIn,
            toToken: tokenOut,
            fromAmount: amountIn,
            toAmount: minimum,
            expectedAmount: minimum,
          },
          ...{ callees: [executor], exchangeData: route, startIndexes: [0n, 4n], values: [0n], beneficiary: recipient },
          ...{ partner: nobody, feePercent: 0n, permit: '0x', deadline, uuid: `0x${'ab'.repeat(16)}` },
        },
      ],
    }),
  'paraswap-v6': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi,
      functionName: 'swapExactAmountIn',
      args: [
        executor,
        {
          ...{ srcToken: tokenIn, destToken: tokenOut, fromAmount: amountIn, toAmount: minimum },
          ...{ quotedAmount: minimum, metadata: `0x${'cd'.repeat(32)}`, beneficiary: recipient },
        },
        0n,
        '0x',
        route,
      ],
    }),
  'odos-v2': ({ tokenIn, tokenOut, amountIn, minimum, recipient }) =>
    encodeFunctionData({
      abi: odos,
      functionName: 'swap',
      args: [
        {
          ...{ inputToken: tokenIn, inputAmount: amountIn, inputReceiver: executor, outputToken: tokenOut },
          ...{ outputQuote: minimum, outputMin: minimum, outputReceiver: recipient },
        },
        route,
        executor,
        0,
      ],
    }),
}

const uniswap = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable',
])

/** Of these the plain function takes and pays tokens only. */
const tokensOnly = ['uniswap-v3', 'uniswap-v3-router02', 'uniswap-v2']
const coin = getAddress('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')

export function contractOf(name: string) {
  const found = contractsByVenue[name]?.[1]
  if (!found) throw new Error(`${name} is not on Ethereum.`)
  const { address, spender } = typeof found === 'string' ? { address: found, spender: found } : found
  return { address: getAddress(address), spender: getAddress(spender) }
}

/** A swap through a venue, with the allowance it needs, as the venue's own API answers. */
export function through(name: string, intent: SwapIntent, change: Partial<Terms> = {}): SwapAnswer {
  const { sell, buy } = intent
  const { address, spender } = contractOf(name)
  const inCalldata = ({ isNative, address: token }: Token) => (isNative ? coin : getAddress(token))
  const terms: Terms = {
    ...{ tokenIn: inCalldata(sell.token), tokenOut: inCalldata(buy), amountIn: sell.units },
    ...{ minimum: (outcomeOf(intent) * 9_950n) / 10_000n, recipient: me, ...change },
  }
  const data = spellings[name]!(terms)
  const value = sell.token.isNative ? `${sell.units}` : '0'
  const approve = sell.token.isNative
    ? []
    : [record({ type: 'approve', to: sell.token.address, data: approveData(spender, sell.units) })]
  return figured(intent, [...approve, record({ to: address, data, value })])
}

function figured(intent: SwapIntent, transactions: readonly TransactionRecord[]): SwapAnswer {
  return answerOf(transactions, {
    minAmountOut: `${(outcomeOf(intent) * 9_950n) / 10_000n}`,
    expectedAmountOut: `${outcomeOf(intent)}`,
  })
}

const plain: readonly HonestCase[] = Object.keys(spellings).flatMap((name) =>
  pairs
    .filter(([sell, , buy]) => !tokensOnly.includes(name) || (!sell.isNative && !buy.isNative))
    .map(([sell, amount, buy]) => {
      const intent = intentOf(sell, amount, buy)
      return {
        name: `${name}: ${amount} ${sell.symbol} into ${buy.symbol}`,
        intent,
        answer: through(name, intent),
        known: knownThere,
        // They measure the minimum by the recipient's balance, along a route that no one reads.
        ...(['kyberswap', '0x-exchange-proxy'].includes(name) && { level: 'tried' as const }),
      }
    }),
)

const behind = contractOf('uniswap-universal-router')

/** As Uniswap's own page does it: the token lets Permit2 take it, Permit2 lets the router, the router swaps. */
function withPermit2(
  intent: SwapIntent,
  {
    asked = intent.sell.units,
    until = Number(chainTime) + 600,
    before = [],
    commands,
  }: {
    readonly asked?: bigint
    readonly until?: number
    readonly before?: readonly TransactionRecord[]
    readonly commands?: Parameters<typeof execute>[0]
  } = {},
): SwapAnswer {
  const { sell, buy } = intent
  const [from, to] = [sell.token.address, buy.isNative ? weth.address : buy.address].map((each) =>
    getAddress(each),
  ) as [Hex, Hex]
  const minimum = (outcomeOf(intent) * 9_950n) / 10_000n
  const most = asked > 2n ** 160n - 1n ? 2n ** 160n - 1n : asked
  const allow = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'approve',
    args: [from, behind.address, most, until],
  })
  const usual = [
    swapCommand({
      path: packPath([from, to], 500),
      amountIn: sell.units,
      minimum,
      recipient: buy.isNative ? routerItself : me,
    }),
    ...(buy.isNative ? [coinCommand(0x0c, me, minimum)] : []),
  ]
  return figured(intent, [
    ...before,
    record({ type: 'approve', to: from, data: approveData(getAddress(permit2), asked) }),
    record({ type: 'approve', to: permit2, data: allow }),
    record({ to: behind.address, data: execute(commands ?? usual) }),
  ])
}

function ownSwap(intent: SwapIntent) {
  const path = packPath([getAddress(intent.sell.token.address), getAddress(intent.buy.address)], 500)
  return { path, amountIn: intent.sell.units, minimum: (outcomeOf(intent) * 9_950n) / 10_000n }
}

/**
 * Into an intermediate token, which goes straight to the pair that sells it on; `further`: and from there into a third
 * pool.
 */
function throughPair(intent: SwapIntent, further: boolean) {
  const { sell, buy } = intent
  const { amountIn, minimum } = ownSwap(intent)
  const [first, second] = [dai, wbtc, usdc, weth].filter(
    ({ address }) => address !== sell.token.address && address !== buy.address,
  )
  const [from, mid, next, to] = [sell.token, first!, second!, buy].map(({ address }) => getAddress(address)) as [
    ...[Hex, Hex, Hex, Hex],
  ]
  const paid = swapCommand({ path: packPath([from, mid], 500), amountIn, minimum: 0n, recipient: addressOf('a pair') })
  if (!further) return [paid, pairCommand([mid, to], { minimum })]
  const held = { amountIn: 1n << 255n, minimum, byUser: false }
  return [
    paid,
    pairCommand([mid, next], { minimum: 0n, recipient: routerItself }),
    swapCommand({ path: packPath([next, to], 500), ...held }),
  ]
}

const permits: readonly HonestCase[] = pairs
  .filter(([sell]) => !sell.isNative)
  .flatMap(([sell, amount, buy]) => {
    const intent = intentOf(sell, amount, buy)
    const name = `${amount} ${sell.symbol} into ${buy.symbol}`
    return [
      { name: `Permit2 and the universal router: ${name}`, intent, answer: withPermit2(intent), known: knownThere },
      ...(buy.isNative
        ? []
        : [
            {
              name: `the universal router since 2.1, with prices of hops: ${name}`,
              intent,
              answer: withPermit2(intent, { commands: [pricedSwapCommand(ownSwap(intent), [10n ** 30n])] }),
              known: knownThere,
            },
            {
              name: `the universal router since 2.1, without prices: ${name}`,
              intent,
              answer: withPermit2(intent, { commands: [pricedSwapCommand(ownSwap(intent))] }),
              known: knownThere,
            },
            {
              name: `a v3 swap that pays the pair of the next v2 swap: ${name}`,
              intent,
              answer: withPermit2(intent, { commands: throughPair(intent, false) }),
              known: knownThere,
            },
            {
              name: `a v3 swap that pays a pair, and a v3 swap of what that gives: ${name}`,
              intent,
              answer: withPermit2(intent, { commands: throughPair(intent, true) }),
              known: knownThere,
            },
          ]),
      {
        name: `Permit2 without limit and for a month, cut down: ${name}`,
        intent,
        answer: withPermit2(intent, { asked: unlimited, until: Number(chainTime) + 2_592_000 }),
        known: knownThere,
      },
    ]
  })

const base = intentOf(usdc, '1000', weth)
const coins = intentOf(eth, '0.25', usdc)
const rating = withPermit2(base).transactions

const others: readonly HonestCase[] = [
  {
    name: 'Permit2 already allows the router',
    intent: base,
    answer: figured(base, [rating[0]!, rating[2]!]),
    known: knownThere,
  },
  {
    name: 'coins through a v2 router',
    intent: coins,
    known: knownThere,
    answer: figured(coins, [
      record({
        to: contractOf('uniswap-v2').address,
        value: `0x${coins.sell.units.toString(16)}`,
        data: encodeFunctionData({
          abi,
          functionName: 'swapExactETHForTokens',
          args: [
            (outcomeOf(coins) * 9_950n) / 10_000n,
            [getAddress(weth.address), getAddress(usdc.address)],
            me,
            deadline,
          ],
        }),
      }),
    ]),
  },
  {
    name: 'coins out of a v2 router',
    intent: intentOf(usdc, '1000', eth),
    known: knownThere,
    answer: figured(intentOf(usdc, '1000', eth), [
      record({
        type: 'approve',
        to: usdc.address,
        data: approveData(contractOf('uniswap-v2').address, base.sell.units),
      }),
      record({
        to: contractOf('uniswap-v2').address,
        data: encodeFunctionData({
          abi,
          functionName: 'swapExactTokensForETH',
          args: [
            base.sell.units,
            (outcomeOf(base) * 9_950n) / 10_000n,
            [getAddress(usdc.address), getAddress(weth.address)],
            me,
            deadline,
          ],
        }),
      }),
    ]),
  },
  {
    name: 'an Algebra router at Camelot’s kind of function',
    intent: base,
    known: knownThere,
    answer: figured(base, [
      record({
        type: 'approve',
        to: usdc.address,
        data: approveData(contractOf('uniswap-v3').address, base.sell.units),
      }),
      record({
        to: contractOf('uniswap-v3').address,
        data: encodeFunctionData({
          abi: algebra,
          functionName: 'exactInputSingle',
          args: [
            {
              ...{
                tokenIn: getAddress(usdc.address),
                tokenOut: getAddress(weth.address),
                deployer: nobody,
                recipient: me,
              },
              ...{ deadline, amountIn: base.sell.units, amountOutMinimum: (outcomeOf(base) * 9_950n) / 10_000n },
              limitSqrtPrice: 0n,
            },
          ],
        }),
      }),
    ]),
  },
  {
    name: 'one half through Odos, the other through KyberSwap',
    intent: base,
    known: knownThere,
    level: 'tried',
    answer: figured(base, [...halved('odos-v2'), ...halved('kyberswap')]),
  },
  {
    name: 'one half can be read, the other cannot',
    intent: base,
    known: knownThere,
    level: 'tried',
    answer: figured(base, [
      ...halved('uniswap-v3'),
      ...halved('kyberswap').map((each, index) => (index === 1 ? { ...each, data: '0xdeadbeef' } : each)),
    ]),
  },
  {
    name: 'ten transactions: five routers, an allowance for each',
    intent: base,
    known: knownThere,
    level: 'tried',
    answer: figured(
      base,
      ['uniswap-v3', 'uniswap-v3-router02', 'uniswap-v2', 'odos-v2', 'kyberswap'].flatMap((name) => shared(name, 5n)),
    ),
  },
  {
    name: 'Uniswap, named by the deployment, with the code that Uniswap publishes',
    intent: base,
    known: { ...knownThere, chains: [{ ...settings, codeHashes: [] }] },
    facts: runsCodeOf('uniswap-v3'),
    answer: through('uniswap-v3', base),
  },
  {
    name: 'addresses in upper case',
    intent: base,
    known: knownThere,
    level: 'tried',
    answer: upper(through('kyberswap', base)),
  },
  {
    name: 'ParaSwap, that the deployment does not name',
    intent: base,
    known: { ...knownThere, chains: [{ ...settings, trusted: [] }] },
    level: 'tried',
    answer: through('paraswap-v5', base),
  },
  {
    name: 'an unknown router that can be read, on a node that cannot simulate',
    intent: base,
    known: { ...knownThere, chains: [{ ...settings, trusted: [] }] },
    level: 'unchecked',
    isLoud: true,
    answer: through('uniswap-v2', base),
    facts: (facts) =>
      withRuns(facts, ({ chainId }) => ({
        is: 'not run',
        chainId,
        why: { code: 'node.said', facts: { text: 'the method does not exist.' } },
      })),
  },
]

/* Named tokens through the router's hands, in two pools, over a third token, and by the functions for tokens with a fee. */
const handed: readonly (readonly [Token, string, Token, Token])[] = [
  [usdc, '1000', weth, dai],
  [weth, '0.5', usdc, wbtc],
  [dai, '250.5', wbtc, weth],
  [wbtc, '0.01', usdc, weth],
  [usdc, '75', dai, weth],
  [dai, '80', weth, usdc],
  [wbtc, '0.02', weth, usdc],
  [weth, '0.7', dai, usdc],
  [usdc, '12', wbtc, weth],
  [dai, '17', usdc, weth],
  [usdc, '333', weth, wbtc],
  [wbtc, '0.03', dai, usdc],
]
const feeWords = parseAbi([
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])

function throughHands([sell, amount, buy, via]: (typeof handed)[number]): readonly HonestCase[] {
  const intent = intentOf(sell, amount, buy)
  const { units } = intent.sell
  const minimum = (outcomeOf(intent) * 9_950n) / 10_000n + 1n
  const [v3, v2] = [contractOf('uniswap-v3').address, contractOf('uniswap-v2').address]
  const swap = (path: readonly Token[], amountIn: bigint, least: bigint, recipient: Hex = me) =>
    exactInputData({ path, amountIn, minimum: least, recipient })
  const sweep = encodeFunctionData({ abi: spoken, functionName: 'sweepToken', args: [getAddress(buy.address), 0n, me] })
  const path = [sell, via, buy].map(({ address }) => getAddress(address))
  const args = [units, minimum, path, me, deadline] as const
  const functionName = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  const listed = (name: string, to: Hex, data: Hex): HonestCase => ({
    name: `${name}: ${amount} ${sell.symbol} into ${buy.symbol}`,
    intent,
    known: knownThere,
    answer: figured(intent, [
      record({ type: 'approve', to: sell.address, data: approveData(to, units) }),
      record({ to, data }),
    ]),
  })
  return [
    listed('swapped into the router, and swept', v3, multicallData(swap([sell, buy], units, minimum, nobody), sweep)),
    listed(
      'over a named token, into the router, and swept',
      v3,
      multicallData(swap([sell, via, buy], units, minimum, nobody), sweep),
    ),
    listed(
      'half in one pool, half over a named token',
      v3,
      multicallData(
        swap([sell, buy], units / 2n, minimum / 2n),
        swap([sell, via, buy], units - units / 2n, minimum - minimum / 2n),
      ),
    ),
    listed('as if a token took a fee, over a named one', v2, encodeFunctionData({ abi: feeWords, functionName, args })),
  ]
}

function coinsThroughHands([token, amount]: readonly [Token, string]): readonly HonestCase[] {
  const [into, from] = [intentOf(token, amount, eth), intentOf(eth, '0.3', token)]
  const least = (intent: SwapIntent) => (outcomeOf(intent) * 9_950n) / 10_000n + 1n
  const v3 = contractOf('uniswap-v3').address
  const swap = exactInputData({
    path: [token, weth],
    amountIn: into.sell.units,
    minimum: least(into),
    recipient: nobody,
  })
  const unwrap = encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9', args: [0n, me] })
  const half = from.sell.units / 2n
  const halves = [half, from.sell.units - half].map((amountIn, index) =>
    exactInputData({ path: [weth, token], amountIn, minimum: least(from) / 2n + BigInt(index), recipient: me }),
  )
  const refund = encodeFunctionData({ abi: spoken, functionName: 'refundETH' })
  return [
    {
      name: `swapped into the router, and all of it unwrapped: ${amount} ${token.symbol}`,
      intent: into,
      known: knownThere,
      answer: figured(into, [
        record({ type: 'approve', to: token.address, data: approveData(v3, into.sell.units) }),
        record({ to: v3, data: multicallData(swap, unwrap) }),
      ]),
    },
    {
      name: `coins in two halves, and the rest comes back: into ${token.symbol}`,
      intent: from,
      known: knownThere,
      answer: figured(from, [record({ to: v3, value: `${from.sell.units}`, data: multicallData(...halves, refund) })]),
    },
  ]
}

const hands: readonly HonestCase[] = [
  ...handed.flatMap(throughHands),
  ...(
    [
      [usdc, '40'],
      [dai, '250.5'],
      [wbtc, '0.004'],
    ] as const
  ).flatMap(coinsThroughHands),
]

/** Every contract runs the code that this venue publishes. */
export function runsCodeOf(venue: string): (facts: CheckInputs) => CheckInputs {
  return (facts) => ({
    ...facts,
    evidence: facts.evidence.map((found) =>
      found.is === 'read'
        ? { ...found, contracts: found.contracts.map((contract) => ({ ...contract, publishedAs: venue })) }
        : found,
    ),
  })
}

/** Half of the sale, with its allowance. */
function halved(name: string): readonly TransactionRecord[] {
  return shared(name, 2n)
}

/** One of equal parts of the sale, with its allowance. */
function shared(name: string, parts: bigint): readonly TransactionRecord[] {
  const amountIn = base.sell.units / parts
  const change = { amountIn, minimum: (outcomeOf(base) * 9_950n) / 10_000n / parts + 1n }
  const swap = through(name, base, change).transactions[1]!
  const { spender } = contractOf(name)
  return [record({ type: 'approve', to: usdc.address, data: approveData(spender, amountIn) }), swap]
}

function upper(answer: SwapAnswer): SwapAnswer {
  const loud = (to: string | undefined) => to && `0x${to.slice(2).toUpperCase()}`
  return { ...answer, transactions: answer.transactions.map((each) => ({ ...each, to: loud(each.to) })) }
}

export const venueCases: readonly HonestCase[] = [...plain, ...permits, ...others, ...hands]
