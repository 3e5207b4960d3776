import { encodeAbiParameters, encodeFunctionData, getAddress, type Hex, parseAbi, parseAbiParameters } from 'viem'
import type { SwapIntent } from '../../../src/guard/intent'
import { seal } from '../../../src/guard/seal'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import {
  abi,
  addressOf,
  answerOf,
  approval,
  approveData,
  chainTime,
  dai,
  delta,
  eth,
  exactInputData,
  farUsdc,
  honest,
  intentOf,
  me,
  multicallData,
  nobody,
  outcomeOf,
  packPath,
  record,
  router,
  thief,
  usdc,
  wbtc,
  weth,
} from '../fixtures'
import { bridge } from './honest'
import { execute, moveCommand, routerAbi, routerItself, someWord, swapCommand } from './routerAbi'
import type { TamperedCase } from './tampered'
import { unsimulated, withRuns } from './world'

/*
 * Attempts of a second thief who has read the first list: nested calls, the destination chain of a crossing, routers
 * that keep leftovers, and calls that only look like known ones. Unless a case states it, the simulation shows nothing
 * wrong.
 */

const more = parseAbi([
  'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params) payable',
  'function multicall(bytes32 previousBlockhash, bytes[] data) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  'function transferAndCall(address to, uint256 amount, bytes data)',
  'function approveAndCall(address spender, uint256 amount, bytes data)',
  'function burn(uint256 amount)',
  'function swapAndDeposit(address tokenIn, uint256 amountIn, bytes path, uint256 minMid, address midToken, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
  'function pull(address token, uint256 value) payable',
])

const base = intentOf(usdc, '1000', weth)
const good = honest(base)
const [approve, swap] = [good.transactions[0]!, good.transactions[1]!]
const amount = base.sell.units
const expected = outcomeOf(base)
const minimum = (expected * 9_950n) / 10_000n
const coins = intentOf(eth, '1', usdc)
const coinSwap = honest(coins).transactions[0]!
const coinMinimum = (outcomeOf(coins) * 9_950n) / 10_000n
const unwrapping = intentOf(usdc, '1000', eth)
const [fromUsdc, toWeth] = [getAddress(usdc.address), getAddress(weth.address)]
const path = packPath([fromUsdc, toWeth])
const across = intentOf(usdc, '1000', farUsdc)
const far = { rpcUrl: 'http://localhost/rpc/741002' }

type More = Partial<Omit<TamperedCase, 'name' | 'code' | 'level'>>

function bad(code: string, name: string, more: More, level: TamperedCase['level'] = 'blocked'): TamperedCase {
  return { code, name, level, intent: base, answer: good, ...more }
}

function swapped(data: Hex, change: Partial<TransactionRecord> = {}): { answer: SwapAnswer } {
  return { answer: { ...good, transactions: [approve, { ...swap, data, ...change }] } }
}

function inserted(extra: Partial<TransactionRecord>): { answer: SwapAnswer } {
  return { answer: answerOf([approve, record({ type: 'transaction', ...extra }), swap], figuresOf(good)) }
}

/** A crossing with more transactions on the destination chain. */
function besides(...extra: readonly Partial<TransactionRecord>[]): { intent: SwapIntent; answer: SwapAnswer } {
  const crossing = bridge(across)
  return {
    intent: across,
    answer: answerOf(
      [...crossing.transactions, ...extra.map((each) => record({ ...far, ...each }))],
      figuresOf(crossing),
    ),
  }
}

function figuresOf({ minAmountOut, expectedAmountOut }: SwapAnswer) {
  return { minAmountOut, expectedAmountOut }
}

function swapData(change: Partial<Parameters<typeof exactInputData>[0]> = {}): Hex {
  return exactInputData({ path: [usdc, weth], amountIn: amount, minimum, ...change })
}

function nested(data: Hex, depth: number): Hex {
  return depth === 0 ? data : nested(multicallData(data), depth - 1)
}

function exactOutput(recipient: Hex): Hex {
  const params = {
    path: packPath([toWeth, fromUsdc]),
    recipient,
    deadline: chainTime + 600n,
    amountOut: minimum,
    amountInMaximum: amount,
  }
  return encodeFunctionData({ abi: more, functionName: 'exactOutput', args: [params] })
}

function exactOutputSingle(recipient: Hex): Hex {
  const params = {
    tokenIn: fromUsdc,
    tokenOut: toWeth,
    fee: 3000,
    recipient,
    deadline: chainTime + 600n,
    amountOut: minimum,
    amountInMaximum: amount,
    sqrtPriceLimitX96: 0n,
  }
  return encodeFunctionData({ abi, functionName: 'exactOutputSingle', args: [params] })
}

/** Sells the native coin up to a price and no further: the rest stays in the router. */
function limited(...after: readonly Hex[]): Hex {
  const params = {
    tokenIn: toWeth,
    tokenOut: fromUsdc,
    fee: 3000,
    recipient: me,
    deadline: chainTime + 600n,
    amountIn: coins.sell.units,
    amountOutMinimum: coinMinimum,
    sqrtPriceLimitX96: 2n ** 96n,
  }
  return multicallData(encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] }), ...after)
}

function otherCommand(code: number): Hex {
  const own = swapCommand({ path, amountIn: amount, minimum, recipient: me })
  return execute([{ ...own, code }])
}

const thiefCall = encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, 1n] })

function alongTokens(tokens: readonly Hex[]): Hex {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, minimum, tokens, me, chainTime + 60n],
  })
}

/** The same address with one letter in the other case. */
function misspelt(address: Hex): Hex {
  const place = address.search(/[a-fA-F](?!.*[xX])/)
  const letter = address[place]!
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return `0x${address.slice(2, place)}${other}${address.slice(place + 1)}`
}

/** A crossing that buys something else before it hands it to the bridge. */
function byWay(minMid: bigint, midToken: Hex = toWeth): { intent: SwapIntent; answer: SwapAnswer } {
  const destination = {
    chain: BigInt(delta.chainId),
    token: getAddress(farUsdc.address),
    recipient: me,
    minOut: (outcomeOf(across) * 9_950n) / 10_000n,
    deadline: chainTime + 900n,
  }
  const data = encodeFunctionData({
    abi: more,
    functionName: 'swapAndDeposit',
    args: [fromUsdc, amount, path, minMid, midToken, destination],
  })
  return { intent: across, answer: answerOf([approval(usdc, amount), record({ data })]) }
}

export const hostileCases: readonly TamperedCase[] = [
  bad('V-003', 'M-098 a third chain named as wallets write it', swapped(swapData(), { rest: { chainId: '0x1' } })),
  bad('V-003', 'M-098 a third chain named as CAIP-2 writes it', swapped(swapData(), { rest: { chainId: 'eip155:1' } })),
  bad('V-022', 'M-043 a token whose address bears a wrong checksum', {
    intent: { ...base, buy: { ...weth, address: misspelt(toWeth) } },
  }),
  bad('V-038', 'a path of one token', swapped(alongTokens([fromUsdc]))),
  bad('V-014', 'wrapped coins taken where coins are sold', {
    intent: coins,
    answer: answerOf(
      [
        record({
          data: exactInputData({ path: [weth, usdc], amountIn: coins.sell.units, minimum: coinMinimum }),
          value: '0',
        }),
      ],
      figuresOf(honest(coins)),
    ),
  }),
  bad('V-014', 'wrapped coins taken besides the coins', {
    intent: coins,
    answer: answerOf(
      [coinSwap, record({ data: exactInputData({ path: [weth, usdc], amountIn: 5n, minimum: 1n }), value: '0' })],
      figuresOf(honest(coins)),
    ),
  }),
  bad('V-036', 'a crossing whose first half accepts any outcome', byWay(0n)),
  bad('V-038', 'a crossing that keeps something else than it buys', byWay(1n, getAddress(wbtc.address))),
  bad('V-013', 'a thief three multicalls deep', swapped(nested(swapData({ recipient: thief }), 3))),
  bad('V-038', 'a thief six multicalls deep', swapped(nested(swapData({ recipient: thief }), 6))),
  bad(
    'V-038',
    'a thief behind thirty-two honest-looking calls',
    swapped(
      multicallData(
        ...Array.from({ length: 40 }, () => encodeFunctionData({ abi, functionName: 'refundETH' })),
        swapData({ recipient: thief }),
      ),
    ),
  ),
  bad(
    'V-013',
    'a multicall with a block hash that pays a thief',
    swapped(
      encodeFunctionData({ abi: more, functionName: 'multicall', args: [someWord, [swapData({ recipient: thief })]] }),
    ),
  ),
  bad('V-013', 'an exact outcome along a path, to a thief', swapped(exactOutput(thief))),
  bad('V-013', 'an exact outcome of one pool, to a thief', swapped(exactOutputSingle(thief))),
  bad('V-016', 'coins unwrapped without a minimum', {
    intent: unwrapping,
    answer: {
      ...honest(unwrapping),
      transactions: [
        approve,
        {
          ...swap,
          data: multicallData(
            swapData({ minimum: 0n, recipient: nobody }),
            encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [0n, me] }),
          ),
        },
      ],
    },
  }),
  bad('V-018', 'coins sold up to a price, the rest left in the router', {
    intent: coins,
    answer: { ...honest(coins), transactions: [{ ...coinSwap, data: limited() }] },
  }),
  bad('V-006', 'coins paid into the router before the swap', {
    intent: coins,
    answer: answerOf(
      [
        record({ data: '0x', value: '40000000000000000' }),
        {
          ...coinSwap,
          value: '960000000000000000',
          data: multicallData(
            exactInputData({
              path: [eth, usdc],
              amountIn: (coins.sell.units * 96n) / 100n,
              minimum: (coinMinimum * 96n) / 100n,
            }),
          ),
        },
      ],
      { minAmountOut: undefined, expectedAmountOut: undefined },
    ),
  }),
  bad(
    'A-21',
    'an approval on the far chain, of a token with the sold one’s address',
    besides({ to: usdc.address, data: approveData(thief, amount), type: 'approve' }, { to: thief, data: '0xdeadbeef' }),
  ),
  bad('A-21', 'an approval on the far chain alone', {
    ...besides(
      { to: usdc.address, data: approveData(router, amount), type: 'approve' },
      { to: router, data: '0x12345678' },
    ),
    tamper: (plan) => seal({ ...plan, steps: plan.steps.slice(1).map((step, index) => ({ ...step, index })) }),
  }),
  bad(
    'V-015',
    'more pulled than is sold',
    swapped(
      multicallData(
        encodeFunctionData({ abi: more, functionName: 'pull', args: [fromUsdc, amount * 10n] }),
        swapData(),
      ),
    ),
  ),
  bad(
    'V-013',
    'what was pulled swept to a thief',
    swapped(
      multicallData(
        encodeFunctionData({ abi: more, functionName: 'pull', args: [fromUsdc, amount] }),
        encodeFunctionData({ abi, functionName: 'sweepToken', args: [fromUsdc, 0n, thief] }),
      ),
    ),
  ),
  bad(
    'V-011',
    'a batch of Permit2 transfers inside a universal router',
    swapped(
      execute([
        {
          code: 0x0d,
          input: encodeAbiParameters(
            parseAbiParameters('(address from, address to, uint160 amount, address token)[] transfers'),
            [[{ from: me, to: thief, amount: 1n, token: fromUsdc }]],
          ),
        },
        swapCommand({ path, amountIn: amount, minimum }),
      ]),
    ),
  ),
  bad('V-015', 'an unread call, and a deposit on the far chain of a token with the sold one’s address', {
    intent: across,
    answer: answerOf(
      [approve, record({ data: '0x12345678' }), { ...bridge(across).transactions[1]!, ...far }],
      figuresOf(bridge(across)),
    ),
  }),
  bad('V-031', 'a far chain on which something leaves', {
    ...besides({ to: addressOf('elsewhere'), data: '0xdeadbeef' }),
    facts: (facts) =>
      withRuns(facts, (run) =>
        run.chainId === delta.chainId
          ? { ...run, changes: [{ account: me, chainId: delta.chainId, token: farUsdc.address, delta: -5n }] }
          : run,
      ),
  }),
  bad('V-033', 'a far chain on which an allowance is left', {
    ...besides({ to: addressOf('elsewhere'), data: '0xdeadbeef' }),
    facts: (facts) =>
      withRuns(facts, (run) =>
        run.chainId === delta.chainId
          ? { ...run, grants: [{ token: farUsdc.address, spender: thief, before: 0n, after: 7n }] }
          : run,
      ),
  }),
  bad(
    'V-006',
    'coins sent along on the far chain',
    besides({ to: router, data: '0x12345678', value: '1000000000000000000' }),
  ),
  bad(
    'V-011',
    'a batch of Permit2 transfers',
    inserted({
      to: addressOf('permit2'),
      data: encodeFunctionData({
        abi: more,
        functionName: 'transferFrom',
        args: [[{ from: me, to: thief, amount: 1n, token: fromUsdc }]],
      }),
    }),
  ),
  bad(
    'V-011',
    'a batch of Permit2 permits for a thief',
    inserted({
      to: addressOf('permit2'),
      data: encodeFunctionData({
        abi: more,
        functionName: 'permit',
        args: [
          me,
          {
            details: [
              { token: fromUsdc, amount: 1n, expiration: 0, nonce: 0 },
              { token: getAddress(wbtc.address), amount: 2n ** 159n, expiration: 0, nonce: 0 },
            ],
            spender: thief,
            sigDeadline: chainTime,
          },
          '0x11',
        ],
      }),
    }),
  ),
  bad(
    'A-21',
    'a universal router that carries a permit for a thief',
    swapped(
      execute([
        {
          code: 0x0a,
          input: encodeAbiParameters(
            parseAbiParameters(
              '((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature',
            ),
            [
              {
                details: { token: fromUsdc, amount: 1n, expiration: Number(chainTime) + 60, nonce: 0 },
                spender: thief,
                sigDeadline: chainTime,
              },
              '0x11',
            ],
          ),
        },
        swapCommand({ path, amountIn: amount, minimum }),
      ]),
    ),
  ),
  bad(
    'V-035',
    'a command of a later universal router that only looks like a swap',
    { ...swapped(otherCommand(0x40)), facts: unsimulated },
    'unchecked',
  ),
  bad(
    'V-011',
    'an aggregate with coins and a transferFrom',
    inserted({
      to: addressOf('multicall'),
      data: encodeFunctionData({
        abi: more,
        functionName: 'aggregate3Value',
        args: [[{ target: fromUsdc, allowFailure: false, value: 0n, callData: thiefCall }]],
      }),
    }),
  ),
  bad(
    'V-011',
    'the sold token sent with a call',
    inserted({
      to: usdc.address,
      data: encodeFunctionData({ abi: more, functionName: 'transferAndCall', args: [thief, 1n, '0x'] }),
    }),
  ),
  bad(
    'V-011',
    'another token approved with a call',
    inserted({
      to: dai.address,
      data: encodeFunctionData({ abi: more, functionName: 'approveAndCall', args: [thief, 1n, '0x'] }),
    }),
  ),
  bad(
    'V-004',
    'the sold token burnt',
    inserted({ to: usdc.address, data: encodeFunctionData({ abi: more, functionName: 'burn', args: [1n] }) }),
  ),
  bad('V-017', 'a deadline counted in milliseconds', swapped(swapData({ deadline: chainTime * 1_000n })), 'tried'),
  bad(
    'V-018',
    'the outcome left in a universal router',
    swapped(execute([swapCommand({ path, amountIn: amount, minimum, recipient: routerItself })])),
  ),
  bad(
    'V-019',
    'nearly all of the outcome as a fee for a thief',
    swapped(
      execute([
        swapCommand({ path, amountIn: amount, minimum, recipient: routerItself }),
        moveCommand(0x06, toWeth, thief, 9_999n),
        moveCommand(0x04, toWeth, me, 0n),
      ]),
    ),
  ),
  bad(
    'A-21',
    'an allowance of one unit for a stranger besides',
    inserted({ to: usdc.address, data: approveData(thief, 1n) }),
  ),
  bad('V-013', 'the second of two swaps pays a thief', {
    answer: answerOf(
      [
        approval(usdc, amount),
        record({ data: swapData({ amountIn: amount / 2n, minimum: minimum / 2n }) }),
        record({ data: swapData({ amountIn: amount / 2n, minimum: minimum / 2n, recipient: thief }) }),
      ],
      figuresOf(good),
    ),
  }),
]
