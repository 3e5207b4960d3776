import { toUnits } from '../../domain/amount'
import { toBase64 } from '../../domain/encodings'
import type { Token } from '../../domain/token'
import { kindInWords } from '../../protocol/catalog'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type Json, numberText, writeJson } from '../../protocol/json/json'
import type { SwapAnswer, TransactionRecord } from '../../protocol/serviceMessages'
import { readAddress } from '../decode/evm/address'
import { readTransaction, whyNoTransaction } from '../decode/solana/wire'
import { type Reason, reason } from '../findings/reason'
import type { SwapIntent } from '../intent'
import { type ReadValue, readValue } from './value'

/** Inputs for planning that need no chain access. */
export type PlanningContext = {
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
  readonly chains: readonly DeploymentChain[]
  /** The native coins as the service lists them, for their prices. */
  readonly natives?: readonly Token[]
}

/** An answer decoded field by field, in order, before any check. */
export type ParsedAnswer = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly context: PlanningContext
  readonly transactions: readonly ParsedTransaction[]
  /** Entries left out because they repeat another byte for byte. */
  readonly repeated: number
}

export type ParsedTransaction = {
  readonly said: TransactionRecord
  readonly chain: ReadChain
  readonly to: string | undefined
  readonly data: ReadData
  readonly value: ReadValue
}

export type ReadChain =
  | { readonly is: 'sold' | 'bought'; readonly chainId: number }
  | { readonly is: 'contradiction'; readonly why: Reason }

export type ReadData =
  | { readonly is: 'hex'; readonly hex: string; readonly hadPrefix: boolean }
  /** A whole Solana transaction in base64, however it was written. */
  | { readonly is: 'solana'; readonly base64: string }
  | { readonly is: 'unreadable'; readonly why: Reason }

/** Sorts and reads an answer. Never throws: an unreadable field is marked, and rules judge it. */
export function parseAnswer(intent: SwapIntent, answer: SwapAnswer, known: PlanningContext): ParsedAnswer {
  const sorted = answer.transactions.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).slice(0, maxRead)
  const unique = sorted.filter((record, index) => sorted.findIndex((other) => isSame(record, other)) === index)
  const ceiling = feeCeiling(intent, known)
  const sold = intent.sell.token.isNative ? intent.sell.units : 0n
  const isSolana = intent.sell.token.chain.kind === 'solana'
  const entries = unique.map((said) => ({
    said,
    chain: readChain(said, intent, known),
    to: said.to === undefined ? undefined : readAddress(said.to),
    data: isSolana ? readSolana(said.data) : readData(said.data),
    // A Solana transaction contains its amounts.
    value: isSolana ? noValue : readValue(statedValue(said), sold, ceiling),
  }))
  return { intent, answer, context: known, transactions: entries, repeated: sorted.length - unique.length }
}

/** Many more than a plan may have: rule V-001 counts all of them, and refuses an answer that floods the browser. */
const maxRead = 100

/**
 * The highest additional fee in the native coin. It comes from settings, never from prices, which the service controls.
 */
export function feeCeiling({ sell }: SwapIntent, { chains }: Pick<PlanningContext, 'chains'>): bigint {
  const settings = chains.find(({ chainId }) => chainId === sell.token.chain.chainId)
  return settings?.feeCeiling === undefined ? defaultFeeCeiling : toUnits(settings.feeCeiling, places)
}

/** 0.01 native coins: bridge messages cost less. */
const defaultFeeCeiling = 10n ** 16n
const places = 18

function isSame(a: TransactionRecord, b: TransactionRecord): boolean {
  return (
    a.order === b.order &&
    a.to?.toLowerCase() === b.to?.toLowerCase() &&
    a.data === b.data &&
    a.value === b.value &&
    writeJson(a.chainType) === writeJson(b.chainType)
  )
}

/** A transaction belongs to the sold token's chain, unless it names the bought one's. */
function readChain(said: TransactionRecord, { sell, buy }: SwapIntent, { chains }: PlanningContext): ReadChain {
  const source = sell.token.chain
  const target = buy.chain
  const named = namedChain(said, chains)
  const chain = named === undefined || isChain(source, named) ? source : isChain(target, named) ? target : undefined
  if (!chain) return { is: 'contradiction', why: reason('answer.other-chain', { chain: named?.number ?? 0 }) }
  const kind = kindInWords(said.chainType)
  if (kind !== undefined && kind !== chain.kind)
    return {
      is: 'contradiction',
      why: reason('answer.other-kind', { said: kind, chain: chain.name, kind: chain.kind }),
    }
  return { is: chain === source ? 'sold' : 'bought', chainId: chain.chainId }
}

/** Finds a chain by a number; with `isRow` the number may also be the service's own id of the chain. */
type Named = { readonly number: number; readonly isRow: boolean }

/** The chain a transaction names itself, or the one whose RPC it names if that RPC is ours. */
function namedChain({ rest, rpcUrl }: TransactionRecord, chains: readonly DeploymentChain[]): Named | undefined {
  const said = typeof rest.chainId === 'string' ? rest.chainId.trim() : numberText(rest.chainId)
  // A number in hex (0x…) or CAIP-2 form (eip155:…) is the chain id; a plain one may be the service's own id.
  const [, network] = /^(?:eip155:)?(0x[0-9a-f]{1,12}|(?<=:)\d{1,15})$/i.exec(said ?? '') ?? []
  if (network !== undefined) return { number: Number(network), isRow: false }
  if (said !== undefined && /^\d{1,15}$/.test(said)) return { number: Number(said), isRow: true }
  const ours = chains.find(({ rpcUrls }) => rpcUrl !== undefined && rpcUrls.includes(rpcUrl))
  return ours && { number: ours.chainId, isRow: false }
}

/** Services refer to chains by ids of their own or by the chain id. */
function isChain(chain: { readonly id: number; readonly chainId: number }, { number, isRow }: Named): boolean {
  return chain.chainId === number || (isRow && chain.id === number)
}

/** The value as received: a value that is not a number is kept too, because it differs from no value. */
function statedValue({ value, rest }: TransactionRecord): string | undefined {
  return value ?? (rest.value === undefined ? undefined : writeJson(rest.value))
}

const noValue: ReadValue = { is: 'wei', wei: 0n }

function readSolana(data: Json): ReadData {
  const text = typeof data === 'string' ? data : ''
  const read = readTransaction(text)
  return read ? { is: 'solana', base64: toBase64(read.bytes) } : { is: 'unreadable', why: whyNoTransaction(text) }
}

function readData(data: Json): ReadData {
  const [, prefix, digits] = /^(0x)?((?:[0-9a-fA-F]{2})*)$/.exec(typeof data === 'string' ? data : '?') ?? []
  if (digits === undefined) return { is: 'unreadable', why: reason('data.not-hex', {}) }
  return { is: 'hex', hex: `0x${digits.toLowerCase()}`, hadPrefix: prefix !== undefined }
}
