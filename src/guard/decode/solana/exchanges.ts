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
export function exchangeTerms({ program, accounts, data }: Raw): ExchangeTerms | undefined {
  const venue = venueAt(program, 'solana', 0)
  const form = forms.get(`${venue} ${venue === 'raydium-amm' ? data[0] : selectorOf(data)}`)
  const forth = form?.forthAt === undefined ? 1 : data[form.forthAt]
  if (!form || forth === undefined) return undefined
  const [source, named] = [accounts.at(form.source), accounts.at(form.destination)]
  const instead = form.instead === undefined ? undefined : accounts[form.instead]
  const destination = instead === undefined || instead === program ? named : instead
  if (source === undefined || destination === undefined) return undefined
  const parties = forth === 1 ? { source, destination } : { source: destination, destination: source }
  return { ...parties, ...form.amounts(data) }
}

type Form = {
  /** The accounts that pay and are paid; negative numbers count from the end. */
  readonly source: number
  readonly destination: number
  /** Another account to pay; the program's own address means no account. */
  readonly instead?: number
  /** Where the flag is without which the two change places. */
  readonly forthAt?: number
  readonly amounts: (data: Uint8Array) => Amounts
}
type Amounts = Omit<ExchangeTerms, 'source' | 'destination'>

/** Input and output in this order. `isInAt`: where the flag is without which the output comes first. */
const inOrder =
  (at: number, isInAt?: number) =>
  (data: Uint8Array): Amounts => {
    const [first, second] = [unsigned(data, at, 8), unsigned(data, at + 8, 8)]
    const isIn = isInAt === undefined ? 1 : data[isInAt]
    if (first === undefined || second === undefined || isIn === undefined) return {}
    return isIn === 1 ? { amountIn: first, minimum: second } : { amountIn: second, minimum: first }
  }

/**
 * Jupiter's amounts come before the route in its first forms, and after it in later ones. Shared accounts are numbered, by a
 * byte in front.
 */
const ofRoute =
  (place: 'before' | 'after', isExactIn: boolean, isShared: boolean) =>
  (data: Uint8Array): Amounts => {
    const start = isShared ? 9 : 8
    const at = place === 'before' ? start : endOfRoute(data, start)
    if (at === undefined) return {}
    const [first, second, slippage] = [unsigned(data, at, 8), unsigned(data, at + 8, 8), unsigned(data, at + 16, 2)]
    const feeBps = unsigned(data, at + 18, place === 'before' ? 2 : 1)
    if (first === undefined || second === undefined || slippage === undefined || feeBps === undefined) return {}
    const insisted = slippage > whole ? 0n : whole - slippage
    return isExactIn
      ? { amountIn: first, minimum: (second * insisted) / whole, feeBps }
      : { amountIn: (second * (whole + slippage) + whole - 1n) / whole, minimum: first, feeBps }
  }

const whole = 10_000n

/** `swapBaseIn` and `swapBaseOut` with their second forms. */
const amm: Form = { source: -3, destination: -2, amounts: inOrder(1) }
/** `swap_base_input` and `swap_base_output`. */
const constantProduct: Form = { source: 4, destination: 5, amounts: inOrder(8) }
/** Of concentrated pools: amount, the other amount's threshold, a price limit, which one is exact. */
const amounts = inOrder(8, 40)

/** By the venue and the first eight bytes. */
const forms: ReadonlyMap<string, Form> = new Map([
  ...[9, 11, 16, 17].map((kind) => [`raydium-amm ${kind}`, amm] as const),
  ['raydium-cpmm 8fbe5adac41e33de', constantProduct],
  ['raydium-cpmm 37d96256a34ab4ad', constantProduct],
  // `swap` and `swap_v2`.
  ['raydium-clmm f8c69e91e17587c8', { amounts, source: 3, destination: 4 }],
  ['raydium-clmm 2b04ed0b1ac91e62', { amounts, source: 3, destination: 4 }],
  // Orca's pools name both token accounts in the pool's order; the direction is the last argument.
  ['orca f8c69e91e17587c8', { amounts, source: 3, destination: 5, forthAt: 41 }],
  ['orca 2b04ed0b1ac91e62', { amounts, source: 7, destination: 9, forthAt: 41 }],
  // `route`, `shared_accounts_route`, their exact-out and later forms.
  ['jupiter e517cb977ae3ad2a', { source: 2, destination: 3, instead: 4, amounts: ofRoute('after', true, false) }],
  ['jupiter c1209b3341d69c81', { source: 3, destination: 6, amounts: ofRoute('after', true, true) }],
  ['jupiter d033ef977b2bed5c', { source: 2, destination: 3, instead: 4, amounts: ofRoute('after', false, false) }],
  ['jupiter b0d169a89a7d453e', { source: 3, destination: 6, amounts: ofRoute('after', false, true) }],
  ['jupiter bb64facc31c4af14', { source: 1, destination: 2, instead: 7, amounts: ofRoute('before', true, false) }],
  ['jupiter d19853937cfed8e9', { source: 2, destination: 5, amounts: ofRoute('before', true, true) }],
])

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
