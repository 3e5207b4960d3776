import { encodeFunctionData, getAddress, type Hex, parseAbi, toHex } from 'viem'
import { fromBase58 } from '../../../src/domain/encodings'
import type { Token } from '../../../src/domain/token'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import {
  abi,
  addressOf,
  answerOf,
  approval,
  chainTime,
  dai,
  delta,
  deltaSettings,
  eth,
  exactInputData,
  farUsdc,
  friend,
  harborSettings,
  honest,
  intentOf,
  localSolana,
  me,
  multicallData,
  nobody,
  outcomeOf,
  packPath,
  pup,
  record,
  router,
  unlimited,
  usdc,
  usdt,
  wbtc,
  weth,
} from '../fixtures'
import { honestBridges } from './bridgeVenues'
import { honestCrossings } from './crossings'
import { everydayCases } from './everyday'
import { algebra, coinCommand, execute, moveCommand, routerAbi, routerItself, swapCommand } from './routerAbi'
import { venueCases } from './venues'
import { type Case, underWay, unsimulated, withRuns } from './world'

const spokePool = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
])

/** An honest case may need a look (`warn`) but is never blocked. */
export type HonestCase = Case & {
  readonly level?: 'proven' | 'tried' | 'unchecked'
  /** Whether consent is needed, if the level does not imply it. */
  readonly isLoud?: boolean
}

const pairs: readonly (readonly [Token, string, Token, (readonly Token[])?])[] = [
  [usdc, '1000', weth],
  [usdc, '0.000001', dai],
  [usdc, '250.5', eth],
  [usdc, '12', wbtc, [weth]],
  [usdc, '99.99', pup, [weth]],
  [usdt, '1000', usdc],
  [usdt, '20', eth, [usdc]],
  [dai, '123.456789012345678901'.slice(0, 22), usdc],
  [dai, '5000', wbtc, [usdc, weth]],
  [wbtc, '0.00012345', usdc],
  [wbtc, '1', eth],
  [pup, '123456789.123456789', weth],
  [pup, '1000000', usdc, [weth]],
  [weth, '1.5', usdc],
  [weth, '0.25', eth],
  [weth, '3', wbtc],
  [eth, '1', usdc],
  [eth, '0.123456789012345678', weth],
  [eth, '0.000001', pup],
  [eth, '2', wbtc, [usdc]],
  [eth, '10', dai, [usdc]],
]

const plain: readonly HonestCase[] = pairs.map(([sell, amount, buy, via = []]) => {
  const intent = intentOf(sell, amount, buy)
  return { name: `${amount} ${sell.symbol} into ${buy.symbol}`, intent, answer: honest(intent, via) }
})

/** The same, to someone else: always worth a look. Wrapping pays the sender only. */
const gifts: readonly HonestCase[] = pairs
  .filter(([sell, , buy]) => sell.isNative === buy.isNative || ![sell, buy].includes(weth))
  .slice(0, 8)
  .map(([sell, amount, buy, via = []]) => {
    const intent = intentOf(sell, amount, buy, { recipient: friend })
    return {
      name: `${amount} ${sell.symbol} into ${buy.symbol} for a friend`,
      intent,
      answer: honest(intent, via),
      level: 'tried',
    }
  })

const wide: readonly HonestCase[] = [10, 100, 300, 1_000].map((slippageBps) => {
  const intent = intentOf(usdc, '500', weth, { slippageBps })
  return { name: `a tolerance of ${slippageBps} basis points`, intent, answer: honest(intent) }
})

const base = intentOf(usdc, '1000', weth)
const good = honest(base)
const coins = intentOf(eth, '0.123456789012345678', usdc)
const coinAnswer = honest(coins)
const amount = base.sell.units
const minimum = (outcomeOf(base) * 9_950n) / 10_000n
const [approve, swap] = [good.transactions[0]!, good.transactions[1]!]
const value = (text: string): SwapAnswer => ({
  ...coinAnswer,
  transactions: [{ ...coinAnswer.transactions[0]!, value: text }],
})
const swapWith = (data: Hex, more: Partial<SwapAnswer> = {}): SwapAnswer => ({
  ...good,
  ...answerOf([approve, record({ data })]),
  minAmountOut: good.minAmountOut,
  expectedAmountOut: good.expectedAmountOut,
  ...more,
})
const toWeth = getAddress(weth.address)
const fromUsdc = getAddress(usdc.address)
const unknownRouter = addressOf('elsewhere')
const throughUnknown = {
  ...good,
  transactions: [
    { ...approval(usdc, amount, unknownRouter), order: 0 },
    { ...swap, to: unknownRouter, order: 1 },
  ],
}

const toAPrice = encodeFunctionData({
  abi,
  functionName: 'exactInputSingle',
  args: [
    {
      ...{ tokenIn: toWeth, tokenOut: fromUsdc, fee: 3000, recipient: me, deadline: chainTime + 600n },
      ...{ amountIn: coins.sell.units, amountOutMinimum: (outcomeOf(coins) * 9_950n) / 10_000n },
      sqrtPriceLimitX96: 2n ** 96n,
    },
  ],
})

const spellings: readonly HonestCase[] = [
  {
    name: 'coins sold up to a price, and what is left handed back',
    intent: coins,
    answer: {
      ...coinAnswer,
      transactions: [
        {
          ...coinAnswer.transactions[0]!,
          data: multicallData(toAPrice, encodeFunctionData({ abi, functionName: 'refundETH' })),
        },
      ],
    },
  },
  {
    name: 'transactions in another order of arrival',
    intent: base,
    answer: { ...good, transactions: [swap, approve] },
  },
  {
    name: 'gaps in the order',
    intent: base,
    answer: {
      ...good,
      transactions: [
        { ...approve, order: 3 },
        { ...swap, order: 90 },
      ],
    },
  },
  { name: 'a repetition', intent: base, answer: { ...good, transactions: [approve, swap, swap] }, level: 'tried' },
  {
    name: 'addresses in lower case',
    intent: base,
    answer: { ...good, transactions: good.transactions.map((each) => ({ ...each, to: each.to?.toLowerCase() })) },
  },
  { name: 'data in upper case', intent: base, answer: swapWith(`0x${String(swap.data).slice(2).toUpperCase()}`) },
  { name: 'data without 0x', intent: base, answer: swapWith(String(swap.data).slice(2) as Hex), level: 'tried' },
  { name: 'a tag after the arguments', intent: base, answer: swapWith(`${swap.data}c0ffee` as Hex) },
  ...['evm', 'EVM', 'Ethereum', null, 0, 'something new'].map((chainType) => ({
    name: `chain type ${chainType}`,
    intent: base,
    answer: { ...good, transactions: good.transactions.map((each) => ({ ...each, chainType })) },
  })),
  {
    name: 'no label at all',
    intent: base,
    answer: { ...good, transactions: good.transactions.map((each) => ({ ...each, type: null })) },
  },
  {
    name: 'an RPC nobody knows',
    intent: base,
    answer: { ...good, transactions: good.transactions.map((each) => ({ ...each, rpcUrl: 'https://rpc.example' })) },
  },
  {
    name: 'members nobody knows',
    intent: base,
    answer: {
      ...good,
      transactions: good.transactions.map((each) => ({ ...each, rest: { nonce: 3, accessList: [], note: 'hello' } })),
    },
  },
  {
    name: 'no value on transactions without coins',
    intent: base,
    answer: { ...good, transactions: good.transactions.map((each) => ({ ...each, value: undefined })) },
  },
  ...['0.123456789012345678', '0.12345678901234568', '123456789012345678', '1.2345678901234568e17'].map((text) => ({
    name: `a value written as ${text}`,
    intent: coins,
    answer: value(text),
  })),
  {
    name: 'an unlimited approval, cut down',
    intent: base,
    answer: { ...good, transactions: [{ ...approval(usdc, unlimited), order: 0 }, swap] },
  },
  { name: 'a standing allowance, no approval', intent: base, answer: { ...good, transactions: [swap] } },
  {
    name: 'only swap transactions',
    intent: { ...base, skipNonSwapTransactions: true },
    answer: { ...good, transactions: [swap] },
  },
  { name: 'a reset before the approval', intent: intentOf(usdt, '1000', weth), answer: resetFirst() },
  { name: 'a minimum in base units', intent: base, answer: { ...good, minAmountOut: String(minimum) } },
  {
    name: 'no figures at all',
    intent: base,
    answer: { ...good, minAmountOut: undefined, expectedAmountOut: undefined },
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        changes: run.changes.map((change) => (change.delta >= 0n ? { ...change, delta: outcomeOf(base) } : change)),
      })),
  },
  {
    name: 'a small fee in coins on top',
    intent: base,
    answer: { ...good, transactions: [approve, { ...swap, data: '0x12345678', value: '1000000000000000' }] },
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        changes: [
          ...run.changes,
          { account: me, chainId: run.chainId, token: 'native', delta: -1_000_000_000_000_000n },
        ],
      })),
    level: 'tried',
  },
]

const otherRouters: readonly HonestCase[] = [
  {
    name: 'a router without deadline in a multicall with one',
    intent: base,
    answer: swapWith(
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'multicall',
        args: [
          chainTime + 300n,
          [
            encodeFunctionData({
              abi: routerAbi,
              functionName: 'exactInputSingle',
              args: [
                {
                  tokenIn: fromUsdc,
                  tokenOut: toWeth,
                  fee: 500,
                  recipient: '0x0000000000000000000000000000000000000001',
                  amountIn: amount,
                  amountOutMinimum: minimum,
                  sqrtPriceLimitX96: 0n,
                },
              ],
            }),
          ],
        ],
      }),
    ),
  },
  {
    name: 'an Algebra router',
    intent: base,
    answer: swapWith(
      encodeFunctionData({
        abi: algebra,
        functionName: 'exactInputSingle',
        args: [
          {
            tokenIn: fromUsdc,
            tokenOut: toWeth,
            deployer: nobody,
            recipient: me,
            deadline: chainTime + 300n,
            amountIn: amount,
            amountOutMinimum: minimum,
            limitSqrtPrice: 0n,
          },
        ],
      }),
    ),
  },
  {
    name: 'a v2 router',
    intent: base,
    answer: swapWith(
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForTokens',
        args: [amount, minimum, [fromUsdc, toWeth], me, chainTime + 300n],
      }),
    ),
  },
  {
    name: 'the universal router',
    intent: base,
    answer: swapWith(execute([swapCommand({ path: packPath([fromUsdc, toWeth]), amountIn: amount, minimum })])),
  },
  {
    name: 'the universal router, coins out',
    intent: intentOf(usdc, '1000', eth),
    answer: {
      ...honest(intentOf(usdc, '1000', eth)),
      transactions: [
        approve,
        {
          ...record({
            data: execute([
              swapCommand({ path: packPath([fromUsdc, toWeth]), amountIn: amount, minimum, recipient: routerItself }),
              coinCommand(0x0c, me, minimum),
            ]),
          }),
          order: 1,
        },
      ],
    },
  },
  {
    name: 'the universal router, coins in',
    intent: coins,
    answer: {
      ...coinAnswer,
      transactions: [
        {
          ...coinAnswer.transactions[0]!,
          data: execute([
            coinCommand(0x0b, routerItself, coins.sell.units),
            swapCommand({
              path: packPath([toWeth, fromUsdc]),
              amountIn: coins.sell.units,
              minimum: (outcomeOf(coins) * 9_950n) / 10_000n,
              byUser: false,
            }),
          ]),
        },
      ],
    },
  },
  {
    name: 'the universal router with a fee of 0.3 % to the deployment',
    intent: base,
    answer: swapWith(
      execute([
        swapCommand({
          path: packPath([fromUsdc, toWeth]),
          amountIn: amount,
          minimum: (minimum * 1_004n) / 1_000n,
          recipient: routerItself,
        }),
        moveCommand(0x06, toWeth, getAddress(harborSettings.trusted[1]!), 30n),
        moveCommand(0x04, toWeth, me, minimum),
      ]),
    ),
  },
  {
    name: 'two routes at once',
    intent: base,
    answer: swapWith(
      multicallData(
        exactInputData({ path: [usdc, weth], amountIn: amount / 2n, minimum: minimum / 2n }),
        exactInputData({ path: [usdc, dai, weth], amountIn: amount / 2n, minimum: minimum - minimum / 2n }),
      ),
    ),
  },
  {
    name: 'wrapping first, then swapping the wrapped coin',
    intent: coins,
    answer: wrappingFirst(
      exactInputData({
        path: [weth, usdc],
        amountIn: coins.sell.units,
        minimum: (outcomeOf(coins) * 9_950n) / 10_000n,
      }),
    ),
  },
  {
    name: 'wrapping first, then an unreadable call of a vouched router that takes the wrapped coin',
    intent: coins,
    answer: wrappingFirst('0x12345678'),
    level: 'tried',
  },
]

const acrossIntent = intentOf(usdc, '1000', farUsdc)
const reefUsdc: Token = { ...usdc, chain: localSolana, address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' }
const toReef = { ...intentOf(usdc, '1000', reefUsdc), recipient: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' }
const toCoins = intentOf(usdc, '1000', { ...eth, chain: delta })
const smallCrossing = intentOf(usdc, '50', farUsdc)
const across: readonly HonestCase[] = [
  {
    name: 'a bridge to Solana',
    intent: toReef,
    answer: bridge(
      { ...toReef, recipient: me },
      {
        chain: BigInt(localSolana.chainId),
        token: toHex(fromBase58(reefUsdc.address)!),
        recipient: toHex(fromBase58(toReef.recipient)!),
      },
    ),
  },
  { name: 'a bridge to coins of another chain', intent: toCoins, answer: bridge(toCoins, { token: nobody }) },
  { name: 'a bridge to another chain', intent: acrossIntent, answer: bridge(acrossIntent) },
  { name: 'Across to another chain', intent: acrossIntent, answer: acrossDeposit(acrossIntent) },
  {
    name: 'Across to coins of another chain, which it owes as wrapped ones',
    intent: toCoins,
    answer: acrossDeposit(toCoins, { tokenOut: deltaSettings.wrappedNative }),
  },
  {
    name: 'a message of three dollars, on a small crossing by a vouched bridge that cannot be read',
    intent: smallCrossing,
    answer: answerOf(
      [approval(usdc, smallCrossing.sell.units), record({ data: '0x12345678', value: '1000000000000000' })],
      { minAmountOut: '49' },
    ),
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        changes: [
          ...run.changes,
          { account: me, chainId: run.chainId, token: 'native', delta: -1_000_000_000_000_000n },
        ],
      })),
    level: 'tried',
  },
  {
    name: 'a bridge for a friend',
    intent: { ...acrossIntent, recipient: friend },
    answer: bridge({ ...acrossIntent, recipient: friend }),
    level: 'tried',
  },
]

const worlds: readonly HonestCase[] = [
  {
    name: 'a trusted router that could not be simulated',
    intent: base,
    answer: good,
    facts: unsimulated,
    level: 'unchecked',
  },
  { name: 'an unknown router that did what it says', intent: base, answer: throughUnknown, level: 'tried' },
  {
    name: 'a trusted router whose details are hidden',
    intent: base,
    answer: swapWith('0x12345678'),
    level: 'tried',
  },
  {
    name: 'a little more than the tolerance, because the price rose',
    intent: base,
    answer: good,
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        changes: run.changes.map((change) =>
          change.delta > 0n ? { ...change, delta: (change.delta * 1_003n) / 1_000n } : change,
        ),
      })),
  },
  {
    name: 'a plan that is under way: half has come, and the rest brings the other half',
    intent: base,
    answer: good,
    facts: (facts) => underWay(facts, 50n, outcomeOf(base) / 2n),
  },
  {
    name: 'an allowance that stood before and still stands',
    intent: base,
    answer: good,
    facts: (facts) =>
      withRuns(facts, (run) => ({ ...run, grants: [{ token: usdc.address, spender: router, before: 5n, after: 5n }] })),
  },
  { name: 'no price for the bought token', intent: { ...base, buy: { ...weth, price: undefined } }, answer: good },
  {
    name: 'a dry run without a wallet',
    intent: base,
    answer: good,
    facts: (facts) => ({ ...facts, account: undefined }),
  },
]

/** Every pair again in the words of other routers. */
const matrix: readonly HonestCase[] = pairs
  .filter(([sell, , buy]) => !sell.isNative && !buy.isNative)
  .flatMap(([sell, amount, buy, via = []]) => {
    const intent = intentOf(sell, amount, buy)
    const hops = [sell, ...via, buy].map(({ address }) => getAddress(address))
    const least = (outcomeOf(intent) * 9_950n) / 10_000n
    const answer = honest(intent, via)
    const written = (data: Hex): SwapAnswer => ({
      ...answer,
      transactions: [answer.transactions[0]!, { ...answer.transactions[1]!, data }],
    })
    const v2 = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [intent.sell.units, least, hops, me, chainTime + 300n],
    })
    const universal = execute([swapCommand({ path: packPath(hops), amountIn: intent.sell.units, minimum: least })])
    const name = `${amount} ${sell.symbol} into ${buy.symbol}`
    return [
      { name: `a v2 router: ${name}`, intent, answer: written(v2) },
      { name: `a universal router: ${name}`, intent, answer: written(universal) },
    ]
  })

export const honestCases: readonly HonestCase[] = [
  ...plain,
  ...gifts,
  ...wide,
  ...spellings,
  ...otherRouters,
  ...across,
  ...worlds,
  ...venueCases,
  ...everydayCases,
  ...honestCrossings,
  ...honestBridges,
  ...matrix,
]

/** The native coin is wrapped, and sold in wrapped form by a call of the router. */
function wrappingFirst(data: Hex): SwapAnswer {
  const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
  const wrap = record({ type: 'wrap', to: weth.address, data: deposit, value: String(coins.sell.units) })
  return {
    ...coinAnswer,
    ...answerOf([wrap, approval(weth, coins.sell.units), record({ data })]),
    minAmountOut: coinAnswer.minAmountOut,
    expectedAmountOut: coinAnswer.expectedAmountOut,
  }
}

function resetFirst(): SwapAnswer {
  const intent = intentOf(usdt, '1000', weth)
  const answer = honest(intent)
  return {
    ...answer,
    ...answerOf([approval(usdt, 0n), ...answer.transactions]),
    minAmountOut: answer.minAmountOut,
    expectedAmountOut: answer.expectedAmountOut,
  }
}

type AcrossTerms = {
  depositor: string
  recipient: string
  tokenOut: string | undefined
  chain: bigint
  amount: bigint
  minimum: bigint
  /** Until when it is filled, in seconds from the chain's time. */
  lasts: number
}

/** A crossing by Across, at the contract that the deployment names. */
export function acrossDeposit(intent: SwapIntent, change: Partial<AcrossTerms> = {}): SwapAnswer {
  const { sell, buy, sender, recipient } = intent
  const terms = { depositor: sender, recipient, tokenOut: buy.address, chain: BigInt(buy.chain.chainId), ...change }
  const { amount = sell.units, minimum = (outcomeOf(intent) * 9_950n) / 10_000n, lasts = 900 } = change
  const data = encodeFunctionData({
    abi: spokePool,
    functionName: 'depositV3',
    args: [
      ...([getAddress(terms.depositor), getAddress(terms.recipient)] as const),
      ...([getAddress(sell.token.address), getAddress(terms.tokenOut ?? nobody)] as const),
      ...([amount, minimum, terms.chain, nobody] as const),
      ...([Number(chainTime), Number(chainTime) + lasts, 0, '0x'] as const),
    ],
  })
  return answerOf([approval(sell.token, sell.units), record({ data })], { minAmountOut: undefined })
}

export function bridge(
  intent: SwapIntent,
  more: Partial<{ chain: bigint; token: Hex; recipient: Hex; minOut: bigint }> = {},
): SwapAnswer {
  const minOut = more.minOut ?? (outcomeOf(intent) * 9_950n) / 10_000n
  const destination = {
    chain: BigInt(delta.chainId),
    token: getAddress(farUsdc.address),
    recipient: getAddress(intent.recipient),
    minOut,
    deadline: chainTime + 900n,
    ...more,
  }
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'deposit',
    args: [fromUsdc, intent.sell.units, destination],
  })
  return answerOf([approval(usdc, intent.sell.units), record({ data })], { minAmountOut: undefined })
}
