import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import { newsOfRenewal } from '../../../src/preparation/recheckChanges'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { isDeep } from '../../depth'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Command, executeData, permit2Approval, slotsOf, spoken } from '../soundness/calldata'
import type { Cast } from '../soundness/mutations'
import { command, itself as universalItself } from '../soundness/universal'
import { endpoints, turns, venuesFor } from '../soundness/venues'
import { delta, openWorld, type World } from '../soundness/world'
import {
  addLiquidity,
  allow,
  harbor,
  openPool,
  pullLiquidity,
  type Rating,
  ratingOf,
  sorted,
  statedMinimum,
  tickAt,
} from './adversary'

/*
 * An enemy's lists by kinds of attack. Each is judged, and carried out on the local chains also if it is blocked, after
 * the thief has acted; the loss is measured.
 */

let world: World
let cast: Cast
/** A thief's token, worth a dollar, whose transfers make the calls of the thief. */
let trap: Address
const outcomes: { readonly name: string; readonly rating: Rating; readonly loss: number | undefined }[] = []

const words = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'struct Call { address to; bytes data; }',
  'function arm(uint256 feeBps, Call[] calls)',
  'function stop()',
  'struct Execution { address target; uint256 value; bytes data; }',
  'function execute(Execution[] calls) payable',
  'function decimals() view returns (uint8)',
])

beforeAll(async () => {
  world = await openWorld()
  cast = world.cast
  const { arena } = world
  // The thief's own pools come back only for the lists that need them.
  await pullLiquidity(arena)
  for (const token of [at('USDC'), at('WETH')]) {
    const [token0, token1] = sorted(token, cast.junk)
    const isJunkFirst = token0 === cast.junk
    const amounts = isJunkFirst ? ([10n ** 23n, 0n] as const) : ([0n, 10n ** 23n] as const)
    const range = isJunkFirst ? ([60, 600_000] as const) : ([-600_000, -60] as const)
    await addLiquidity(arena, { token0, token1, fee: 3000 }, amounts, range)
  }
  const supply = encodeAbiParameters(parseAbiParameters('uint256'), [10n ** 30n])
  const { contractAddress } = await arena.send(harbor, {
    from: arena.thief,
    data: concat([compile('TrapToken'), supply]),
  })
  trap = getAddress(contractAddress!)
  await allow(arena, arena.thief, trap, arena.router)
  const ether = BigInt(Math.round(Number(arena.token('WETH').price)))
  for (const [symbol, dollar] of [
    ['USDC', 10n ** 6n],
    ['WETH', 10n ** 18n / ether],
  ] as const) {
    const token = at(symbol)
    const [token0, token1] = sorted(trap, token)
    const raw = Number(dollar) / 1e18
    const tick = tickAt(token0 === trap ? raw : 1 / raw, 60)
    const [ours, other] = [10n ** 24n, 10n ** 5n * dollar]
    const amounts = token0 === trap ? ([ours, other] as const) : ([other, ours] as const)
    await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 6_000, tick + 6_000])
  }
}, 240_000)
beforeEach(() => world.catchUp())
afterAll(async () => {
  await world.arena.exchange.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  const greatest = Math.max(0, ...outcomes.map(({ rating, loss = 0 }) => (rating === 'green' ? loss : 0)))
  const taken = outcomes.filter(({ loss = 0 }) => loss > limit).length
  console.log(
    `Guard, an enemy's lists: ${outcomes.length}, ${count('blocked')} blocked, ${count('amber')} amber, ${count('green')} green; ${taken} take money when carried out; greatest loss of a green one $${greatest.toFixed(2)}.`,
  )
})

/** In dollars, of 500: the pool's fee and the tolerance. */
const limit = 15

const at = (symbol: string, chain?: string) => getAddress(world.arena.token(symbol, chain).address)
const me = () => world.arena.me
const farNode = () => world.arena.chains.find(({ chainId }) => chainId === delta)?.rpcUrls[0]
const thief = () => world.arena.thief
const swap = (sell: string, amount: string, buy: string, chain?: string) => () =>
  swapOf(world.arena.token(sell), amount, world.arena.token(buy, chain), world.arena.me)
const forWeth = swap('USDC', '500', 'WETH')
const forEth = swap('USDC', '500', 'ETH')
const ofEth = swap('ETH', '0.15', 'USDC')
const across = swap('USDC', '500', 'USDC', 'Delta')
const acrossWeth = swap('WETH', '0.15', 'USDC', 'Delta')

type Quoted = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly minimum: bigint
  readonly units: bigint
  readonly time: bigint
}

type Attack = {
  readonly name: string
  readonly intent: () => SwapIntent
  readonly list: (quoted: Quoted) => readonly TransactionRecord[] | Promise<readonly TransactionRecord[]>
  /** Contracts that the deployment names as well. */
  readonly named?: () => readonly Address[]
  readonly before?: () => Promise<unknown>
  /** The action of the thief after the check. */
  readonly after?: (quoted: Quoted) => Promise<unknown>
  readonly isBatched?: true
  /** The list that the person agreed to a week before: this one is its renewal. */
  readonly accepted?: Attack['list']
  /** Blocked unless it is stated. */
  readonly rating?: Rating
}

/* Calls */

const call = (data: Hex, more: Partial<TransactionRecord> = {}) => record({ to: cast.router, data, ...more })
const approve = (token: Address, units: bigint, spender: Address = cast.router) =>
  record({ type: 'approve', to: token, data: approveData(spender, units) })
const input = ({ units }: Quoted, spender?: Address) => approve(at('USDC'), units, spender)

type Terms = Partial<{
  tokenIn: Address
  tokenOut: Address
  fee: number
  recipient: Address
  deadline: bigint
  amountIn: bigint
  amountOutMinimum: bigint
  sqrtPriceLimitX96: bigint
}>

function single({ intent, minimum, units, time }: Quoted, terms: Terms = {}): Hex {
  const place = ({ isNative, address }: SwapIntent['buy']) => (isNative ? cast.wrapped : getAddress(address))
  const params = {
    ...{ tokenIn: place(intent.sell.token), tokenOut: place(intent.buy), fee: 3000, recipient: me() },
    ...{ deadline: time + 600n, amountIn: units, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n, ...terms },
  }
  return encodeFunctionData({ abi: spoken, functionName: 'exactInputSingle', args: [params] })
}

type Along = {
  readonly amountIn?: bigint
  readonly minimum?: bigint
  readonly recipient?: Address
  readonly fees?: readonly number[]
}

function along(quoted: Quoted, tokens: readonly Address[], terms: Along = {}): Hex {
  const { amountIn = quoted.units, minimum = quoted.minimum, recipient = me(), fees = [] } = terms
  const params = { path: packed(tokens, fees), recipient, deadline: quoted.time + 600n, amountIn }
  return encodeFunctionData({
    abi: spoken,
    functionName: 'exactInput',
    args: [{ ...params, amountOutMinimum: minimum }],
  })
}

function packed(tokens: readonly Address[], fees: readonly number[] = []): Hex {
  return concat(
    tokens.flatMap((token, index) =>
      index === 0 ? [token] : [encodePacked(['uint24'], [fees[index - 1] ?? 3000]), token],
    ),
  )
}

const all = (...calls: readonly Hex[]) => encodeFunctionData({ abi: spoken, functionName: 'multicall', args: [calls] })
const unwrap = (minimum: bigint, to: Address) =>
  encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9', args: [minimum, to] })
const sweep = (token: Address, minimum: bigint, to: Address) =>
  encodeFunctionData({ abi: spoken, functionName: 'sweepToken', args: [token, minimum, to] })
const sweepFee = (token: Address, minimum: bigint, to: Address, bips: bigint, payee: Address) =>
  encodeFunctionData({ abi: spoken, functionName: 'sweepTokenWithFee', args: [token, minimum, to, bips, payee] })
const refund = () => encodeFunctionData({ abi: spoken, functionName: 'refundETH' })
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: spoken, functionName: 'transfer', args: [to, amount] })
const router = zeroAddress

/** The output of 99.5 % of a path's pools now. */
async function least(quoted: Quoted, tokens: readonly Address[], amountIn: bigint, fees: readonly number[] = []) {
  const { rpc } = world.arena
  const data = along(quoted, tokens, { amountIn, minimum: 0n, recipient: thief(), fees })
  const found = await rpc(harbor)('eth_call', [{ from: thief(), to: cast.router, data }, 'latest'])
  return (BigInt(String(found)) * 995n) / 1000n
}

/** The input behind Permit2, and the commands of the universal router. */
function commands({ units, time }: Quoted, list: readonly Command[], deadline = time + 600n): TransactionRecord[] {
  return [
    approve(at('USDC'), units, permit2Address()),
    record({
      type: 'approve',
      to: permit2,
      data: permit2Approval(at('USDC'), cast.universal, units, Number(time) + 1_500),
    }),
    call(executeData(list, deadline), { to: cast.universal }),
  ]
}
const permit2Address = () => getAddress(permit2)
const universal = () => [cast.universal]
const bought = (quoted: Quoted, to: Address, minimum = quoted.minimum) =>
  command(0x00, [to, quoted.units, minimum, packed([at('USDC'), at('WETH')]), true])

const signature = [27, pad('0x01', { size: 32 }), pad('0x02', { size: 32 })] as const
const armed = (...calls: readonly { readonly to: Address; readonly data: Hex }[]) =>
  world.arena.act(thief(), trap, encodeFunctionData({ abi: words, functionName: 'arm', args: [0n, calls] }))
/** The thief pays the router some of a token, which they may take again. */
const leaving = (token: Address, units: bigint) => world.arena.act(thief(), token, transfer(cast.router, units))
const takingLeft = (token: Address) => world.arena.act(thief(), cast.router, sweep(token, 0n, thief()))

/* The exchange's own bridge: each argument of an honest crossing. */

function crossing(
  name: string,
  argument: string,
  value: (quoted: Quoted, honest: unknown) => unknown,
  rating: Rating = 'blocked',
): Attack {
  return {
    ...{ name, rating, intent: across },
    list: (quoted) => {
      const { transactions } = quoted.answer
      const last = transactions.at(-1)!
      const slot = slotsOf(last.data).find((each) => each.name === argument)
      if (!slot) throw new Error(`The crossing has no ${argument}.`)
      return transactions.with(-1, { ...last, data: slot.write(value(quoted, slot.value)) })
    },
  }
}

/** One argument of an honest crossing at another bridge. */
function atBridge(
  at: string,
  argument: string,
  value: (quoted: Quoted, honest: unknown) => unknown,
  more: Partial<Attack> = {},
): Attack {
  return {
    name: `${at}: another ${argument}`,
    intent: across,
    named: () => [cast.dln, cast.spoke, cast.stargate, cast.diamond],
    list: (quoted) => {
      const venue = venuesFor(quoted, cast).find(({ says }) => says.endsWith(at))
      const transactions = venue?.answer.transactions ?? []
      const last = transactions.at(-1)
      const slot = slotsOf(last?.data).find((each) => each.name === argument)
      if (!last || !slot) throw new Error(`There is no ${argument} ${at}.`)
      return transactions.with(-1, { ...last, data: slot.write(value(quoted, slot.value)) })
    },
    ...more,
  }
}

const opaque = (name: string, more: Partial<Attack> = {}): Attack => ({
  name,
  intent: forWeth,
  list: (quoted) =>
    venuesFor(quoted, cast).find(({ says }) => says.includes('nobody can read'))?.answer.transactions ?? [],
  ...more,
})

/** A pool of the thief that pays 2 % more than any other. */
async function openBait(): Promise<void> {
  const [token0, token1] = sorted(at('USDC'), at('WETH'))
  const isUsdcFirst = token0 === at('USDC')
  const price = Number(world.arena.token('WETH').price) * 0.98 * 1e-12
  const start = tickAt(isUsdcFirst ? 1 / price : price, 200)
  const [dollars, ether] = [9_000_000_000n, 3n * 10n ** 18n]
  const amounts = isUsdcFirst ? ([dollars, ether] as const) : ([ether, dollars] as const)
  await addLiquidity(world.arena, { token0, token1, fee: 10_000 }, amounts, [start - 4_000, start + 4_000])
}

const moved = (name: string) => () => world.moves[name]!(forWeth())

/** The renewal of an honest swap after a week. */
const renewal = (name: string, list: Attack['list'], rating: Rating = 'blocked'): Attack => ({
  ...{ name, intent: forWeth, rating, list },
  accepted: (quoted) => [input(quoted), call(single(quoted))],
})

const kinds: Readonly<Record<string, readonly Attack[]>> = {
  'the honest lists that are changed below': [
    { name: 'a swap', intent: forWeth, rating: 'green', list: (quoted) => [input(quoted), call(single(quoted))] },
    {
      name: 'a swap for native coin',
      intent: forEth,
      rating: 'green',
      list: (quoted) => [input(quoted), call(all(single(quoted, { recipient: router }), unwrap(quoted.minimum, me())))],
    },
    {
      name: 'a swap of native coin',
      intent: ofEth,
      rating: 'green',
      list: (quoted) => [call(single(quoted), { value: `${quoted.units}` })],
    },
    {
      name: 'a swap by the universal router',
      intent: forWeth,
      rating: 'green',
      named: universal,
      list: (quoted) => commands(quoted, [bought(quoted, me())]),
    },
    { name: 'a crossing', intent: across, rating: 'green', list: ({ answer }) => answer.transactions },
    opaque('a swap by an opaque router', { rating: 'amber' }),
    opaque('a swap by an opaque router in an atomic batch', { rating: 'green', isBatched: true }),
  ],

  'signatures and rights behind Permit2': [
    ...(
      [
        ['the thief before the swap', () => thief()],
        ['the router without end', () => cast.router],
        ['a proxy of the thief', () => cast.traps.at(-1)!],
      ] as const
    ).map(
      ([whom, spender]): Attack => ({
        name: `an EIP-2612 permit of the input for ${whom}`,
        intent: forWeth,
        list: (quoted) => {
          const args = [me(), spender(), maxUint256, quoted.time + 600n, ...signature] as const
          return [
            input(quoted),
            call(encodeFunctionData({ abi: words, functionName: 'permit', args }), { to: at('USDC') }),
            call(single(quoted)),
          ]
        },
      }),
    ),
    {
      name: "a permit in DAI's own form",
      intent: swap('DAI', '500', 'WETH'),
      list: (quoted) => {
        const args = [me(), thief(), 0n, quoted.time + 600n, true, ...signature] as const
        return [
          approve(at('DAI'), quoted.units),
          call(encodeFunctionData({ abi: words, functionName: 'permit', args }), { to: at('DAI') }),
          call(single(quoted)),
        ]
      },
    },
    {
      name: 'a permit of the output inside the batch of the router',
      intent: forWeth,
      list: (quoted) => {
        const args = [at('WETH'), maxUint256, quoted.time + 600n, ...signature] as const
        const permit = encodeFunctionData({ abi: words, functionName: 'selfPermit', args })
        return [input(quoted), call(all(single(quoted), permit))]
      },
    },
    ...(
      [
        ['of the input for the thief', 'USDC', () => thief(), 10n ** 12n],
        ['of the output for the thief', 'WETH', () => thief(), 2n ** 160n - 1n],
        ['of another token for the router', 'DAI', () => cast.universal, 10n ** 18n],
        ['of the input for the exchange router', 'USDC', () => cast.router, 10n ** 9n],
      ] as const
    ).map(
      ([what, symbol, spender, units]): Attack => ({
        name: `an approval at Permit2 ${what}, after the swap`,
        intent: forWeth,
        named: universal,
        list: (quoted) => [
          ...commands(quoted, [bought(quoted, me())]),
          record({
            type: 'approve',
            to: permit2,
            data: permit2Approval(at(symbol), spender(), units, 2 ** 47),
          }),
        ],
      }),
    ),
    {
      name: 'nonces of Permit2 invalidated next to the swap',
      intent: forWeth,
      named: universal,
      list: (quoted) => [
        ...commands(quoted, [bought(quoted, me())]),
        call(
          encodeFunctionData({
            abi: words,
            functionName: 'invalidateNonces',
            args: [at('USDC'), cast.universal, 2 ** 47],
          }),
          { to: permit2 },
        ),
      ],
    },
    {
      name: 'a signed permit of Permit2 for the thief as a command',
      intent: forWeth,
      named: universal,
      list: (quoted) => {
        const details = [at('WETH'), 2n ** 160n - 1n, 2 ** 47, 0] as const
        const input = encodeAbiParameters(
          parseAbiParameters('((address, uint160, uint48, uint48), address, uint256), bytes'),
          [[details, thief(), maxUint256], '0x1234'],
        )
        return commands(quoted, [{ code: 0x0a, input }, bought(quoted, me())])
      },
    },
    {
      name: 'a transfer by Permit2 to the thief as a command, by an older right',
      intent: forWeth,
      named: universal,
      before: async () => {
        await world.arena.act(
          me(),
          at('WETH'),
          encodeFunctionData({ abi: spoken, functionName: 'deposit' }),
          10n ** 18n,
        )
        await allow(world.arena, me(), at('WETH'), permit2Address())
        await world.arena.act(me(), permit2Address(), permit2Approval(at('WETH'), cast.universal, 10n ** 18n, 2 ** 47))
      },
      list: (quoted) => commands(quoted, [bought(quoted, me()), command(0x02, [at('WETH'), thief(), 10n ** 17n])]),
    },
    {
      name: 'the input to the thief by Permit2 as a command, and a swap of nothing',
      intent: forWeth,
      named: universal,
      list: (quoted) => commands(quoted, [command(0x02, [at('USDC'), thief(), quoted.units])]),
    },
  ],

  'leftovers in routers': [
    {
      name: 'a minimum that the leftover tokens of the router meet, which the thief takes first',
      intent: forWeth,
      before: () => leaving(at('WETH'), 10n ** 18n),
      after: () => takingLeft(at('WETH')),
      list: (quoted) => [
        input(quoted),
        call(all(single(quoted, { amountOutMinimum: 0n }), sweep(at('WETH'), quoted.minimum, me()))),
      ],
    },
    {
      name: 'the same where the swap pays the thief',
      intent: forWeth,
      before: () => leaving(at('WETH'), 10n ** 18n),
      list: (quoted) => [
        input(quoted),
        call(
          all(single(quoted, { amountOutMinimum: 0n, recipient: thief() }), sweep(at('WETH'), quoted.minimum, me())),
        ),
      ],
    },
    {
      name: 'the same in native coin',
      intent: forEth,
      before: () => leaving(at('WETH'), 10n ** 18n),
      list: (quoted) => [
        input(quoted),
        call(all(single(quoted, { amountOutMinimum: 0n, recipient: thief() }), unwrap(quoted.minimum, me()))),
      ],
    },
    {
      name: 'a swap of half, and the other half left in the universal router',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          command(0x02, [at('USDC'), cast.universal, quoted.units / 2n]),
          command(0x00, [me(), quoted.units / 2n, quoted.minimum / 2n, packed([at('USDC'), at('WETH')]), true]),
        ]),
    },
    {
      name: 'a swap of the leftover input of the universal router, and the own input left there',
      intent: forWeth,
      named: universal,
      before: async () => {
        await world.arena.act(thief(), at('USDC'), transfer(cast.universal, 500n * 10n ** 6n))
      },
      list: (quoted) =>
        commands(quoted, [
          command(0x00, [me(), quoted.units, quoted.minimum, packed([at('USDC'), at('WETH')]), false]),
          command(0x02, [at('USDC'), cast.universal, quoted.units]),
        ]),
    },
    {
      name: 'the output paid to the universal router, and a sweep of another token',
      intent: forWeth,
      named: universal,
      list: (quoted) => commands(quoted, [bought(quoted, universalItself), command(0x04, [at('USDC'), me(), 0n])]),
    },
    {
      name: 'the output paid to the universal router in one transaction, and swept in the next',
      intent: forWeth,
      named: universal,
      after: async () => undefined,
      list: (quoted) => [
        ...commands(quoted, [bought(quoted, universalItself)]),
        call(executeData([command(0x04, [at('WETH'), me(), quoted.minimum])], quoted.time + 600n), {
          to: cast.universal,
        }),
      ],
    },
    {
      name: 'leftover native coin refunded first, and a swap without a minimum',
      intent: ofEth,
      list: (quoted) => [call(all(refund(), single(quoted, { amountOutMinimum: 0n })), { value: `${quoted.units}` })],
    },
  ],

  'fees for a partner': [
    ...([20n, 100n, 101n, 10_000n] as const).map(
      (bips): Attack => ({
        name: `a share of ${bips} basis points of the output for the thief, after the minimum`,
        intent: forWeth,
        rating: bips === 20n ? 'amber' : 'blocked',
        list: (quoted) => [
          input(quoted),
          call(
            all(
              single(quoted, { recipient: router }),
              sweepFee(at('WETH'), (quoted.minimum * 1_002n) / 1_000n + 1n, me(), bips, thief()),
            ),
          ),
        ],
      }),
    ),
    {
      name: 'two shares of 0.9 %, one after the other',
      intent: forWeth,
      list: (quoted) => {
        const fee = (to: Address) => sweepFee(at('WETH'), (quoted.minimum * 98n) / 100n, to, 90n, thief())
        return [input(quoted), call(all(single(quoted, { recipient: router }), fee(cast.router), fee(me())))]
      },
    },
    {
      name: 'a portion of everything to the thief, and a sweep of the rest without a minimum',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          bought(quoted, universalItself),
          command(0x06, [at('WETH'), thief(), 10_000n]),
          command(0x04, [at('WETH'), me(), 0n]),
        ]),
    },
    {
      name: 'two portions of the output of 0.9 % each',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          bought(quoted, universalItself),
          command(0x06, [at('WETH'), thief(), 90n]),
          command(0x06, [at('WETH'), thief(), 90n]),
          command(0x04, [at('WETH'), me(), (quoted.minimum * 981n) / 1000n]),
        ]),
    },
    {
      name: 'a portion of the input before the swap',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          command(0x02, [at('USDC'), cast.universal, quoted.units]),
          command(0x06, [at('USDC'), thief(), 200n]),
          command(0x00, [me(), 1n << 255n, quoted.minimum, packed([at('USDC'), at('WETH')]), false]),
        ]),
    },
    {
      name: 'a fixed payment of the output to the thief',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          bought(quoted, universalItself),
          command(0x05, [at('WETH'), thief(), quoted.minimum / 2n]),
          command(0x04, [at('WETH'), me(), quoted.minimum / 2n]),
        ]),
    },
    {
      name: 'a payment of the whole balance, and a sweep of nothing',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          bought(quoted, universalItself),
          command(0x05, [at('WETH'), thief(), 1n << 255n]),
          command(0x04, [at('WETH'), me(), 0n]),
        ]),
    },
    {
      name: 'a share of the native output',
      intent: forEth,
      list: (quoted) => [
        input(quoted),
        call(
          all(
            single(quoted, { recipient: router }),
            encodeFunctionData({
              abi: spoken,
              functionName: 'unwrapWETH9WithFee',
              args: [quoted.minimum, me(), 9_900n, thief()],
            }),
          ),
        ),
      ],
    },
  ],

  'recipients of calls inside calls': [
    ...([1, 2, 6] as const).map(
      (depth): Attack => ({
        name: `the thief as the recipient, ${depth} batches deep`,
        intent: forWeth,
        list: (quoted) => [
          input(quoted),
          call(Array.from({ length: depth }).reduce<Hex>((data) => all(data), single(quoted, { recipient: thief() }))),
        ],
      }),
    ),
    ...(
      [
        ['the bought token itself', () => at('WETH')],
        ['the pool manager of positions', () => cast.manager],
        ['the bridge of the deployment', () => cast.bridge],
        ['the address of burnt tokens', () => getAddress('0x000000000000000000000000000000000000dEaD')],
        ['the router, which keeps it', () => router],
        ['the sender with one changed digit', () => neighbour(me())],
      ] as const
    ).map(
      ([who, recipient]): Attack => ({
        name: `the recipient is ${who}`,
        intent: forWeth,
        list: (quoted) => [input(quoted), call(single(quoted, { recipient: recipient() }))],
      }),
    ),
    {
      name: 'half for the person, half for the thief, each with its minimum',
      intent: forWeth,
      list: (quoted) => {
        const half = { amountIn: quoted.units / 2n, amountOutMinimum: quoted.minimum / 2n }
        return [input(quoted), call(all(single(quoted, half), single(quoted, { ...half, recipient: thief() })))]
      },
    },
    {
      name: 'the same with the whole minimum for the smaller part, which no pool pays',
      intent: forWeth,
      list: (quoted) => {
        const part = { amountIn: quoted.units / 100n, amountOutMinimum: quoted.minimum }
        const rest = { amountIn: (quoted.units * 99n) / 100n, amountOutMinimum: 0n, recipient: thief() }
        return [input(quoted), call(all(single(quoted, rest), single(quoted, part)))]
      },
    },
    {
      name: 'the thief as the recipient of commands inside a command (EXECUTE_SUB_PLAN)',
      intent: forWeth,
      named: universal,
      list: (quoted) => {
        const inner = bought(quoted, thief())
        const sub = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x00', [inner.input]])
        return commands(quoted, [{ code: 0x21, input: sub }])
      },
    },
    {
      name: 'a command for the person that may fail, and one for the thief',
      intent: forWeth,
      named: universal,
      list: (quoted) => {
        const first = bought(quoted, me(), quoted.minimum * 2n)
        return commands(quoted, [{ ...first, code: 0x80 }, bought(quoted, thief(), 0n)])
      },
    },
    {
      name: 'the output of one more swap, by an older allowance, for the thief',
      intent: forWeth,
      before: () => allow(world.arena, me(), at('USDC'), cast.router),
      list: (quoted) => [input(quoted), call(all(single(quoted), single(quoted, { recipient: thief() })))],
    },
  ],

  'a sequence of transactions, each of which may be the last': [
    {
      name: 'two swaps of the whole input',
      intent: forWeth,
      list: (quoted) => [approve(at('USDC'), 2n * quoted.units), call(single(quoted)), call(single(quoted))],
    },
    {
      name: 'two halves, the second without a minimum, and a sandwich around it',
      intent: forWeth,
      after: () => world.push(forWeth(), 30),
      list: (quoted) => {
        const half = { amountIn: quoted.units / 2n }
        return [
          input(quoted),
          call(single(quoted, { ...half, amountOutMinimum: quoted.minimum / 2n })),
          call(single(quoted, { ...half, amountOutMinimum: 0n })),
        ]
      },
    },
    {
      name: 'over a token of the thief, who stops it in between',
      intent: forWeth,
      after: () => world.arena.act(thief(), trap, encodeFunctionData({ abi: words, functionName: 'stop' })),
      list: async (quoted) => {
        const [first, second] = [[at('USDC'), trap] as const, [trap, at('WETH')] as const]
        const middle = await least(quoted, first, quoted.units)
        return [
          input(quoted),
          call(along(quoted, first, { minimum: middle })),
          call(along(quoted, second, { amountIn: middle, minimum: (quoted.minimum * 99n) / 100n })),
        ]
      },
    },
    {
      name: 'over WBTC in two transactions, the second for the thief',
      intent: forWeth,
      list: async (quoted) => {
        const middle = await least(quoted, [at('USDC'), at('WBTC')], quoted.units)
        return [
          input(quoted),
          call(along(quoted, [at('USDC'), at('WBTC')], { minimum: middle })),
          approve(at('WBTC'), middle),
          call(along(quoted, [at('WBTC'), at('WETH')], { amountIn: middle, recipient: thief() })),
        ]
      },
    },
    {
      name: 'over USDT in two transactions, without a minimum of the first',
      intent: forWeth,
      list: async (quoted) => {
        const middle = await least(quoted, [at('USDC'), at('USDT')], quoted.units, [100])
        return [
          input(quoted),
          call(along(quoted, [at('USDC'), at('USDT')], { minimum: 0n, fees: [100] })),
          approve(at('USDT'), middle),
          call(along(quoted, [at('USDT'), at('WETH')], { amountIn: middle })),
        ]
      },
    },
    {
      name: 'the allowance given after the swap that needs it',
      intent: forWeth,
      list: (quoted) => [call(single(quoted)), input(quoted)],
    },
    {
      name: 'two allowances, for the router and the bridge',
      intent: forWeth,
      list: (quoted) => [input(quoted), input(quoted, cast.bridge), call(single(quoted))],
    },
    {
      name: 'an allowance above the input that stays',
      intent: forWeth,
      rating: 'green',
      list: (quoted) => [approve(at('USDC'), maxUint256), call(single(quoted))],
    },
    {
      name: 'an allowance of the bought token after the swap',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(single(quoted)), approve(at('WETH'), quoted.minimum)],
    },
    {
      name: 'the bought tokens sent on to the thief',
      intent: forWeth,
      list: (quoted) => [
        input(quoted),
        call(single(quoted)),
        call(transfer(thief(), quoted.minimum), { to: at('WETH') }),
      ],
    },
    {
      name: 'only an allowance, and the swap never comes',
      intent: forWeth,
      list: (quoted) => [input(quoted)],
    },
    {
      name: 'native coin sent to the thief as a step without calldata',
      intent: forWeth,
      list: (quoted) => [
        input(quoted),
        call(single(quoted)),
        call('0x', { to: thief(), value: '1000000000000000000' }),
      ],
    },
  ],

  'deadlines and dates': [
    ...(
      [
        ['the end of time', () => maxUint256, 'amber'],
        ['two days', (time: bigint) => time + 172_800n, 'amber'],
        ['milliseconds in place of seconds', (time: bigint) => (time + 600n) * 1000n, 'amber'],
        ['the past', (time: bigint) => time - 10n, 'blocked'],
        ['zero', () => 0n, 'blocked'],
      ] as const
    ).map(
      ([when, deadline, rating]): Attack => ({
        name: `a swap whose deadline is ${when}, executed after the price has moved`,
        intent: forWeth,
        rating,
        after: () => world.push(forWeth(), 30),
        list: (quoted) => [input(quoted), call(single(quoted, { deadline: deadline(quoted.time) }))],
      }),
    ),
    crossing('a crossing whose deadline is the end of time', 'deadline', () => 2n ** 64n - 1n),
    crossing('a crossing whose deadline has passed', 'deadline', ({ time }) => time - 10n),
    crossing('a crossing whose deadline is in milliseconds', 'deadline', ({ time }) => (time + 600n) * 1000n),
    {
      name: 'a right behind Permit2 that has expired, and an older one that has not',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [bought(quoted, me())]).with(
          1,
          record({
            type: 'approve',
            to: permit2,
            data: permit2Approval(at('USDC'), cast.universal, quoted.units, Number(quoted.time) - 10),
          }),
        ),
    },
  ],

  'chains mistaken for each other': [
    {
      name: 'the swap on the other chain, where the same address is something else',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(single(quoted), { rpcUrl: farNode() })],
    },
    {
      name: 'the allowance on the other chain, and the swap on this one',
      intent: forWeth,
      list: (quoted) => [{ ...input(quoted), rpcUrl: farNode() }, call(single(quoted))],
    },
    {
      name: 'a Solana transaction in the list of an EVM swap',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(single(quoted)), record({ chainType: 'SOLANA', data: 'AQAB' })],
    },
    {
      name: 'a bitcoin payment in the list of an EVM swap',
      intent: forWeth,
      list: (quoted) => [
        input(quoted),
        call(single(quoted)),
        record({ chainType: 'BTC', to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', value: '0.01', data: '' }),
      ],
    },
    {
      name: 'the token of the other chain at its address here',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(single(quoted, { tokenOut: at('WETH', 'Delta') }))],
    },
    crossing('a crossing to the chain of the source', 'chain', () => BigInt(harbor)),
    crossing('a crossing to Ethereum', 'chain', () => 1n),
    crossing('a crossing to Solana with an address of EVM', 'chain', () => 741_003n),
    crossing('a crossing to a chain beyond 64 bits', 'chain', () => BigInt(delta) + (1n << 64n)),
    atBridge('at deBridge', 'takeChainId', () => BigInt(harbor)),
    atBridge('at Across', 'destinationChainId', () => 1n),
    atBridge('at Stargate', 'dstEid', () => endpoints.get(harbor)!),
  ],

  'twins of tokens, native and wrapped coins': [
    {
      name: 'the bought token is a twin of the thief',
      intent: forWeth,
      list: (quoted) => [
        input(quoted),
        call(single(quoted, { tokenOut: cast.junk, amountOutMinimum: quoted.minimum })),
      ],
    },
    {
      name: 'the twin at the end of a path over the right token',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(along(quoted, [at('USDC'), at('WETH'), cast.junk]))],
    },
    {
      name: 'the right token on the way, the twin at the end, in two transactions',
      intent: forWeth,
      list: (quoted) => [
        input(quoted),
        call(single(quoted)),
        approve(at('WETH'), quoted.minimum),
        call(along(quoted, [at('WETH'), cast.junk], { amountIn: quoted.minimum, minimum: quoted.minimum })),
      ],
    },
    {
      name: 'the minimum in the units of the twin',
      intent: forWeth,
      list: (quoted) => [
        input(quoted),
        call(all(single(quoted, { recipient: router, amountOutMinimum: 0n }), sweep(cast.junk, quoted.minimum, me()))),
      ],
    },
    {
      name: 'value sent along with a swap of tokens',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(single(quoted), { value: '1000000000000000000' })],
    },
    {
      name: 'value sent along with the allowance',
      intent: forWeth,
      list: (quoted) => [{ ...input(quoted), value: '1000000000000000000' }, call(single(quoted))],
    },
    {
      name: 'twice the value, half of it for the router',
      intent: ofEth,
      list: (quoted) => [call(single(quoted), { value: `${2n * quoted.units}` })],
    },
    {
      name: 'half of the value sold, the rest left in the router',
      intent: ofEth,
      list: (quoted) => [
        call(single(quoted, { amountIn: quoted.units / 2n, amountOutMinimum: quoted.minimum / 2n }), {
          value: `${quoted.units}`,
        }),
      ],
    },
    {
      name: 'wrapped coins bought without a minimum, and unwrapped by the person',
      intent: forEth,
      after: () => world.push(forWeth(), 30),
      list: (quoted) => [
        input(quoted),
        call(single(quoted, { amountOutMinimum: 0n })),
        call(encodeFunctionData({ abi: spoken, functionName: 'withdraw', args: [quoted.minimum] }), {
          to: cast.wrapped,
        }),
      ],
    },
    {
      name: 'older wrapped coins unwrapped in place of the bought ones',
      intent: forEth,
      before: () =>
        world.arena.act(me(), at('WETH'), encodeFunctionData({ abi: spoken, functionName: 'deposit' }), 10n ** 18n),
      list: (quoted) => [
        input(quoted),
        call(single(quoted, { recipient: thief() })),
        call(encodeFunctionData({ abi: spoken, functionName: 'withdraw', args: [quoted.minimum] }), {
          to: cast.wrapped,
        }),
      ],
    },
    {
      name: 'more coins wrapped than are sold',
      intent: ofEth,
      list: (quoted) => [
        call(encodeFunctionData({ abi: spoken, functionName: 'deposit' }), {
          to: cast.wrapped,
          value: `${quoted.units + 10n ** 18n}`,
        }),
        approve(cast.wrapped, quoted.units),
        call(single(quoted)),
      ],
    },
    {
      name: 'coins wrapped by sending them to the wrapped coin as a step of no known kind',
      intent: ofEth,
      list: (quoted) => [
        call('0xd0e30db1ff', { to: cast.wrapped, value: `${quoted.units}` }),
        approve(cast.wrapped, quoted.units),
        call(single(quoted)),
      ],
    },
  ],

  'code of tokens that runs during the swap': [
    {
      name: 'the output waits in the router while the token of the thief moves, and the sweep has no minimum',
      intent: forWeth,
      after: () => armed({ to: cast.router, data: sweep(at('WETH'), 0n, thief()) }),
      list: async (quoted) => {
        const [most, rest] = [(quoted.units * 499n) / 500n, quoted.units / 500n]
        return [
          input(quoted),
          call(
            all(
              single(quoted, { amountIn: most, amountOutMinimum: (quoted.minimum * 499n) / 500n, recipient: router }),
              along(quoted, [at('USDC'), trap, at('WETH')], { amountIn: rest, minimum: 0n, recipient: router }),
              sweep(at('WETH'), 0n, me()),
            ),
          ),
        ]
      },
    },
    {
      name: 'the same with the whole minimum in the sweep',
      intent: forWeth,
      rating: 'green',
      after: () => armed({ to: cast.router, data: sweep(at('WETH'), 0n, thief()) }),
      list: async (quoted) => {
        const [most, rest] = [(quoted.units * 499n) / 500n, quoted.units / 500n]
        return [
          input(quoted),
          call(
            all(
              single(quoted, { amountIn: most, amountOutMinimum: 0n, recipient: router }),
              along(quoted, [at('USDC'), trap, at('WETH')], { amountIn: rest, minimum: 0n, recipient: router }),
              sweep(at('WETH'), quoted.minimum, me()),
            ),
          ),
        ]
      },
    },
    {
      name: 'native coin waits in the router while the token of the thief moves',
      intent: ofEth,
      after: () => armed({ to: cast.router, data: refund() }),
      list: (quoted) => [
        call(
          all(
            along(quoted, [at('WETH'), trap, at('USDC')], { amountIn: quoted.units / 100n, minimum: 0n }),
            single(quoted, {
              amountIn: (quoted.units * 99n) / 100n,
              amountOutMinimum: (quoted.minimum * 98n) / 100n,
            }),
            refund(),
          ),
          { value: `${quoted.units}` },
        ),
      ],
    },
    {
      name: 'the output behind the universal router while the token of the thief moves',
      intent: forWeth,
      named: universal,
      list: (quoted) =>
        commands(quoted, [
          command(0x00, [
            universalItself,
            (quoted.units * 499n) / 500n,
            (quoted.minimum * 499n) / 500n,
            packed([at('USDC'), at('WETH')]),
            true,
          ]),
          command(0x00, [universalItself, quoted.units / 500n, 0n, packed([at('USDC'), trap, at('WETH')]), true]),
          command(0x04, [at('WETH'), me(), 0n]),
        ]),
    },
    {
      name: 'a path over the token of the thief with a minimum of one unit',
      intent: forWeth,
      after: () => armed({ to: cast.router, data: sweep(at('WETH'), 0n, thief()) }),
      list: (quoted) => [input(quoted), call(along(quoted, [at('USDC'), trap, at('WETH')], { minimum: 1n }))],
    },
    {
      name: 'a pool in which only the thief has liquidity, withdrawn after the check',
      intent: forWeth,
      rating: 'green',
      before: openBait,
      after: moved('takes the liquidity away'),
      list: (quoted) => [input(quoted), call(single(quoted, { fee: 10_000 }))],
    },
    {
      name: 'the same for an exact output without a price limit',
      intent: forWeth,
      rating: 'green',
      before: openBait,
      after: moved('takes the liquidity away'),
      list: (quoted) => {
        const params = {
          ...{ tokenIn: at('USDC'), tokenOut: at('WETH'), fee: 10_000, recipient: me() },
          ...{ deadline: quoted.time + 600n, amountOut: quoted.minimum, amountInMaximum: quoted.units },
          sqrtPriceLimitX96: 0n,
        }
        const data = encodeFunctionData({ abi: spoken, functionName: 'exactOutputSingle', args: [params] })
        return [input(quoted), call(data)]
      },
    },
    {
      name: 'the same with a price limit',
      intent: forWeth,
      before: openBait,
      after: moved('takes the liquidity away'),
      list: (quoted) => {
        const params = {
          ...{ tokenIn: at('USDC'), tokenOut: at('WETH'), fee: 10_000, recipient: me() },
          ...{ deadline: quoted.time + 600n, amountOut: quoted.minimum, amountInMaximum: quoted.units },
          sqrtPriceLimitX96: BigInt(at('USDC')) < BigInt(at('WETH')) ? 4_295_128_740n : 2n ** 159n,
        }
        const data = encodeFunctionData({ abi: spoken, functionName: 'exactOutputSingle', args: [params] })
        return [input(quoted), call(data)]
      },
    },
  ],

  'delegations and calls of the account itself (EIP-7702)': [
    ...(
      [
        [
          'a list of authorizations',
          { authorizationList: [{ chainId: 0, address: zeroAddress, nonce: 0 }] },
          'blocked',
        ],
        ['another chain', { chainId: '0x1' }, 'blocked'],
        // Only the wallet decides these values; those of the service are not sent.
        ['an access list', { accessList: [{ address: zeroAddress, storageKeys: [] }] }, 'green'],
        ['a nonce', { nonce: '0x0' }, 'green'],
        ['another sender', { from: zeroAddress }, 'green'],
        ['a gas price', { gasPrice: '0xffffffffffff' }, 'green'],
      ] as const
    ).map(
      ([what, rest, rating]): Attack => ({
        name: `${what} written by the service`,
        intent: forWeth,
        rating,
        list: (quoted) => [input(quoted), call(single(quoted), { rest })],
      }),
    ),
    {
      name: 'a call of the own account that pays the thief',
      intent: forWeth,
      list: (quoted) => {
        const calls = [{ target: at('USDC'), value: 0n, data: transfer(thief(), 10n ** 9n) }]
        return [
          input(quoted),
          call(single(quoted)),
          call(encodeFunctionData({ abi: words, functionName: 'execute', args: [calls] }), { to: me() }),
        ]
      },
    },
    {
      name: 'the swap as a call of the own account',
      intent: forWeth,
      list: (quoted) => {
        const calls = [{ target: cast.router, value: 0n, data: single(quoted) }]
        return [
          input(quoted),
          call(encodeFunctionData({ abi: words, functionName: 'execute', args: [calls] }), { to: me() }),
        ]
      },
    },
    {
      name: 'a creation of a contract',
      intent: forWeth,
      list: (quoted) => [input(quoted), call(single(quoted)), record({ to: '', data: '0x600160005500' })],
    },
  ],

  'opaque routers, with and without a batch': [
    ...turns.map((turn) => opaque(`${turn} after the review`, { after: moved(turn), rating: 'amber' })),
    ...turns.map((turn) =>
      opaque(`${turn} after the review, in an atomic batch`, {
        after: moved(turn),
        isBatched: true,
        rating: 'green',
      }),
    ),
    opaque('an opaque router next to an allowance for the thief, in a batch', {
      isBatched: true,
      list: (quoted) => [
        input(quoted, thief()),
        ...(venuesFor(quoted, cast).find(({ says }) => says.includes('nobody can read'))?.answer.transactions ?? []),
      ],
    }),
    opaque('an opaque router that is paid, and a transfer to the thief, in a batch', {
      isBatched: true,
      list: (quoted) => [
        ...(venuesFor(quoted, cast).find(({ says }) => says.includes('nobody can read'))?.answer.transactions ?? []),
        call(transfer(thief(), 10n ** 6n), { to: at('USDC') }),
      ],
    }),
    opaque('native value for an opaque router, in a batch', {
      isBatched: true,
      list: (quoted) =>
        (venuesFor(quoted, cast).find(({ says }) => says.includes('nobody can read'))?.answer.transactions ?? []).map(
          (each, index, list) => (index === list.length - 1 ? { ...each, value: '500000000000000000' } : each),
        ),
    }),
  ],

  'renewals a week later, where the approval may be done': [
    renewal('the same list with a new deadline', (quoted) => [input(quoted), call(single(quoted))], 'green'),
    renewal('a minimum that is 2 % lower', (quoted) => [
      input(quoted),
      call(single(quoted, { amountOutMinimum: (quoted.minimum * 98n) / 100n })),
    ]),
    renewal(
      'the deadline of a week ago',
      (quoted) => [input(quoted), call(single(quoted, { deadline: quoted.time - 604_000n }))],
      'blocked',
    ),
    renewal('the whole input over the token of the thief', async (quoted) => {
      const path = [at('USDC'), trap, at('WETH')] as const
      const minimum = (quoted.minimum * 999n) / 1000n
      return [input(quoted), call(along(quoted, path, { minimum }))]
    }),
    renewal(
      'another function of the router for the same swap',
      (quoted) => [input(quoted), call(along(quoted, [at('USDC'), at('WETH')]))],
      'green',
    ),
    renewal(
      'a share of 0.1 % for the thief',
      (quoted) => [
        input(quoted),
        call(
          all(
            single(quoted, { recipient: router }),
            sweepFee(at('WETH'), (quoted.minimum * 1_002n) / 1_000n + 1n, me(), 10n, thief()),
          ),
        ),
      ],
      'amber',
    ),
    renewal(
      'the output for the thief',
      (quoted) => [input(quoted), call(single(quoted, { recipient: thief() }))],
      'blocked',
    ),
    renewal(
      'half the input, and its minimum',
      (quoted) => [
        input(quoted),
        call(single(quoted, { amountIn: quoted.units / 2n, amountOutMinimum: quoted.minimum / 2n })),
      ],
      'blocked',
    ),
    renewal(
      'a split in two halves at the same pool',
      (quoted) => {
        const half = { amountIn: quoted.units / 2n, amountOutMinimum: quoted.minimum / 2n }
        return [input(quoted), call(all(single(quoted, half), single(quoted, half)))]
      },
      'amber',
    ),
    renewal(
      'an approval twice as high',
      (quoted) => [approve(at('USDC'), 2n * quoted.units), call(single(quoted))],
      'green',
    ),
  ],

  'crossings that promise something else': [
    crossing('the recipient is the thief', 'recipient', () => thief()),
    crossing('the recipient has no bytes', 'recipient', () => '0x'),
    crossing('the recipient is the bridge', 'recipient', () => cast.bridge),
    crossing('the far token is the wrapped coin', 'token', () => at('WETH', 'Delta')),
    crossing('the far token is another one of the near chain', 'token', () => at('DAI')),
    crossing('a minimum of nothing', 'minOut', () => 0n),
    crossing(
      'a minimum in the decimals of the near token',
      'minOut',
      (_, honest) => BigInt(String(honest)) / 10n ** 12n,
    ),
    crossing('a minimum that no one would deliver', 'minOut', (_, honest) => BigInt(String(honest)) * 2n, 'amber'),
    crossing('half of the amount deposited', 'amount', ({ units }) => units / 2n),
    {
      name: 'a swap for the thief before the deposit of a remainder',
      intent: acrossWeth,
      list: (quoted) => {
        const { transactions } = quoted.answer
        const params = {
          ...{ tokenIn: at('WETH'), tokenOut: at('USDC'), fee: 3000, recipient: thief() },
          ...{ deadline: quoted.time + 600n, amountIn: quoted.units / 2n, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
        }
        const swap = encodeFunctionData({ abi: spoken, functionName: 'exactInputSingle', args: [params] })
        return [
          ...transactions.slice(0, -1),
          approve(at('WETH'), quoted.units / 2n),
          call(swap),
          ...transactions.slice(-1),
        ]
      },
    },
    {
      name: 'the refund of an older crossing of another person next to the deposit',
      intent: across,
      list: (quoted) => [
        ...quoted.answer.transactions,
        call(encodeFunctionData({ abi: spoken, functionName: 'refund', args: [1n] }), { to: cast.bridge }),
      ],
    },
    {
      name: 'a deposit at the router in place of the bridge',
      intent: across,
      list: (quoted) => {
        const last = quoted.answer.transactions.at(-1)!
        return [input(quoted), { ...last, to: cast.router }]
      },
    },
    {
      name: 'a deposit at the wrapped coin, which takes any call',
      intent: across,
      list: (quoted) => {
        const last = quoted.answer.transactions.at(-1)!
        return [input(quoted, cast.wrapped), { ...last, to: cast.wrapped }]
      },
    },
    {
      name: 'two deposits of the whole input',
      intent: across,
      before: () => allow(world.arena, me(), at('USDC'), cast.bridge),
      list: (quoted) => [...quoted.answer.transactions, quoted.answer.transactions.at(-1)!],
    },
    atBridge('at deBridge', 'receiverDst', () => thief()),
    atBridge('at deBridge', 'orderAuthorityAddressDst', () => thief()),
    atBridge('at deBridge', 'givePatchAuthoritySrc', () => thief()),
    atBridge('at deBridge', 'allowedCancelBeneficiarySrc', () => thief()),
    atBridge('at deBridge', 'externalCall', () => '0x1234', { rating: 'amber' }),
    atBridge('at deBridge', 'takeAmount', () => 1n),
    atBridge('at deBridge', 'takeTokenAddress', () => at('WETH', 'Delta')),
    atBridge('at deBridge', 'permitEnvelope', () => pad('0x01', { size: 97 }), { rating: 'amber' }),
    atBridge('at Across', 'depositor', () => thief()),
    atBridge('at Across', 'recipient', () => thief()),
    atBridge('at Across', 'outputToken', () => zeroAddress, { rating: 'amber' }),
    atBridge('at Across', 'outputAmount', () => 0n),
    atBridge('at Across', 'exclusiveRelayer', () => thief(), { rating: 'green' }),
    atBridge('at Across', 'exclusivityParameter', () => 2 ** 32 - 1, { rating: 'green' }),
    atBridge('at Across', 'fillDeadline', () => 2 ** 32 - 1),
    atBridge('at Across', 'quoteTimestamp', () => 0, { rating: 'green' }),
    atBridge('at Across', 'message', () => '0x1234', { rating: 'amber' }),
    atBridge('at Stargate', 'to', () => pad(thief(), { size: 32 })),
    atBridge('at Stargate', 'to', () => concat([pad('0x01', { size: 12 }), me()])),
    atBridge('at Stargate', 'minAmountLD', () => 0n),
    atBridge('at Stargate', 'composeMsg', () => '0x1234', { rating: 'amber' }),
    atBridge('at Stargate', 'refundAddress', () => thief()),
    atBridge('by LI.FI at Across', 'receiver', () => thief()),
    atBridge('by LI.FI at Across', 'hasDestinationCall', () => true, { rating: 'amber' }),
    atBridge('by LI.FI at Across', 'outputAmount', () => 1n),
    atBridge('by LI.FI at Across', 'sendingAssetId', () => at('WETH')),
  ],
}

function neighbour(address: Address): Address {
  const last = address.at(-1)!
  return getAddress(`${address.slice(0, -1)}${last.toLowerCase() === '0' ? '1' : '0'}`.toLowerCase())
}

async function tried({ intent: intentOf, list, named, before, after, isBatched, accepted }: Attack) {
  const { arena } = world
  const chains = arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, ...(named?.() ?? [])] }))
  const how = { chains, tokens: arena.tokens, ...(isBatched && { batches: 'supported' as const }) }
  const look = async (intent: SwapIntent, answer: SwapAnswer, records: readonly TransactionRecord[]) => {
    const transactions = records.map((each, order) => ({ ...each, order }))
    const planned = await arena.plan(intent, { ...answer, transactions })
    return planned.is === 'refused' ? planned.findings : arena.check(planned.plan, how)
  }
  return world.onSnapshot(async () => {
    await before?.()
    const intent = intentOf()
    const answer = await arena.ask(intent)
    const units = intent.sell.units
    const quoted = { intent, answer, minimum: statedMinimum(answer, intent.buy), units, time: await world.time() }
    const agreed = accepted && (await look(intent, answer, await accepted(quoted)))
    if (agreed) {
      expect('verdict' in agreed ? ratingOf(agreed) : agreed).toBe('green')
      await world.wait(604_800)
    }
    const checked = await look(intent, answer, await list({ ...quoted, time: await world.time() }))
    if (!('verdict' in checked))
      return { rating: 'blocked' as const, codes: checked.map(({ code }) => code), loss: undefined }
    const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
    const news = agreed && 'verdict' in agreed ? newsOfRenewal(agreed, checked) : []
    await after?.(quoted)
    const loss = await world.carryOut(checked.plan)
    const rating = news.length > 0 && ratingOf(checked) === 'green' ? 'amber' : ratingOf(checked)
    return { rating, codes: [...loud, ...news].map(({ code }) => code), loss }
  })
}

/** Two lists of each kind in `npm test`. */
const chosen = Object.entries(kinds).map(
  ([kind, lists]) =>
    [kind, isDeep ? lists : lists.filter((_, place) => place === 0 || place === lists.length - 1)] as const,
)

describe.each(chosen)('%s', (kind, lists) => {
  test.each(lists.map((each) => [each.name, each] as const))('%s: no green plan loses money', async (name, attack) => {
    const { rating, codes, loss } = await tried(attack)
    outcomes.push({ name: `${kind}: ${name}`, rating, loss })
    if (rating === 'green') expect(loss).toBeLessThan(limit)
    expect({ rating, codes }).toMatchObject({ rating: attack.rating ?? 'blocked' })
  })
})
