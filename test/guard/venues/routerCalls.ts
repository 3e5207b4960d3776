import {
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  slice,
  toFunctionSelector,
  toHex,
} from 'viem'
import type { Token } from '../../../src/domain/token'
import { decodeCall } from '../../../src/guard/decode/evm/decodeCall'
import type { SwapIntent } from '../../../src/guard/intent'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { type Arena, harbor, judge, soon, statedMinimum } from '../attacks/adversary'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { permit2Approval } from '../soundness/calldata'
import { hexOf } from './realUniswap'

/* Calls of the universal router that Uniswap's own encoders wrote with placeholders, which are replaced here. */

const execute = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])

export type Quoted = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly minimum: bigint
}

/** The exchange's answer for an input worth 500 dollars. */
export async function quoted(arena: Arena, sell: Token, buy: Token, slippageBps = 50): Promise<Quoted> {
  const intent = swapOf(sell, (500 / Number(sell.price)).toFixed(6), buy, arena.me, { slippageBps })
  const answer = await arena.ask(intent)
  return { intent, answer, minimum: statedMinimum(answer, buy) }
}

/** The encoder's bytes with real values instead of the placeholders. */
export function written<name extends string>(
  text: string,
  placeholders: Readonly<Record<name, string>>,
  values: Readonly<Record<name, Hex>>,
): Hex {
  const names = Object.keys(placeholders) as name[]
  return hexOf(names.reduce((data, name) => data.replaceAll(placeholders[name].slice(2), values[name].slice(2)), text))
}

/** The encoder's calldata for the universal router. */
export function filled<name extends string>(
  { commands, inputs }: { readonly commands: string; readonly inputs: readonly string[] },
  placeholders: Readonly<Record<name, string>>,
  values: Readonly<Record<name, Hex>>,
): Hex {
  const full = inputs.map((text) => written(text, placeholders, values))
  return encodeFunctionData({ abi: execute, functionName: 'execute', args: [hexOf(commands), full, soon()] })
}

/** The verdict on a call of a router that the deployment lists, and the loss in dollars when it is carried out. */
export async function carriedOut(
  arena: Arena,
  router: Hex,
  { intent, answer }: Quoted,
  data: Hex,
  { before, allow = behindPermit2 }: Means = {},
) {
  const { token: sold, units } = intent.sell
  const swap = record({ to: router, data, value: `${sold.isNative ? units : 0n}` })
  const allowed = sold.isNative ? [] : allow(getAddress(sold.address), router, units)
  const transactions = [...allowed, swap].map((each, order) => ({ ...each, order }))
  const chains = arena.chains.map((chain) =>
    chain.chainId === harbor ? { ...chain, trusted: [...chain.trusted, router] } : chain,
  )
  const found = await judge(arena, intent, { ...answer, transactions }, { chains })
  const steps = found.plan?.steps ?? []
  return { ...found, loss: steps.length === 0 ? undefined : await arena.lossOf({ steps }, before) }
}

type Means = {
  /** Actions of the thief before the plan is carried out. */
  readonly before?: (() => Promise<unknown>) | undefined
  readonly allow?: (sold: Hex, router: Hex, units: bigint) => readonly TransactionRecord[]
}

export function directly(sold: Hex, router: Hex, units: bigint): readonly TransactionRecord[] {
  return [record({ type: 'approve', to: sold, data: approveData(router, units) })]
}

export function behindPermit2(sold: Hex, router: Hex, units: bigint): readonly TransactionRecord[] {
  return [
    record({ type: 'approve', to: sold, data: approveData(getAddress(permit2), units) }),
    record({ type: 'approve', to: permit2, data: permit2Approval(sold, router, units, Number(soon()) + 900) }),
  ]
}

/** The decoded effects of the commands of a call. */
export function effectsOf({ router, me }: Arena, data: Hex, wrapped?: string) {
  const call = { to: router, caller: me, value: 0n, data }
  const { effect } = decodeCall(call, { wrapped })
  return effect.does === 'batch' ? effect.calls.map((each) => each.effect) : []
}

export const word = (value: bigint) => pad(toHex(value), { size: 32 })

/** Where a value begins among the hexadecimal digits of the calldata, and the value that replaces it. */
export type Change = readonly [place: number, value: Hex]

/**
 * Each word of the calldata, also of the calls in a multicall, replaced in turn by the thief's address, 1 and 0. In a packed
 * path each token becomes the thief's address, and each fee the lowest one.
 */
export function changesOf(data: Hex, { thief, tokens }: Pick<Arena, 'thief' | 'tokens'>): readonly Change[] {
  const words = wordsIn(data, 0)
  const whole = words.flatMap((place) =>
    [thief, toHex(1), toHex(0)].map((value): Change => [place, pad(value, { size: 32 })]),
  )
  const packed = tokens
    .filter(({ isNative }) => !isNative)
    .flatMap(({ address }) => placesOf(address.toLowerCase().slice(2), data.toLowerCase()))
    .filter((place) => !words.includes(place - 24))
    .flatMap((place): readonly Change[] => [
      [place, thief],
      [place + 40, toHex(100, { size: 3 })],
    ])
  return [...whole, ...packed.filter(([place]) => place < data.length)]
}

const batches = parseAbi(['function multicall(bytes[] data)', 'function multicall(uint256 deadline, bytes[] data)'])
const selectors = batches.map((each) => toFunctionSelector(each))

/** Where the words of a call begin. Four bytes are in front of them, so the words of an inner call are at other places. */
function wordsIn(data: Hex, from: number): readonly number[] {
  const own = Array.from({ length: Math.floor((data.length - 10) / 64) }, (_, place) => from + 10 + place * 64)
  if (!selectors.includes(slice(data, 0, 4))) return own
  const inner = decodeFunctionData({ abi: batches, data }).args.at(-1)
  const calls = typeof inner === 'object' ? inner : []
  const places = calls.flatMap((call) => wordsIn(call, from + data.indexOf(call.slice(2)) - 2))
  return [...own, ...places]
}

function placesOf(text: string, data: string): readonly number[] {
  const place = data.indexOf(text)
  return place < 0 ? [] : [place, ...placesOf(text, `${'-'.repeat(place + 1)}${data.slice(place + 1)}`)]
}

export function withChange(data: Hex, [place, value]: Change): Hex {
  return hexOf(data.slice(0, place) + value.slice(2) + data.slice(place + value.length - 2))
}
