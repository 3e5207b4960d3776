import { type Address, getAddress, type Hex, isHex, toHex } from 'viem'
import type { LocalChain } from '../evm/chain'

/** An event log with its data split into words of 32 bytes. */
export type EventLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly words: readonly bigint[]
  /** Seconds since 1970. */
  readonly time: number
}

export type LogFilter = { readonly address?: Address; readonly topics?: readonly (readonly Hex[])[] }

/** The next block to read. */
export type Cursor = { next: bigint }

/** The events since the last call, for each filter, and the newest block. Advances the cursor. */
export async function readNewLogs({ rpc }: LocalChain, cursor: Cursor, filters: readonly LogFilter[]) {
  const newest = await rpc.call('eth_blockNumber')
  const head = isHex(newest) ? BigInt(newest) : 0n
  if (head < cursor.next) return { head, found: filters.map(() => noLogs) }
  const range = { fromBlock: toHex(cursor.next), toBlock: toHex(head) }
  const found = await Promise.all(filters.map((filter) => rpc.call('eth_getLogs', [{ ...filter, ...range }])))
  cursor.next = head + 1n
  return { head, found: found.map((logs) => (Array.isArray(logs) ? logs.map(readLog) : noLogs)) }
}

const noLogs: readonly EventLog[] = []

type WireLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockTimestamp: Hex
}

/** Anvil adds the block's time to each log. Decoding words is many times faster than decoding by ABI. */
function readLog({ address, topics, data, blockTimestamp }: WireLog): EventLog {
  const words: bigint[] = []
  for (let at = 2; at < data.length; at += 64) words.push(BigInt(`0x${data.slice(at, at + 64)}`))
  return { address: getAddress(address), topics, words, time: Number(blockTimestamp) }
}

/** Reads a word as a signed number. */
export function signed(word: bigint | Hex | undefined): bigint {
  return BigInt.asIntN(256, BigInt(word ?? 0n))
}

/** Reads a word as an address. */
export function addressFromWord(word: bigint | Hex | undefined): Address {
  return getAddress(toHex(BigInt(word ?? 0n), { size: 32 }).replace(/^0x0{24}/, '0x'))
}
