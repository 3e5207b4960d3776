import type { ChainKind } from '../../domain/chain'
import { maxSqrtPriceX96, maxTick, minSqrtPriceX96, sqrtPriceX96ToTick } from '../../domain/liquidity/tick'
import type { PoolField, PoolRemark, PoolToken } from '../../domain/pools/pool'
import { decimalText } from '../json/decimal'
import {
  ambiguous,
  byName,
  candidates,
  derived,
  missing,
  missingOr,
  type NumberCandidate,
  numberCandidates,
  type Proof,
  type RecordInput,
  reported,
} from './candidates'
import { distance, wholeUnits } from './numbers'

/** A pool's tokens, tick and price in the pool's own order. */
export type TokenOrder = {
  readonly sqrtPriceX96: PoolField<bigint>
  readonly tick: PoolField<number>
  readonly price: PoolField<string>
  readonly tokens: readonly [PoolToken, PoolToken]
  /** Whether ticks of the record must be negated to follow the pool's own order. */
  readonly areTicksInverted: boolean
  /** Whether the record lists the tokens in the opposite order. */
  readonly isSwapped: boolean
  readonly remarks: readonly PoolRemark[]
}

/**
 * Combines tokens, square-root price, tick and price. The square-root price is used first and the tick confirms it;
 * they decide the direction of the price, not its name.
 */
export function readTokenOrder(input: RecordInput, [first, second]: readonly [PoolToken, PoolToken]): TokenOrder {
  const remarks: PoolRemark[] = []
  const said = reportedTick(input)
  const root = rootOf(input, said, [first, second], remarks)
  const tick = tickOf(said, root, remarks)

  const isSwapped = isAgainstAddressOrder(input, first, second)
  const tokens = isSwapped ? ([second, first] as const) : ([first, second] as const)
  const areTicksInverted = isSwapped && followsNames(root, tick, first, second)
  if (isSwapped) remarks.push({ code: 'order', is: 'tokens against address order', areTicksInverted })

  const turnedRoot = areTicksInverted && root.is === 'known' ? { ...root, value: invertedRoot(root.value) } : root
  const turnedTick =
    areTicksInverted && tick.is === 'known'
      ? { ...tick, value: turnedRoot.is === 'known' ? sqrtPriceX96ToTick(turnedRoot.value) : -1 - tick.value }
      : tick
  // Lazy: the price is the most expensive figure, and a list needs only the tokens at first.
  let price: PoolField<string> | undefined
  const priced = () => {
    price ??= priceOf(input, turnedRoot, turnedTick, tokens, { remarks, isSwapped })
    return price
  }
  return {
    ...{ sqrtPriceX96: turnedRoot, tick: turnedTick, tokens, areTicksInverted, isSwapped },
    get price() {
      return priced()
    },
    get remarks() {
      priced()
      return remarks
    },
  }
}

function reportedTick(input: RecordInput): PoolField<number> {
  for (const candidate of candidates(input, 'tick')) {
    const whole = wholeUnits(candidate.json)
    if (whole === undefined) return ambiguous(candidate, 'a tick is a whole number')
    if (whole > BigInt(maxTick) || whole < -BigInt(maxTick))
      return ambiguous(candidate, `no tick is beyond ±${maxTick}`)
    return reported(candidate, Number(whole), byName(candidate))
  }
  return missing
}

/** The square-root price in Q64.96. Solana programs store Q64.64: the tick or the price shows which it is. */
function rootOf(
  input: RecordInput,
  tick: PoolField<number>,
  tokens: readonly [PoolToken, PoolToken],
  remarks: PoolRemark[],
): PoolField<bigint> {
  const candidate = candidates(input, 'sqrtPrice').find(
    ({ path, json }) => path.name !== 'price' || (wholeUnits(json) ?? 0n) > 1n << 60n,
  )
  if (!candidate) return missing
  const units = wholeUnits(candidate.json)
  if (units === undefined) return ambiguous(candidate, 'its digits are not all there')
  if (units === 0n) return ambiguous(candidate, 'zero: the pool has no price yet')

  const readings = [
    { name: 'Q64.96', value: units },
    { name: 'Q64.64', value: units << 32n },
  ].filter(({ value }) => value >= minSqrtPriceX96 && value < maxSqrtPriceX96)
  if (readings.length === 0) return ambiguous(candidate, 'no pool can stand at this price')

  if (tick.is === 'known') {
    const agreeing = readings.find(({ value }) => Math.abs(Math.floor(exactTick(value)) - tick.value) <= 1)
    if (agreeing)
      return reported(candidate, agreeing.value, `${agreeing.name}: agrees with the tick within 1`, 'evident')
  }
  const saidPrices = numberCandidates(input, 'price').filter(({ path }) => path !== candidate.path)
  const priced = readings.find(({ value }) =>
    saidPrices.some(({ number }) => isPrice(rawPrice(value), number.number, tokens)),
  )
  if (priced) return reported(candidate, priced.value, `${priced.name}: agrees with the price`, 'evident')

  const isUsual = poolFormats[input.network.kind].hasRootX64 && !/96/.test(candidate.path.name)
  const isNarrow = isUsual || /x64/.test(candidate.path.name)
  const [likely] = isNarrow ? readings.toReversed() : readings
  if (tick.is === 'known')
    remarks.push({
      code: 'M-112',
      is: 'tick against sqrt price',
      about: 'tick',
      tick: tick.value,
      tickOfPrice: Math.floor(exactTick(likely!.value)),
    })
  return reported(candidate, likely!.value, `${likely!.name}, as is usual`, 'assumed')
}

function tickOf(said: PoolField<number>, root: PoolField<bigint>, remarks: readonly PoolRemark[]): PoolField<number> {
  if (root.is !== 'known') return said
  if (said.is === 'known' && !remarks.some(({ code }) => code === 'M-112'))
    return root.certainty === 'evident'
      ? { ...said, certainty: 'evident', reason: 'agrees with the square-root price' }
      : said
  return derived(sqrtPriceX96ToTick(root.value), root.path, 'from the square-root price')
}

/**
 * Conventions of pools by chain kind: the square-root price in 64 instead of 96 bits, and token0 with the lower
 * address.
 */
const poolFormats: Readonly<Record<ChainKind, { readonly hasRootX64: boolean; readonly isInAddressOrder: boolean }>> = {
  evm: { hasRootX64: false, isInAddressOrder: true },
  solana: { hasRootX64: true, isInAddressOrder: false },
  bitcoin: { hasRootX64: false, isInAddressOrder: false },
  unknown: { hasRootX64: false, isInAddressOrder: false },
}

/**
 * Whether the tokens are listed against their address order, which pools on EVM chains follow. Elsewhere it is unknown.
 */
function isAgainstAddressOrder({ network }: RecordInput, first: PoolToken, second: PoolToken): boolean {
  if (!poolFormats[network.kind].isInAddressOrder || !first.address || !second.address) return false
  return first.address.toLowerCase() > second.address.toLowerCase()
}

/** Whether ticks follow the listed order instead of the address order, judged by the dollar prices of the tokens. */
function followsNames(root: PoolField<bigint>, tick: PoolField<number>, first: PoolToken, second: PoolToken): boolean {
  const raw = root.is === 'known' ? rawPrice(root.value) : tick.is === 'known' ? 1.0001 ** tick.value : undefined
  const value = worthRatio(first, second)
  if (raw === undefined || value === undefined || first.decimals === undefined || second.decimals === undefined)
    return false
  const shift = 10 ** (first.decimals - second.decimals)
  return distance(raw * shift, value) < distance(raw / shift, 1 / value)
}

/** The price in whole token1 per whole token0. */
function priceOf(
  input: RecordInput,
  root: PoolField<bigint>,
  tick: PoolField<number>,
  tokens: readonly [PoolToken, PoolToken],
  { remarks, isSwapped }: { readonly remarks: PoolRemark[]; readonly isSwapped: boolean },
): PoolField<string> {
  const rootPath = root.is === 'known' ? root.path : undefined
  const said = numberCandidates(input, 'price').filter(
    ({ path, number }) => path.text !== rootPath && number.number > 0 && number.number < 1e60,
  )
  const computed = computedPrice(input, root, tick, tokens, isSwapped)
  if (computed?.isOfRoot) {
    const agreeing = said.find(({ number }) => readingOf(number.number, computed.price, 0.001))
    if (agreeing) {
      const { is } = readingOf(agreeing.number.number, computed.price, 0.001)!
      const reason = is === 'direct' ? 'agrees with the square-root price' : reciprocal('the square-root price')
      return reported(agreeing, decimalText(computed.price), reason, 'evident')
    }
  } else {
    const worth = worthRatio(...tokens)
    for (const [expected, within, source] of [
      [worth, 0.05, 'what the tokens are worth'],
      [computed?.price, 0.001, computed?.source ?? ''],
      [heldRatio(input, isSwapped), 0.005, 'the amounts in the pool'],
    ] as const) {
      const found = expected === undefined ? undefined : provenPrice(said, expected, within, source)
      if (found) return found
    }
    if (!computed && said.length === 0 && worth !== undefined)
      return derived(decimalText(worth), tokens[0].path, "from the tokens' prices in dollars")
  }
  if (!computed) return conventionalPrice(input, said, tokens, isSwapped)
  const [other] = said
  if (other) {
    const is = computed.isOfRoot ? 'price against sqrt price' : 'price against tick'
    remarks.push({ ...priceRemark(other, decimalText(computed.price)), is })
  }
  return derived(decimalText(computed.price), computed.path, `from ${computed.source}`)
}

/** The price of the square-root price, the tick, or else the active bin. */
function computedPrice(
  input: RecordInput,
  root: PoolField<bigint>,
  tick: PoolField<number>,
  [{ decimals: decimals0 }, { decimals: decimals1 }]: readonly [PoolToken, PoolToken],
  isSwapped: boolean,
) {
  if (decimals0 === undefined || decimals1 === undefined) return undefined
  const shift = 10 ** (decimals0 - decimals1)
  if (root.is === 'known')
    return { price: rawPrice(root.value) * shift, path: root.path, source: 'the square-root price', isOfRoot: true }
  if (tick.is === 'known')
    return { price: 1.0001 ** tick.value * shift, path: tick.path, source: 'the tick', isOfRoot: false }
  const [bin] = numberCandidates(input, 'binId')
  const [step] = numberCandidates(input, 'binStep')
  if (!bin || !step || Math.abs(bin.number.number - firstBin) > maxTick) return undefined
  const raw = (1 + step.number.number / 10_000) ** ((bin.number.number - firstBin) * (isSwapped ? -1 : 1))
  return { price: raw * shift, path: bin.path.text, source: 'the active bin', isOfRoot: false }
}

/** The bin of the price 1. Source: LFJ Liquidity Book, `PriceHelper`. */
const firstBin = 0x80_00_00

/** Token1 per token0 in the pool: the price of a pool without ranges. */
function heldRatio(input: RecordInput, isSwapped: boolean): number | undefined {
  const [first, second] = (['amount0', 'amount1'] as const).map(
    (role) => numberCandidates(input, role)[0]?.number.number ?? 0,
  )
  return first! > 0 && second! > 0 ? (second! / first!) ** (isSwapped ? -1 : 1) : undefined
}

/** How a number must be read to agree with a price; of two ways that do, the nearer. */
function readingOf(said: number, expected: number, within: number) {
  const off = { direct: distance(said, expected), reciprocal: distance(1 / said, expected) }
  const is = off.direct <= off.reciprocal ? ('direct' as const) : ('reciprocal' as const)
  return off[is] < within ? { is, isSure: Math.max(off.direct, off.reciprocal) >= within } : undefined
}

function reciprocal(source: string): string {
  return `counts token0 per token1: the reciprocal agrees with ${source}`
}

/** The price that agrees with another figure of the record. A price near 1 agrees in both directions: no proof. */
function provenPrice(
  said: readonly NumberCandidate[],
  expected: number,
  within: number,
  source: string,
): PoolField<string> | undefined {
  for (const candidate of said) {
    const reading = readingOf(candidate.number.number, expected, within)
    if (!reading?.isSure) continue
    return reading.is === 'direct'
      ? reported(candidate, candidate.number.text, `agrees with ${source}`, 'evident')
      : reported(candidate, decimalText(1 / candidate.number.number), reciprocal(source), 'evident')
  }
  return undefined
}

/** The direction of each price of a record that other figures of it prove. */
export function priceProofs(input: RecordInput, named: readonly [PoolToken, PoolToken]): readonly Proof[] {
  if (!input.schema.byRole.has('price')) return []
  const { price, isSwapped } = readTokenOrder(input, named)
  if (price.is !== 'known' || price.certainty === 'assumed') return []
  return numberCandidates(input, 'price').flatMap(({ path, number }): Proof[] => {
    const reading = readingOf(number.number, Number(price.value) ** (isSwapped ? -1 : 1), 0.05)
    return reading?.isSure ? [{ of: 'price', path: path.text, says: reading.is }] : []
  })
}

function priceRemark({ path, number }: NumberCandidate, computed: string) {
  const member = path.keys.at(-1) ?? path.text
  return { code: 'M-112', about: 'price', member, reported: number.raw, computed } as const
}

/**
 * The direction of a price that no figure of its record proves: as in the other records of its list; of two reciprocal
 * prices the second, as in subgraphs; `price` by custom. A price that contradicts the amounts or the worth of the
 * tokens is unclear.
 */
function conventionalPrice(
  input: RecordInput,
  said: readonly NumberCandidate[],
  tokens: readonly [PoolToken, PoolToken],
  isSwapped: boolean,
): PoolField<string> {
  const [first, second] = said
  if (!first) return missingOr(input, 'price', 'is no price')
  const listed = said.flatMap((candidate) => {
    const convention = input.conventions.at('price', candidate.path)
    return convention ? [{ candidate, ...convention }] : []
  })[0]
  const isPair = second && distance(first.number.number * second.number.number, 1) < 0.001
  const isBySide = /^(token[01abxy](price)?|price[01])$/.test(first.path.name)
  const later = said.find(({ path }) => /[1by](price)?$/.test(path.name))
  const held = heldRatio(input, isSwapped)
  const inOrder = (candidate: NumberCandidate, isReciprocal: boolean, reason: string, isProven: boolean) => {
    const { number, text } = candidate.number
    const price = isReciprocal ? 1 / number : number
    const worth = worthRatio(...tokens)
    if (worth !== undefined && distance(price, worth) > Math.log(3))
      return ambiguous(candidate, 'is far from what the tokens are worth')
    return reported(candidate, isReciprocal ? decimalText(price) : text, reason, isProven ? 'evident' : 'assumed')
  }

  if (listed)
    return inOrder(
      listed.candidate,
      (listed.says === 'reciprocal') !== isSwapped,
      `as in ${listed.share} other pools`,
      true,
    )
  // Ranges shift the amounts of a pool, but not by a factor of a thousand.
  if (
    held !== undefined &&
    Math.abs(distance(first.number.number, held) - distance(1 / first.number.number, held)) > Math.log(1_000)
  )
    return inOrder(
      first,
      distance(first.number.number, held) > distance(1 / first.number.number, held),
      'goes with the amounts in the pool',
      false,
    )
  if (isBySide && isPair && later)
    return inOrder(later, isSwapped, 'the second of two, as in subgraphs: token1 per token0', false)
  if (isBySide) return ambiguous(first, 'no other figure shows which way it counts')
  return inOrder(
    first,
    isSwapped,
    isSwapped ? 'usually the second token named per first' : 'usually token1 per token0',
    false,
  )
}

function worthRatio(token0: PoolToken, token1: PoolToken): number | undefined {
  const ratio = Number(token0.price) / Number(token1.price)
  return ratio > 0 && ratio < Number.POSITIVE_INFINITY ? ratio : undefined
}

function isPrice(raw: number, said: number, [token0, token1]: readonly [PoolToken, PoolToken]): boolean {
  if (token0.decimals === undefined || token1.decimals === undefined) return false
  const price = raw * 10 ** (token0.decimals - token1.decimals)
  return distance(price, said) < 0.01 || distance(price, 1 / said) < 0.01
}

/** The price in smallest units of token1 per smallest unit of token0. */
function rawPrice(sqrtPriceX96: bigint): number {
  return (Number(sqrtPriceX96) / 2 ** 96) ** 2
}

function exactTick(sqrtPriceX96: bigint): number {
  return Math.log(rawPrice(sqrtPriceX96)) / Math.log(1.0001)
}

/** The square-root price with the tokens swapped. */
function invertedRoot(sqrtPriceX96: bigint): bigint {
  const other = (1n << 192n) / sqrtPriceX96
  return other < minSqrtPriceX96 ? minSqrtPriceX96 : other >= maxSqrtPriceX96 ? maxSqrtPriceX96 - 1n : other
}
