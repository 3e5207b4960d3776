import type { Figure, PoolRemark, PoolToken } from '../../domain/pool'
import { maxSqrtPriceX96, maxTick, minSqrtPriceX96, sqrtPriceX96ToTick } from '../../domain/tick'
import { plainDecimal } from '../decimal'
import { byName, derived, type Facts, findings, missing, missingOr, numbers, told, unclear } from './candidates'
import { distance, wholeUnits } from './numbers'

/** Where a pool stands, in its own order of tokens. */
export type PoolPlace = {
  readonly sqrtPriceX96: Figure<bigint>
  readonly tick: Figure<number>
  readonly price: Figure<string>
  readonly tokens: readonly [PoolToken, PoolToken]
  /** Whether ticks of the record have to be turned around to follow the pool's own order. */
  readonly isTurned: boolean
  /** Whether the record names the tokens in the other order. */
  readonly isSwapped: boolean
  readonly remarks: readonly PoolRemark[]
}

/**
 * Puts tokens, square-root price, tick and price together. The square-root price is believed first, the tick bears
 * it out, and the direction of a price is decided by them, never by its name.
 */
export function placeOf(facts: Facts, [first, second]: readonly [PoolToken, PoolToken]): PoolPlace {
  const remarks: PoolRemark[] = []
  const said = saidTick(facts)
  const root = rootOf(facts, said, [first, second], remarks)
  const tick = tickOf(said, root, remarks)

  const isSwapped = isOtherWayRound(facts, first, second)
  const tokens = isSwapped ? ([second, first] as const) : ([first, second] as const)
  const isTurned = isSwapped && followsNames(root, tick, first, second)
  if (isSwapped)
    remarks.push({
      code: 'order',
      says: isTurned
        ? 'The record names the tokens, and counts its ticks, against the order of their addresses.'
        : 'The record names the tokens against the order of their addresses, which its ticks follow.',
    })

  const turnedRoot = isTurned && root.is === 'known' ? { ...root, value: turned(root.value) } : root
  const turnedTick =
    isTurned && tick.is === 'known'
      ? { ...tick, value: turnedRoot.is === 'known' ? sqrtPriceX96ToTick(turnedRoot.value) : -1 - tick.value }
      : tick
  // The price of a pool costs most to find, and a list asks for its tokens first.
  let price: Figure<string> | undefined
  const priced = () => {
    price ??= priceOf(facts, turnedRoot, turnedTick, tokens, { remarks, isSwapped })
    return price
  }
  return {
    ...{ sqrtPriceX96: turnedRoot, tick: turnedTick, tokens, isTurned, isSwapped },
    get price() {
      return priced()
    },
    get remarks() {
      priced()
      return remarks
    },
  }
}

function saidTick(facts: Facts): Figure<number> {
  for (const find of findings(facts, 'tick')) {
    const whole = wholeUnits(find.json)
    if (whole === undefined) return unclear(find, 'a tick is a whole number')
    if (whole > BigInt(maxTick) || whole < -BigInt(maxTick)) return unclear(find, `no tick is beyond ±${maxTick}`)
    return told(find, Number(whole), byName(find))
  }
  return missing
}

/** The square-root price in Q64.96. Solana programs keep it in Q64.64: which it is, the tick or the price tells. */
function rootOf(
  facts: Facts,
  tick: Figure<number>,
  tokens: readonly [PoolToken, PoolToken],
  remarks: PoolRemark[],
): Figure<bigint> {
  const find = findings(facts, 'sqrtPrice').find(
    ({ spot, json }) => spot.name !== 'price' || (wholeUnits(json) ?? 0n) > 1n << 60n,
  )
  if (!find) return missing
  const units = wholeUnits(find.json)
  if (units === undefined) return unclear(find, 'its digits are not all there')
  if (units === 0n) return unclear(find, 'zero: the pool has no price yet')

  const readings = [
    { name: 'Q64.96', value: units },
    { name: 'Q64.64', value: units << 32n },
  ].filter(({ value }) => value >= minSqrtPriceX96 && value < maxSqrtPriceX96)
  if (readings.length === 0) return unclear(find, 'no pool can stand at this price')

  if (tick.is === 'known') {
    const agreeing = readings.find(({ value }) => Math.abs(Math.floor(exactTick(value)) - tick.value) <= 1)
    if (agreeing) return told(find, agreeing.value, `${agreeing.name}: agrees with the tick within 1`, 'evident')
  }
  const saidPrices = numbers(facts, 'price').filter(({ spot }) => spot !== find.spot)
  const priced = readings.find(({ value }) =>
    saidPrices.some(({ number }) => isPrice(rawPrice(value), number.number, tokens)),
  )
  if (priced) return told(find, priced.value, `${priced.name}: agrees with the price`, 'evident')

  const isNarrow = /x64/.test(find.spot.name) || (facts.around.kind === 'solana' && !/96/.test(find.spot.name))
  const [likely] = isNarrow ? readings.toReversed() : readings
  if (tick.is === 'known')
    remarks.push({
      code: 'M-112',
      about: 'tick',
      says: `The tick says ${tick.value}, the square-root price ${Math.floor(exactTick(likely!.value))}: the square-root price is used.`,
    })
  return told(find, likely!.value, `${likely!.name}, as is usual`, 'assumed')
}

function tickOf(said: Figure<number>, root: Figure<bigint>, remarks: readonly PoolRemark[]): Figure<number> {
  if (root.is !== 'known') return said
  if (said.is === 'known' && !remarks.some(({ code }) => code === 'M-112'))
    return root.certainty === 'evident'
      ? { ...said, certainty: 'evident', reason: 'agrees with the square-root price' }
      : said
  return derived(sqrtPriceX96ToTick(root.value), root.path, 'from the square-root price')
}

/** Pools keep their tokens in the order of their addresses; only on EVM chains can that be seen from the text. */
function isOtherWayRound({ around }: Facts, first: PoolToken, second: PoolToken): boolean {
  if (around.kind !== 'evm' || !first.address || !second.address) return false
  return first.address.toLowerCase() > second.address.toLowerCase()
}

/** Whether ticks count in the order of the names rather than of the addresses: what the tokens are worth tells. */
function followsNames(root: Figure<bigint>, tick: Figure<number>, first: PoolToken, second: PoolToken): boolean {
  const raw = root.is === 'known' ? rawPrice(root.value) : tick.is === 'known' ? 1.0001 ** tick.value : undefined
  const worth = worthRatio(first, second)
  if (raw === undefined || worth === undefined || first.decimals === undefined || second.decimals === undefined)
    return false
  const shift = 10 ** (first.decimals - second.decimals)
  return distance(raw * shift, worth) < distance(raw / shift, 1 / worth)
}

/** Whole token1 per whole token0. */
function priceOf(
  facts: Facts,
  root: Figure<bigint>,
  tick: Figure<number>,
  tokens: readonly [PoolToken, PoolToken],
  { remarks, isSwapped }: { readonly remarks: PoolRemark[]; readonly isSwapped: boolean },
): Figure<string> {
  const [{ decimals: decimals0 }, { decimals: decimals1 }] = tokens
  const rootPath = root.is === 'known' ? root.path : undefined
  const said = numbers(facts, 'price').filter(
    ({ spot, number }) => spot.path !== rootPath && number.number > 0 && number.number < 1e60,
  )
  const computed =
    root.is === 'known' && decimals0 !== undefined && decimals1 !== undefined
      ? decimalText(rawPrice(root.value) * 10 ** (decimals0 - decimals1))
      : undefined
  if (computed !== undefined && root.is === 'known') {
    for (const find of said) {
      if (distance(find.number.number, Number(computed)) < 0.001)
        return told(find, computed, 'agrees with the square-root price', 'evident')
      if (distance(1 / find.number.number, Number(computed)) < 0.001)
        return told(
          find,
          computed,
          'counts token0 per token1: the reciprocal agrees with the square-root price',
          'evident',
        )
    }
    const [other] = said
    if (other)
      remarks.push({
        code: 'M-112',
        about: 'price',
        says: `\`${other.spot.keys.at(-1)}\`, ${other.number.raw}, does not agree with the square-root price, which is ${computed}.`,
      })
    return derived(computed, root.path, 'from the square-root price')
  }
  return priceByWorth(said, tokens) ?? priceByTick(said, tick, tokens, remarks) ?? priceByHabit(facts, said, isSwapped)
}

function priceByWorth(
  said: ReturnType<typeof numbers>,
  tokens: readonly [PoolToken, PoolToken],
): Figure<string> | undefined {
  const worth = worthRatio(...tokens)
  if (worth === undefined) return undefined
  for (const find of said) {
    if (distance(find.number.number, worth) < 0.05)
      return told(find, find.number.text, 'agrees with what the tokens are worth', 'evident')
    if (distance(1 / find.number.number, worth) < 0.05)
      return told(
        find,
        decimalText(1 / find.number.number),
        'counts token0 per token1: the reciprocal agrees with what the tokens are worth',
        'evident',
      )
  }
  return said.length === 0
    ? derived(decimalText(worth), tokens[0].path, "from the tokens' prices in dollars")
    : undefined
}

function priceByTick(
  said: ReturnType<typeof numbers>,
  tick: Figure<number>,
  [token0, token1]: readonly [PoolToken, PoolToken],
  remarks: PoolRemark[],
): Figure<string> | undefined {
  if (tick.is !== 'known' || token0.decimals === undefined || token1.decimals === undefined) return undefined
  const computed = decimalText(1.0001 ** tick.value * 10 ** (token0.decimals - token1.decimals))
  for (const find of said) {
    if (distance(find.number.number, Number(computed)) < 0.001)
      return told(find, find.number.text, 'agrees with the tick', 'evident')
    if (distance(1 / find.number.number, Number(computed)) < 0.001)
      return told(
        find,
        decimalText(1 / find.number.number),
        'counts token0 per token1: the reciprocal agrees with the tick',
        'evident',
      )
  }
  const [other] = said
  if (other)
    remarks.push({
      code: 'M-112',
      about: 'price',
      says: `\`${other.spot.keys.at(-1)}\`, ${other.number.raw}, does not agree with the tick, which says ${computed}.`,
    })
  return derived(computed, tick.path, 'from the tick')
}

/** `price` alone usually counts the second token per first; `token0Price` means either, depending on who wrote it. */
function priceByHabit(facts: Facts, said: ReturnType<typeof numbers>, isSwapped: boolean): Figure<string> {
  const [find] = said
  if (!find) return missingOr(facts, 'price', 'is no price')
  if (/^(token[01ab](price)?|price[01])$/.test(find.spot.name))
    return unclear(find, 'nothing tells which way it counts')
  return isSwapped
    ? told(find, decimalText(1 / find.number.number), 'usually the second token named per first', 'assumed')
    : told(find, find.number.text, 'usually token1 per token0', 'assumed')
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

/** Smallest units of token1 per smallest unit of token0. */
function rawPrice(sqrtPriceX96: bigint): number {
  return (Number(sqrtPriceX96) / 2 ** 96) ** 2
}

function exactTick(sqrtPriceX96: bigint): number {
  return Math.log(rawPrice(sqrtPriceX96)) / Math.log(1.0001)
}

/** The same price with the tokens the other way round. */
function turned(sqrtPriceX96: bigint): bigint {
  const other = (1n << 192n) / sqrtPriceX96
  return other < minSqrtPriceX96 ? minSqrtPriceX96 : other >= maxSqrtPriceX96 ? maxSqrtPriceX96 - 1n : other
}

/** A double as plain decimal text, to the digits that mean something. */
function decimalText(number: number): string {
  return plainDecimal(String(Number(number.toPrecision(12)))) ?? '0'
}
