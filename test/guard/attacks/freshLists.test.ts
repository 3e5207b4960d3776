import {
  concat,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  isHex,
  pad,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { approveData, multicallData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, allow, harbor, judge, openArena, periphery, soon, statedMinimum } from './adversary'

/*
 * Lists that are wrong in one way each, where a rule of one kind of contract meets another. They use accounts that
 * delegate (EIP-7702), native and wrapped coins, calldata of one router at another, other chains and other units.
 */

let arena: Arena
const delta = 741_002
const more = parseAbi([
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function withdraw(uint256 amount)',
])

beforeAll(async () => {
  arena = await openArena()
  const { me, router } = arena
  // The person has wrapped coins, and allowed the router all of them some time ago.
  await arena.act(me, weth(), encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 2n * 10n ** 18n)
  await allow(arena, me, weth(), router)
  // Anyone may force a coin on a contract.
  await arena.send(harbor, { from: arena.thief, data: concat(['0x73', router, '0xff']), value: 1n })
})
afterAll(() => arena.exchange.stop())

const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)
const nobody = `0x${'0'.repeat(40)}` as const
const placeholder = `0x${'0'.repeat(39)}1` as const

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const forEth = () => swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
const ofEth = () => swapOf(arena.token('ETH'), '0.15', arena.token('USDC'), arena.me)
const across = () => swapOf(arena.token('USDC'), '500', arena.token('USDC', 'Delta'), arena.me)

type Change = Partial<{
  tokenIn: Hex
  tokenOut: Hex
  recipient: Hex
  amountIn: bigint
  amountOutMinimum: bigint
  sqrtPriceLimitX96: bigint
}>

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }

function exactIn({ intent, minimum }: Quoted, change: Change = {}): Hex {
  const place = ({ isNative, address }: SwapIntent['buy']) => (isNative ? weth() : getAddress(address))
  const params = {
    ...{ tokenIn: place(intent.sell.token), tokenOut: place(intent.buy), fee: 3000, recipient: arena.me },
    ...{ deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
    ...change,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

const unwrap = (minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: more, functionName: 'unwrapWETH9', args: [minimum, to] })
const approve = (spender: Hex, quoted: Quoted) =>
  record({ type: 'approve', to: usdc(), data: approveData(spender, quoted.intent.sell.units) })
const call = (data: Hex, change: Partial<TransactionRecord> = {}) => record({ to: arena.router, data, ...change })
const coins = (quoted: Quoted, data: Hex) => call(data, { value: `${quoted.intent.sell.units}` })
const delegating = (to: Hex) => arena.rpc(harbor)('anvil_setCode', [arena.thief, concat(['0xef0100', to])])

function bridge(quoted: Quoted, change: (to: Destination) => Partial<Destination>, units = quoted.intent.sell.units) {
  const { to, data } = quoted.answer.transactions.at(-1)!
  if (!isHex(data) || to === undefined) throw new Error('The crossing is none.')
  const read = decodeFunctionData({ abi: crossRouterAbi, data })
  if (read.functionName !== 'deposit') throw new Error('It is no plain deposit.')
  const [token, , destination] = read.args
  const args = [token, units, { ...destination, ...change(destination) }] as const
  const deposit = call(encodeFunctionData({ abi: crossRouterAbi, functionName: 'deposit', args }), { to })
  return [record({ type: 'approve', to: usdc(), data: approveData(getAddress(to), quoted.intent.sell.units) }), deposit]
}
type Destination = {
  readonly chain: bigint
  readonly token: Hex
  readonly recipient: Hex
  readonly minOut: bigint
  readonly deadline: bigint
}

type List = readonly [
  name: string,
  intent: () => SwapIntent,
  list: (quoted: Quoted) => readonly TransactionRecord[] | Promise<readonly TransactionRecord[]>,
]

const lists: readonly List[] = [
  [
    'a swap at an account that delegates to the router (EIP-7702)',
    forWeth,
    async (quoted) => {
      await delegating(arena.router)
      return [approve(arena.thief, quoted), call(exactIn(quoted), { to: arena.thief })]
    },
  ],
  [
    'an approval for an account that delegates, and the swap at the router',
    forWeth,
    async (quoted) => {
      await delegating(arena.router)
      return [approve(arena.thief, quoted), approve(arena.router, quoted), call(exactIn(quoted))]
    },
  ],
  [
    'a permit for the wrapped coin inside the swap, which does nothing today',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(
        multicallData(
          encodeFunctionData({
            abi: more,
            functionName: 'selfPermitIfNecessary',
            args: [weth(), 10n ** 30n, soon(), 27, pad('0x1'), pad('0x2')],
          }),
          exactIn(quoted),
        ),
      ),
    ],
  ],
  [
    'what is bought is unwrapped for somebody else',
    forEth,
    (quoted) => [
      approve(arena.router, quoted),
      call(multicallData(exactIn(quoted, { recipient: nobody }), unwrap(quoted.minimum, arena.thief))),
    ],
  ],
  [
    'what is bought is unwrapped for the router itself',
    forEth,
    (quoted) => [
      approve(arena.router, quoted),
      call(multicallData(exactIn(quoted, { recipient: nobody }), unwrap(quoted.minimum, arena.router))),
    ],
  ],
  [
    'a wrapped coin is bought, and the coin arrives',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(multicallData(exactIn(quoted, { recipient: nobody }), unwrap(quoted.minimum, arena.me))),
    ],
  ],
  [
    'the coin is bought, and its wrapped form arrives',
    forEth,
    (quoted) => [approve(arena.router, quoted), call(exactIn(quoted))],
  ],
  [
    'one unit more is sold than coins are sent, so that wrapped coins pay and the coins stay',
    ofEth,
    (quoted) => [coins(quoted, exactIn(quoted, { amountIn: quoted.intent.sell.units + 1n }))],
  ],
  [
    'the same with the rest given back',
    ofEth,
    (quoted) => [
      coins(
        quoted,
        multicallData(
          exactIn(quoted, { amountIn: quoted.intent.sell.units + 1n }),
          encodeFunctionData({ abi: more, functionName: 'refundETH' }),
        ),
      ),
    ],
  ],
  [
    'coins are sold twice in one batch, the second time out of wrapped coins',
    ofEth,
    (quoted) => [coins(quoted, multicallData(exactIn(quoted), exactIn(quoted)))],
  ],
  [
    'the first router is given the second one’s word for “me”',
    forWeth,
    (quoted) => [approve(arena.router, quoted), call(exactIn(quoted, { recipient: placeholder }))],
  ],
  [
    'a minimum in the units of the sold token',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(exactIn(quoted, { amountOutMinimum: quoted.minimum / 10n ** 12n })),
    ],
  ],
  [
    'a token of another chain is approved on the way',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(exactIn(quoted)),
      record({
        type: 'approve',
        to: arena.token('USDC', 'Delta').address,
        data: approveData(arena.thief, quoted.intent.sell.units),
        rpcUrl: `http://localhost/rpc/${delta}`,
      }),
    ],
  ],
  [
    'coins of another chain are wrapped on the way',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(exactIn(quoted)),
      record({
        to: arena.token('WETH', 'Delta').address,
        data: encodeFunctionData({ abi: periphery, functionName: 'deposit' }),
        value: '1000000000000000000',
        rpcUrl: `http://localhost/rpc/${delta}`,
      }),
    ],
  ],
  [
    'wrapped coins are unwrapped on the way',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(exactIn(quoted)),
      record({ to: weth(), data: encodeFunctionData({ abi: more, functionName: 'withdraw', args: [10n ** 18n] }) }),
    ],
  ],
  [
    'a larger allowance by increaseAllowance',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      record({
        to: usdc(),
        data: encodeFunctionData({ abi: more, functionName: 'increaseAllowance', args: [arena.thief, 10n ** 12n] }),
      }),
      call(exactIn(quoted)),
    ],
  ],
  [
    'an idle call of the position manager',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(encodeFunctionData({ abi: more, functionName: 'refundETH' }), { to: arena.manager }),
      call(exactIn(quoted)),
    ],
  ],
  [
    'a path with a byte too many',
    forWeth,
    (quoted) => {
      const path = concat([usdc(), encodePacked(['uint24'], [3000]), weth(), '0x00'])
      const params = {
        path,
        recipient: arena.me,
        deadline: soon(),
        amountIn: quoted.intent.sell.units,
        amountOutMinimum: quoted.minimum,
      }
      return [
        approve(arena.router, quoted),
        call(encodeFunctionData({ abi: more, functionName: 'exactInput', args: [params] })),
      ]
    },
  ],
  [
    'what the router holds is swept to somebody else after a swap for the person',
    forWeth,
    (quoted) => [
      approve(arena.router, quoted),
      call(
        multicallData(
          exactIn(quoted, { recipient: nobody }),
          encodeFunctionData({ abi: more, functionName: 'sweepToken', args: [weth(), quoted.minimum, arena.thief] }),
        ),
      ),
    ],
  ],
  [
    'a crossing for a recipient in thirty-two bytes',
    across,
    (quoted) => bridge(quoted, ({ recipient }) => ({ recipient: pad(recipient, { size: 32 }) })),
  ],
  [
    'a crossing for a recipient with bytes behind it',
    across,
    (quoted) => bridge(quoted, ({ recipient }) => ({ recipient: concat([recipient, '0x00']) })),
  ],
  [
    'a crossing for the bridge’s own contract',
    across,
    (quoted) => bridge(quoted, () => ({ recipient: getAddress(quoted.answer.transactions.at(-1)!.to!) })),
  ],
  [
    'a crossing for a contract on the far side',
    across,
    (quoted) =>
      bridge(quoted, () => ({
        recipient: getAddress(arena.chains.find(({ chainId }) => chainId === delta)!.trusted[0]!),
      })),
  ],
  ['a crossing that brings the far coin', across, (quoted) => bridge(quoted, () => ({ token: nobody }))],
  ['a crossing whose far token has no bytes', across, (quoted) => bridge(quoted, () => ({ token: '0x' }))],
  ['a crossing to the chain it starts from', across, (quoted) => bridge(quoted, () => ({ chain: BigInt(harbor) }))],
  [
    'a crossing to a chain whose number is cut',
    across,
    (quoted) => bridge(quoted, ({ chain }) => ({ chain: chain + 2n ** 64n })),
  ],
  [
    'a crossing of nearly all, the rest for later',
    across,
    (quoted) => bridge(quoted, () => ({}), (quoted.intent.sell.units * 99n) / 100n),
  ],
  [
    'a crossing with a minimum in other units',
    across,
    (quoted) => bridge(quoted, ({ minOut }) => ({ minOut: minOut / 10n ** 6n })),
  ],
]

describe('lists that are wrong in one way', () => {
  test.each(lists)('%s: blocked', async (_, intentOf, list) => {
    const intent = intentOf()
    const answer = await arena.ask(intent)
    const quoted = { intent, answer, minimum: statedMinimum(answer, intent.buy) }
    const transactions = (await list(quoted)).map((each, order) => ({ ...each, order }))
    const { rating } = await judge(arena, intent, { ...answer, transactions })
    await arena.rpc(harbor)('anvil_setCode', [arena.thief, '0x'])
    expect(rating).toBe('blocked')
  })
})
