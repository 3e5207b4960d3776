import {
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  toHex,
} from 'viem'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { record } from '../fixtures'
import { type Command, commandsIn, executeData, type Slot, type SlotKind, slotsOf, spoken } from './calldata'
import type { Random } from './random'
import { command, pathIn } from './universal'
import type { FarCast } from './venues'

/* Honest answers changed by meaning, as a thief who knows contracts would write them. */

/** Who and what a mutation may name. */
export type Cast = FarCast & {
  readonly me: Address
  readonly thief: Address
  /** Named by the deployment. */
  readonly router: Address
  readonly manager: Address
  readonly bridge: Address
  readonly wrapped: Address
  readonly universal: Address
  /** A bridge whose code the thief may exchange, although the deployment names it. */
  readonly switchedBridge: Address
  /** Contracts of the thief's: routers that steal, are switched, or are behind a proxy. */
  readonly traps: readonly Address[]
  /** Issued by the thief, in a pool with every other token. */
  readonly junk: Address
  readonly tokens: readonly Address[]
}

export type Draft = { readonly answer: SwapAnswer; readonly intent: SwapIntent; readonly time: bigint }

/** Another answer, or nothing where this one has no such part. */
type Mutate = (draft: Draft, cast: Cast, random: Random) => SwapAnswer | undefined

export const mutations = {
  target: (draft, { traps, thief, me, manager, bridge, router, tokens }, random) =>
    onOne(draft, random, () => ({ to: random.pick([...traps, ...tokens, thief, me, manager, bridge, router]) })),

  spender: (draft, { traps, thief, me, manager, bridge }, random) =>
    onSlot(draft, random, ['party'], () => random.pick([...traps, thief, me, manager, bridge])),

  recipient: (draft, { traps, thief, router, bridge, me }, random) =>
    onSlot(draft, random, ['party'], () => random.pick([...traps, thief, router, bridge, me, ...placeholders])),

  amount: (draft, _, random) => onSlot(draft, random, ['amount'], ({ value }) => scaled(value, random, draft.intent)),

  minimum: (draft, _, random) => {
    const changed = onSlot(draft, random, ['minimum'], ({ value }) => scaled(value, random, draft.intent))
    return changed && restated(changed, random)
  },

  'every minimum': (draft, _, random) => {
    const factor = random.pick([0n, 1n, 500n, 900n, 950n, 980n, 990n, 998n])
    const changed = draft.answer.transactions.map((each) => lowered(each, factor))
    return restated({ ...draft.answer, transactions: changed }, random)
  },

  limit: (draft, cast, random) =>
    onSlot(draft, random, ['limit'], () => random.pick(limits)) ?? respell(draft, cast, random, 'limit'),

  command: (draft, cast, random) => respell(draft, cast, random, 'any'),

  batch: (draft, cast, random) =>
    onSlot(draft, random, ['calls'], ({ value }) => {
      const calls: readonly unknown[] = Array.isArray(value) ? value : []
      const part = partOf(draft, cast, random)
      return random.pick([[part, ...calls], [...calls, part], calls.slice(1), calls.slice(0, -1), calls.toReversed()])
    }) ?? wrapped(draft, cast, random),

  'extra step': (draft, cast, random) => {
    const { transactions } = draft.answer
    const place = Math.floor(random.roll() * (transactions.length + 1))
    return ordered(draft, transactions.toSpliced(place, 0, extraStep(draft, cast, random)))
  },

  order: (draft, _, random) => {
    const list = draft.answer.transactions
    const place = Math.floor(random.roll() * list.length)
    const again = { ...list[place]!, rest: { note: 'again' } }
    return ordered(
      draft,
      random.pick([
        list.toReversed(),
        list.slice(1),
        list.slice(0, -1),
        [...list, again],
        list.toSpliced(place, 1),
        [...list, ...list],
      ]),
    )
  },

  commands: (draft, cast, random) => {
    const { transactions } = draft.answer
    const place = transactions.findLastIndex(({ data }) => commandsIn(data) !== undefined)
    const batch = commandsIn(transactions[place]?.data)
    if (!batch) return undefined
    const data = executeData(recommanded(batch.commands, draft, cast, random), batch.deadline)
    return { ...draft.answer, transactions: transactions.with(place, { ...transactions[place]!, data }) }
  },

  fee: (draft, cast, random) => respell(draft, cast, random, 'fee'),

  value: (draft, _, random) =>
    onOne(draft, random, ({ value }) => ({
      value: random.pick([
        '10000000000000000',
        '9999999999999999',
        '1000000000000000',
        '0x2386f26fc10000',
        '2000000000000000000',
        '0.01',
        '0',
        `${BigInt(/^\d+$/.test(value ?? '') ? (value ?? 0) : 0) + 10n ** 16n}`,
      ]),
    })),

  token: (draft, { junk, tokens }, random) =>
    onSlot(draft, random, ['token'], () => random.pick([junk, junk, ...tokens])),

  path: (draft, { junk, tokens }, random) =>
    onSlot(draft, random, ['path'], ({ value }) => {
      const hops = hopsOf(value)
      const hop = random.pick([junk, ...tokens])
      const place = Math.floor(random.roll() * hops.length)
      return pathOf(random.pick([hops.with(place, hop), hops.toSpliced(1, 0, hop), hops.toReversed()]), random)
    }),

  tier: (draft, _, random) => onSlot(draft, random, ['tier'], () => random.pick([100, 500, 3000, 10_000])),

  deadline: (draft, _, random) =>
    onSlot(draft, random, ['deadline'], ({ type }) => {
      const { time } = draft
      const times = [0n, time - 1n, time + 20n, time + 86_300n, time + 10n ** 6n]
      return random.pick([...times.map((each) => asNumber(each, type)), lastOf(type)])
    }),

  destination: (draft, { thief, junk, me, tokens }, random) =>
    onSlot(draft, random, ['far', 'chain'], ({ is, type, name }) => {
      if (is === 'chain') return asNumber(random.pick(name === 'dstEid' ? endpointIds : chainIds), type)
      if (type === 'bytes32') return random.pick([pad(thief), pad(me), concat([thief, pad(me, { size: 12 })]), word])
      const share = concat([
        thief,
        toHex(draft.intent.sell.units / random.pick([50n, 100n, 200n, 1000n]), { size: 32 }),
      ])
      const odd: readonly Hex[] = [share, concat([me, thief]), concat([thief, me]), '0x0003', '0xdeadbeef']
      return random.pick([thief, junk, me, ...tokens, '0x', toHex(1n, { size: 32 }), ...odd])
    }),

  flag: (draft, _, random) => onSlot(draft, random, ['flag'], ({ value }) => value !== true),

  chain: (draft, _, random) =>
    onOne(draft, random, () => ({ rest: { chainId: random.pick([741_001, 741_002, 1, 2]) } })),

  figures: (draft, _, random) => restated(draft.answer, random),

  payee: (draft, cast, random) => withPayee(draft, cast, random),

  label: (draft, _, random) => onOne(draft, random, () => ({ type: random.pick(['approve', 'swap', 'bridge', null]) })),
} satisfies Readonly<Record<string, Mutate>>

export type MutationName = keyof typeof mutations
export const mutationNames = Object.keys(mutations).filter((name): name is MutationName => name in mutations)

export function mutate(draft: Draft, name: MutationName, cast: Cast, random: Random): SwapAnswer | undefined {
  try {
    return mutations[name](draft, cast, random)
  } catch {
    // The result of an earlier mutation does not fit this one's type, an amount of 2^255 in 128 bits for instance.
    return undefined
  }
}

const chainIds = [1n, 741_001n, 741_002n, 741_003n, 7_565_164n]
const endpointIds = [30_101n, 41_001n, 41_002n, 30_184n]

/** The latest that a type can say. */
function lastOf(type: string): unknown {
  if (type === 'uint32') return 2 ** 32 - 1
  return type === 'uint64' ? 2n ** 64n - 1n : maxUint256
}

/** Small types are numbers, not bigints. */
function asNumber(value: bigint, type: string): bigint | number {
  return type === 'uint32' ? Number(value) : value
}

/** Several calls in one, and the caller or the router itself as recipient, where a router knows these words. */
const placeholders: readonly Address[] = [0n, 1n, 2n].map((place) => toHex(place, { size: 20 }))

const limits = [1n, 4_295_128_740n, 2n ** 96n, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n]

function onOne(
  { answer }: Draft,
  random: Random,
  change: (transaction: TransactionRecord) => Partial<TransactionRecord>,
): SwapAnswer {
  const place = Math.floor(random.roll() * answer.transactions.length)
  const transaction = answer.transactions[place]!
  return { ...answer, transactions: answer.transactions.with(place, { ...transaction, ...change(transaction) }) }
}

function onSlot(
  { answer }: Draft,
  random: Random,
  kinds: readonly SlotKind[],
  change: (slot: Slot) => unknown,
): SwapAnswer | undefined {
  const found = answer.transactions.flatMap((transaction, index) =>
    slotsOf(transaction.data).flatMap((slot) => (kinds.includes(slot.is) ? [{ slot, transaction, place: index }] : [])),
  )
  if (found.length === 0) return undefined
  const { slot, transaction, place } = random.pick(found)
  return {
    ...answer,
    transactions: answer.transactions.with(place, { ...transaction, data: slot.write(change(slot)) }),
  }
}

function lowered(transaction: TransactionRecord, permille: bigint): TransactionRecord {
  const minimums = (data: unknown) => slotsOf(data).filter(({ is }) => is === 'minimum')
  let { data } = transaction
  for (const place of minimums(data).keys()) {
    const slot = minimums(data)[place]
    if (typeof slot?.value === 'bigint') data = slot.write(permille === 1n ? 1n : (slot.value * permille) / 1000n)
  }
  return { ...transaction, data }
}

function ordered({ answer }: Draft, transactions: readonly TransactionRecord[]): SwapAnswer {
  return { ...answer, transactions: transactions.map((each, order) => ({ ...each, order })) }
}

/** A lowered minimum needs matching figures next to it. */
function restated(answer: SwapAnswer, random: Random): SwapAnswer {
  const said = Number(answer.minAmountOut)
  const less = Number.isFinite(said) ? `${(said * random.pick([0.5, 0.9, 0.95, 0.98, 0.99])).toFixed(6)}` : undefined
  return { ...answer, minAmountOut: random.pick([answer.minAmountOut, undefined, '0', less]) }
}

function scaled(value: unknown, random: Random, { sell }: SwapIntent): bigint {
  const amount = typeof value === 'bigint' ? value : 0n
  return random.pick([
    0n,
    1n,
    amount / 2n,
    (amount * 900n) / 1000n,
    (amount * 980n) / 1000n,
    (amount * 990n) / 1000n,
    (amount * 998n) / 1000n,
    (amount * 1001n) / 1000n,
    (amount * 1100n) / 1000n,
    amount * 2n,
    amount + 1n,
    sell.units,
    sell.units * 10n,
    2n ** 128n - 1n,
  ])
}

/** A command more or less, one that may fail, or one that takes what the router holds. */
function recommanded(
  commands: readonly Command[],
  { intent: { sell } }: Draft,
  { me, thief, wrapped, tokens, junk }: Cast,
  random: Random,
): readonly Command[] {
  const place = Math.floor(random.roll() * commands.length)
  const at = commands[place]!
  const token = random.pick([wrapped, random.pick(tokens), junk, placeholders[0]!])
  const who = random.pick([thief, thief, me, ...placeholders])
  const amount = random.pick([sell.units, 1n, sell.units / 2n, 2n ** 255n])
  const added = random.pick([
    () => command(0x02, [token, who, random.pick([sell.units, sell.units / 100n])]),
    () => command(0x04, [token, who, 0n]),
    () => command(0x05, [token, who, amount]),
    () => command(0x06, [token, who, random.pick([10n, 100n, 101n, 9_999n])]),
    () => command(0x0b, [who, amount]),
    () => command(0x0c, [who, 0n]),
    () => ({ ...at, code: at.code | 0x80 }),
    () => at,
  ])()
  return random.pick([
    () => [...commands, added],
    () => [added, ...commands],
    () => commands.toSpliced(place, 0, added),
    () => commands.with(place, { ...at, code: at.code | 0x80 }),
    () => commands.toSpliced(place, 1),
    () => commands.toReversed(),
    () => commands.with(place, { ...at, code: random.pick([0x00, 0x01, 0x04, 0x08, 0x10, 0x21]) }),
  ])()
}

type Flavour = 'any' | 'limit' | 'fee'

/**
 * The same swap in another form: another function of the router, its price limit, a share for someone, a second half.
 */
function respell(draft: Draft, cast: Cast, random: Random, flavour: Flavour): SwapAnswer {
  const { answer } = draft
  const place = answer.transactions.length - 1
  const last = answer.transactions[place]!
  const data = flavour === 'fee' ? withShare(draft, cast, random) : swapData(draft, cast, random, flavour)
  const to = last.to !== undefined && random.chance(0.7) ? last.to : cast.router
  // A call of another contract needs an allowance for that contract.
  const before = answer.transactions.slice(0, place).map((each) => spentBy(each, to))
  return { ...answer, transactions: [...before, { ...last, to, data }] }
}

/** A plain swap through another contract, which is allowed to take the token. */
export function redirected(draft: Draft, to: Address, cast: Cast): SwapAnswer {
  const { answer } = draft
  const place = answer.transactions.length - 1
  const data = swapData(draft, cast, steady, 'any')
  return {
    ...answer,
    transactions: answer.transactions.map((each, index) =>
      index === place ? { ...each, to, data } : spentBy(each, to),
    ),
  }
}

/** Falls on the terms that anyone would choose: all of it, the stated minimum, the usual pool, no limit. */
const steady: Random = { roll: () => 0.3, chance: (share) => share > 0.5, pick: ([first, second]) => second ?? first! }

function spentBy(transaction: TransactionRecord, spender: string): TransactionRecord {
  const slot = slotsOf(transaction.data).find(({ name }) => name === 'spender')
  return slot ? { ...transaction, data: slot.write(spender) } : transaction
}

function swapData(draft: Draft, cast: Cast, random: Random, flavour: Flavour): Hex {
  const { sell } = draft.intent
  const [tokenIn, tokenOut] = endsOf(draft, cast, random)
  const amountOutMinimum = leastOf(draft, random)
  const recipient = random.chance(0.8) ? cast.me : random.pick([cast.thief, ...placeholders])
  const deadline = draft.time + 600n
  const limit = flavour === 'limit' || random.chance(0.3) ? random.pick(limits) : 0n
  const amountIn = random.chance(0.7) ? sell.units : sell.units / 2n
  const pair = { tokenIn, tokenOut, fee: random.pick([100, 3000, 10_000, 10_000]), recipient, deadline }
  const kind = flavour === 'limit' ? random.pick([0, 1]) : Math.floor(random.roll() * 4)
  const path = pathOf(
    random.chance(0.5) ? [tokenIn, tokenOut] : [tokenIn, random.pick([cast.junk, ...cast.tokens]), tokenOut],
    random,
  )
  switch (kind) {
    case 0:
      return encodeFunctionData({
        abi: spoken,
        functionName: 'exactOutputSingle',
        args: [{ ...pair, amountOut: amountOutMinimum, amountInMaximum: amountIn, sqrtPriceLimitX96: limit }],
      })
    case 1:
      return encodeFunctionData({
        abi: spoken,
        functionName: 'exactInputSingle',
        args: [{ ...pair, amountIn, amountOutMinimum, sqrtPriceLimitX96: limit }],
      })
    case 2:
      return encodeFunctionData({
        abi: spoken,
        functionName: 'exactInput',
        args: [{ path, recipient, deadline, amountIn, amountOutMinimum }],
      })
    default:
      return encodeFunctionData({
        abi: spoken,
        functionName: 'exactOutput',
        args: [{ path, recipient, deadline, amountOut: amountOutMinimum, amountInMaximum: amountIn }],
      })
  }
}

/** The output is paid to the router, and someone takes a share. */
function withShare(draft: Draft, cast: Cast, random: Random): Hex {
  const { sell } = draft.intent
  const [tokenIn, tokenOut] = endsOf(draft, cast, random)
  const least = leastOf(draft, random)
  const params = {
    ...{ tokenIn, tokenOut, fee: 3000, recipient: placeholders[0]!, deadline: draft.time + 600n },
    ...{ amountIn: sell.units, amountOutMinimum: least, sqrtPriceLimitX96: 0n },
  }
  const swap = encodeFunctionData({ abi: spoken, functionName: 'exactInputSingle', args: [params] })
  const payee = random.pick([cast.thief, cast.router, cast.manager])
  const share = random.pick([0n, 10n, 60n, 100n, 101n, 9_999n])
  const isCoin = draft.intent.buy.isNative || random.chance(0.2)
  const rest = isCoin
    ? encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9WithFee', args: [least, cast.me, share, payee] })
    : encodeFunctionData({
        abi: spoken,
        functionName: 'sweepTokenWithFee',
        args: [tokenOut, least, cast.me, share, payee],
      })
  const calls = random.pick([
    [swap, rest],
    [swap, rest, rest],
    [swap, partOf(draft, cast, random), rest],
  ])
  return encodeFunctionData({ abi: spoken, functionName: 'multicall', args: [calls] })
}

/**
 * Nearly all is bought into the router. A fee in another token is paid from it before the rest goes to the person, with
 * or without a minimum.
 */
function withPayee(draft: Draft, cast: Cast, random: Random): SwapAnswer | undefined {
  const { answer, intent, time } = draft
  const [sold, bought] = endsOf(draft, cast, random)
  const place = answer.transactions.length - 1
  const last = answer.transactions[place]
  const path = pathIn(last?.data)
  if (!last || !path || sold === bought) return undefined
  const others = [...cast.tokens, cast.junk].filter((token) => token !== sold && token !== bought)
  const [other, itself] = [random.pick(others), placeholders[0]!]
  const stable = cast.tokens.filter((_, index) => index % 2 === 0)
  const rest = intent.sell.units / random.pick([1_000n, 500n, 50n])
  const least = leastOf(draft, random)
  const buy = (path: Hex, amountIn: bigint, amountOutMinimum: bigint) => {
    const args = [{ path, recipient: itself, deadline: time + 600n, amountIn, amountOutMinimum }] as const
    return encodeFunctionData({ abi: spoken, functionName: 'exactInput', args })
  }
  const [share, payee] = [random.pick([1n, 10n, 50n, 100n]), random.pick([cast.thief, cast.thief, ...cast.traps])]
  const tier = [sold, other].every((token) => stable.includes(token)) ? 100 : 3000
  const aside = concat([sold, encodePacked(['uint24'], [tier]), other])
  const parts = [buy(path, intent.sell.units - rest, least), buy(aside, rest, 0n)]
  const fee = encodeFunctionData({
    abi: spoken,
    functionName: 'sweepTokenWithFee',
    args: [other, 0n, cast.me, share, payee],
  })
  const end = random.pick([0n, least])
  const paid = intent.buy.isNative
    ? encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9', args: [end, cast.me] })
    : encodeFunctionData({ abi: spoken, functionName: 'sweepToken', args: [bought, end, cast.me] })
  const calls = [...(random.chance(0.5) ? parts : parts.toReversed()), fee, paid]
  const data = encodeFunctionData({ abi: spoken, functionName: 'multicall', args: [calls] })
  const before = answer.transactions.slice(0, place).map((each) => spentBy(each, cast.router))
  return { ...answer, transactions: [...before, { ...last, to: cast.router, data }] }
}

/** The output of a crossing is bought elsewhere: here the input may be swapped for anything. */
function endsOf({ intent: { sell, buy } }: Draft, cast: Cast, random: Random): readonly [Address, Address] {
  const here = ({ isNative, address }: SwapIntent['buy']) =>
    isNative ? cast.wrapped : addressOr(address, cast.wrapped)
  const isCrossing = sell.token.chain.chainId !== buy.chain.chainId
  return [here(sell.token), isCrossing ? random.pick([cast.junk, cast.wrapped]) : here(buy)]
}

/** A token of a chain of another kind has no address here. */
function addressOr(address: string, other: Address): Address {
  return /^0x[0-9a-f]{40}$/i.test(address) ? getAddress(address) : other
}

/** The minimum as the service states it, or less. */
function leastOf({ answer, intent: { buy } }: Draft, random: Random): bigint {
  const [whole = '0', fraction = ''] = String(answer.minAmountOut ?? '0').split('.')
  const digits = `${whole}${fraction.slice(0, buy.decimals).padEnd(buy.decimals, '0')}`
  const stated = /^\d+$/.test(digits) ? BigInt(digits) : 1n
  return random.pick([stated, stated, stated, (stated * 99n) / 100n, stated / 2n, 1n, 0n])
}

/** One more call inside a batch. */
function partOf(draft: Draft, cast: Cast, random: Random): Hex {
  const { me, thief, junk, tokens } = cast
  const token = random.pick([junk, ...tokens])
  const who = random.pick([me, thief, thief])
  const swap = swapData(draft, cast, random, 'any')
  return random.pick([
    swap,
    encodeFunctionData({ abi: spoken, functionName: 'refundETH' }),
    encodeFunctionData({ abi: spoken, functionName: 'sweepToken', args: [token, 0n, who] }),
    encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9', args: [0n, who] }),
    encodeFunctionData({ abi: spoken, functionName: 'sweepTokenWithFee', args: [token, 0n, me, 100n, thief] }),
    encodeFunctionData({ abi: spoken, functionName: 'multicall', args: [[swap]] }),
    encodeFunctionData({ abi: spoken, functionName: 'selfPermit', args: [token, 1n, maxUint256, 27, word, word] }),
  ])
}

function wrapped({ answer, ...draft }: Draft, cast: Cast, random: Random): SwapAnswer | undefined {
  const place = answer.transactions.length - 1
  const last = answer.transactions[place]!
  if (typeof last.data !== 'string' || !last.data.startsWith('0x')) return undefined
  const data: Hex = `0x${last.data.slice(2)}`
  const calls = random.pick([[data], [data, data], [data, partOf({ ...draft, answer }, cast, random)]])
  const batch = encodeFunctionData({ abi: spoken, functionName: 'multicall', args: [calls] })
  return { ...answer, transactions: answer.transactions.with(place, { ...last, data: batch }) }
}

const word: Hex = `0x${'11'.repeat(32)}`

/** A transaction that no swap needs, or one more of what it has. */
function extraStep(draft: Draft, cast: Cast, random: Random): TransactionRecord {
  const { me, thief, router, bridge, manager, traps, tokens, wrapped } = cast
  const { sell } = draft.intent
  const sold = sell.token.isNative ? wrapped : addressOr(sell.token.address, wrapped)
  const token = random.chance(0.6) ? sold : random.pick(tokens)
  const spender = random.pick([...traps, thief, router, bridge, manager])
  const units = random.pick([sell.units, sell.units, 1n, sell.units / 2n, maxUint256])
  const call = (to: Address, data: Hex, value = '0') => record({ to, data, value, type: random.pick(['swap', null]) })
  return random.pick([
    () => call(token, encodeFunctionData({ abi: spoken, functionName: 'approve', args: [spender, units] })),
    () => call(token, encodeFunctionData({ abi: spoken, functionName: 'approve', args: [spender, units] })),
    () => call(token, encodeFunctionData({ abi: spoken, functionName: 'transfer', args: [spender, units] })),
    () => call(token, encodeFunctionData({ abi: spoken, functionName: 'increaseAllowance', args: [spender, units] })),
    () => call(manager, encodeFunctionData({ abi: spoken, functionName: 'setApprovalForAll', args: [thief, true] })),
    () => call(token, encodeFunctionData({ abi: spoken, functionName: 'delegate', args: [thief] })),
    () => call(wrapped, encodeFunctionData({ abi: spoken, functionName: 'deposit' }), '10000000000000000'),
    () => call(wrapped, encodeFunctionData({ abi: spoken, functionName: 'withdraw', args: [sell.units] })),
    () => call(random.pick([...traps, router, bridge]), '0xdeadbeef'),
    () => call(random.pick([thief, ...traps]), '0x', '10000000000000000'),
    () => call(router, swapData(draft, cast, random, 'any')),
    () => call(random.pick(traps), swapData(draft, cast, random, 'any')),
    () => call(bridge, encodeFunctionData({ abi: spoken, functionName: 'refund', args: [1n] })),
    () =>
      call(
        manager,
        encodeFunctionData({
          abi: spoken,
          functionName: 'collect',
          args: [{ tokenId: 1n, recipient: me, amount0Max: 1n, amount1Max: 1n }],
        }),
      ),
  ])()
}

function hopsOf(path: unknown): readonly Address[] {
  if (typeof path !== 'string') return []
  const digits = path.slice(2)
  return Array.from({ length: Math.floor((digits.length + 6) / 46) }, (_, index) =>
    getAddress(`0x${digits.slice(index * 46, index * 46 + 40)}`),
  )
}

function pathOf(hops: readonly Address[], random: Random): Hex {
  return concat(
    hops.flatMap((hop, index) =>
      index === 0 ? [hop] : [encodePacked(['uint24'], [random.pick([100, 3000, 3000, 10_000])]), hop],
    ),
  )
}
