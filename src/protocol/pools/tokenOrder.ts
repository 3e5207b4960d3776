import type { ChainKind } from '../../domain/chain'
import { maxSqrtPriceX96, maxTick, minSqrtPriceX96, sqrtPriceX96ToTick } from '../../domain/liquidity/tick'
import type { PoolField, PoolRemark, PoolToken } from '../../domain/pools/pool'
import { plainDecimal } from '../json/decimal'
import {
  ambiguous,
  byName,
  candidates,
  derived,
  missing,
  missingOr,
  numberCandidates,
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

/** What is usual of pools, by chain kind: the square-root price in 64 instead of 96 bits, and token0 with the lower address. */
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
  const [{ decimals: decimals0 }, { decimals: decimals1 }] = tokens
  const rootPath = root.is === 'known' ? root.path : undefined
  const said = numberCandidates(input, 'price').filter(
    ({ path, number }) => path.text !== rootPath && number.number > 0 && number.number < 1e60,
  )
  const computed =
    root.is === 'known' && decimals0 !== undefined && decimals1 !== undefined
      ? decimalText(rawPrice(root.value) * 10 ** (decimals0 - decimals1))
      : undefined
  if (computed !== undefined && root.is === 'known') {
    for (const candidate of said) {
      if (distance(candidate.number.number, Number(computed)) < 0.001)
        return reported(candidate, computed, 'agrees with the square-root price', 'evident')
      if (distance(1 / candidate.number.number, Number(computed)) < 0.001)
        return reported(
          candidate,
          computed,
          'counts token0 per token1: the reciprocal agrees with the square-root price',
          'evident',
        )
    }
    const [other] = said
    if (other) remarks.push({ ...priceRemark(other, computed), is: 'price against sqrt price' })
    return derived(computed, root.path, 'from the square-root price')
  }
  return (
    priceByWorth(said, tokens) ?? priceByTick(said, tick, tokens, remarks) ?? conventionalPrice(input, said, isSwapped)
  )
}

function priceByWorth(
  said: ReturnType<typeof numberCandidates>,
  tokens: readonly [PoolToken, PoolToken],
): PoolField<string> | undefined {
  const value = worthRatio(...tokens)
  if (value === undefined) return undefined
  for (const candidate of said) {
    if (distance(candidate.number.number, value) < 0.05)
      return reported(candidate, candidate.number.text, 'agrees with what the tokens are worth', 'evident')
    if (distance(1 / candidate.number.number, value) < 0.05)
      return reported(
        candidate,
        decimalText(1 / candidate.number.number),
        'counts token0 per token1: the reciprocal agrees with what the tokens are worth',
        'evident',
      )
  }
  return said.length === 0
    ? derived(decimalText(value), tokens[0].path, "from the tokens' prices in dollars")
    : undefined
}

function priceByTick(
  said: ReturnType<typeof numberCandidates>,
  tick: PoolField<number>,
  [token0, token1]: readonly [PoolToken, PoolToken],
  remarks: PoolRemark[],
): PoolField<string> | undefined {
  if (tick.is !== 'known' || token0.decimals === undefined || token1.decimals === undefined) return undefined
  const computed = decimalText(1.0001 ** tick.value * 10 ** (token0.decimals - token1.decimals))
  for (const candidate of said) {
    if (distance(candidate.number.number, Number(computed)) < 0.001)
      return reported(candidate, candidate.number.text, 'agrees with the tick', 'evident')
    if (distance(1 / candidate.number.number, Number(computed)) < 0.001)
      return reported(
        candidate,
        decimalText(1 / candidate.number.number),
        'counts token0 per token1: the reciprocal agrees with the tick',
        'evident',
      )
  }
  const [other] = said
  if (other) remarks.push({ ...priceRemark(other, computed), is: 'price against tick' })
  return derived(computed, tick.path, 'from the tick')
}

function priceRemark({ path, number }: ReturnType<typeof numberCandidates>[number], computed: string) {
  const member = path.keys.at(-1) ?? path.text
  return { code: 'M-112', about: 'price', member, reported: number.raw, computed } as const
}

/**
 * The direction by convention: `price` alone is usually the second token per first; `token0Price` differs between
 * services.
 */
function conventionalPrice(
  input: RecordInput,
  said: ReturnType<typeof numberCandidates>,
  isSwapped: boolean,
): PoolField<string> {
  const [candidate] = said
  if (!candidate) return missingOr(input, 'price', 'is no price')
  if (/^(token[01ab](price)?|price[01])$/.test(candidate.path.name))
    return ambiguous(candidate, 'nothing tells which way it counts')
  return isSwapped
    ? reported(
        candidate,
        decimalText(1 / candidate.number.number),
        'usually the second token named per first',
        'assumed',
      )
    : reported(candidate, candidate.number.text, 'usually token1 per token0', 'assumed')
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

/** A double as plain decimal text, to its significant digits. */
function decimalText(number: number): string {
  return plainDecimal(String(Number(number.toPrecision(12)))) ?? '0'
}
