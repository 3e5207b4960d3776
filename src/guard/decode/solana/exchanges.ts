import { venueAt } from '../../../protocol/deployment/venues'
import { unsigned } from './bytes'

/** An order to a well-known exchange. Amounts are absent when its route has a step of unknown kind. */
export type ExchangeTerms = {
  /** The token account that pays, and the one that is paid. */
  readonly source: string
  readonly destination: string
  /** The most that is sold. */
  readonly amountIn?: bigint
  /** The least that is paid out: the program insists on it. */
  readonly minimum?: bigint
  /** The share that a platform keeps of it. */
  readonly feeBps?: bigint
}

type Raw = { readonly program: string; readonly accounts: readonly string[]; readonly data: Uint8Array }

/** Published instructions of Jupiter, Raydium and Orca; `undefined` for others. */
export function exchangeTerms(raw: Raw): ExchangeTerms | undefined {
  const venue = venueAt(raw.program, 'solana', 0)
  if (venue === 'jupiter') return jupiterTerms(raw)
  const form = poolForms.get(`${venue} ${venue === 'raydium-amm' ? raw.data[0] : selectorOf(raw.data)}`)
  return form && poolTerms(form, raw)
}

type PoolForm = {
  /** The accounts that pay and are paid; negative numbers count from the end. */
  readonly source: number
  readonly destination: number
  /** Where the flag is without which the two change places. */
  readonly forthAt?: number
  /** Where the amounts are: the input, then the output. */
  readonly amountsAt: number
  /** Where the flag is without which the bought amount comes first. */
  readonly isInAt?: number
}

/** `swapBaseIn` and `swapBaseOut` with their second forms. */
const amm: PoolForm = { source: -3, destination: -2, amountsAt: 1 }
/** `swap_base_input` and `swap_base_output`. */
const constantProduct: PoolForm = { source: 4, destination: 5, amountsAt: 8 }
/** Of concentrated pools: amount, the other amount's threshold, a price limit, which one is exact. */
const swap = { amountsAt: 8, isInAt: 40 }

const poolForms: ReadonlyMap<string, PoolForm> = new Map([
  ...[9, 11, 16, 17].map((kind) => [`raydium-amm ${kind}`, amm] as const),
  ['raydium-cpmm 8fbe5adac41e33de', constantProduct],
  ['raydium-cpmm 37d96256a34ab4ad', constantProduct],
  // `swap` and `swap_v2`.
  ['raydium-clmm f8c69e91e17587c8', { ...swap, source: 3, destination: 4 }],
  ['raydium-clmm 2b04ed0b1ac91e62', { ...swap, source: 3, destination: 4 }],
  // Orca's pools name both token accounts in the pool's order; the direction is the last argument.
  ['orca f8c69e91e17587c8', { ...swap, source: 3, destination: 5, forthAt: 41 }],
  ['orca 2b04ed0b1ac91e62', { ...swap, source: 7, destination: 9, forthAt: 41 }],
])

function poolTerms(form: PoolForm, { accounts, data }: Raw): ExchangeTerms | undefined {
  const { forthAt, amountsAt, isInAt } = form
  if (forthAt !== undefined && data[forthAt] === undefined) return undefined
  const isForth = forthAt === undefined || data[forthAt] === 1
  const [source, destination] = [accounts.at(form.source), accounts.at(form.destination)]
  if (source === undefined || destination === undefined) return undefined
  const parties = isForth ? { source, destination } : { source: destination, destination: source }
  const [first, second] = [unsigned(data, amountsAt, 8), unsigned(data, amountsAt + 8, 8)]
  if (first === undefined || second === undefined || (isInAt !== undefined && data[isInAt] === undefined))
    return parties
  const isIn = isInAt === undefined || data[isInAt] === 1
  return { ...parties, amountIn: isIn ? first : second, minimum: isIn ? second : first }
}

type JupiterForm = {
  /** The route comes after the amounts in later forms, and before them in the first ones. */
  readonly amounts: 'before' | 'after'
  /** Shared accounts are numbered, by a byte in front. */
  readonly isShared: boolean
  readonly isExactIn: boolean
  readonly source: number
  readonly destination: number
  /** Another account to pay; the program's own address means no account. */
  readonly instead?: number
}

/** By the first eight bytes: `route`, `shared_accounts_route`, their exact-out and later forms. */
const jupiterForms: ReadonlyMap<string, JupiterForm> = new Map<string, JupiterForm>([
  ['e517cb977ae3ad2a', { amounts: 'after', isShared: false, isExactIn: true, source: 2, destination: 3, instead: 4 }],
  ['c1209b3341d69c81', { amounts: 'after', isShared: true, isExactIn: true, source: 3, destination: 6 }],
  ['d033ef977b2bed5c', { amounts: 'after', isShared: false, isExactIn: false, source: 2, destination: 3, instead: 4 }],
  ['b0d169a89a7d453e', { amounts: 'after', isShared: true, isExactIn: false, source: 3, destination: 6 }],
  ['bb64facc31c4af14', { amounts: 'before', isShared: false, isExactIn: true, source: 1, destination: 2, instead: 7 }],
  ['d19853937cfed8e9', { amounts: 'before', isShared: true, isExactIn: true, source: 2, destination: 5 }],
])

function jupiterTerms({ accounts, data, program }: Raw): ExchangeTerms | undefined {
  const form = jupiterForms.get(selectorOf(data))
  if (!form) return undefined
  const instead = form.instead === undefined ? undefined : accounts[form.instead]
  const isInstead = instead !== undefined && instead !== program
  const [source, destination] = [accounts[form.source], isInstead ? instead : accounts[form.destination]]
  if (source === undefined || destination === undefined) return undefined
  const parties = { source, destination }
  const start = 8 + (form.isShared ? 1 : 0)
  const at = form.amounts === 'before' ? start : endOfRoute(data, start)
  if (at === undefined) return parties
  const [first, second, slippage] = [unsigned(data, at, 8), unsigned(data, at + 8, 8), unsigned(data, at + 16, 2)]
  const feeBps = unsigned(data, at + 18, form.amounts === 'before' ? 2 : 1)
  if (first === undefined || second === undefined || slippage === undefined || feeBps === undefined) return parties
  const insisted = slippage > whole ? 0n : whole - slippage
  return form.isExactIn
    ? { ...parties, amountIn: first, minimum: (second * insisted) / whole, feeBps }
    : { ...parties, amountIn: (second * (whole + slippage) + whole - 1n) / whole, minimum: first, feeBps }
}

const whole = 10_000n

/** Where a route ends that is a list of steps of different sizes; `undefined` when a step is not known. */
function endOfRoute(data: Uint8Array, start: number): number | undefined {
  const steps = unsigned(data, start, 4)
  if (steps === undefined || steps > maxSteps) return undefined
  let at = start + 4
  for (let step = 0n; step < steps; step += 1n) {
    const size = stepSize(data, at)
    if (size === undefined) return undefined
    at += size
  }
  return at
}

const maxSteps = 32n

/** The bytes of one step of a Jupiter route: the exchange (an enum), its arguments, a share and two token indexes. */
function stepSize(data: Uint8Array, at: number): number | undefined {
  const kind = data[at]
  if (kind === undefined) return undefined
  if (kind === whirlpoolSecond) {
    // A direction, and optionally a list of slices of two bytes.
    const slices = data[at + 2] === 1 ? unsigned(data, at + 3, 4) : 0n
    if (slices === undefined || slices > maxSteps) return undefined
    return 1 + 1 + (data[at + 2] === 1 ? 1 + 4 + 2 * Number(slices) : 1) + 3
  }
  const size = argumentSizes[kind]
  return size === undefined ? undefined : 1 + size + 3
}

const whirlpoolSecond = 47
/** Bytes of the arguments of each kind of exchange, in the order of the published `Swap` enum. */
const argumentSizes: readonly number[] = [
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0],
  ...[1, 0, 1, 1, 0, 0, 1, 1, 16, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 4],
  ...[3, 10, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1],
]

/** The first eight bytes as hex. */
function selectorOf(data: Uint8Array): string {
  return [...data.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
