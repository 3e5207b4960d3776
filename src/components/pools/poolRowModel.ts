import { shortAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import { knownValue, type PoolField, type PoolToken } from '../../domain/pools/pool'
import { priceChangeOf } from '../../domain/pools/poolChange'
import { figuresStaleAfter } from '../../domain/pools/poolFreshness'
import type { Flag, Measure, Measured, PoolFacts } from '../../domain/pools/poolQuery'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { symbolOf, unknownSymbol } from './poolToken'
import { isShownInverted, shownPriceNumber } from './shownPrice'

/** A pool in the list. Expensive figures are computed on first use and cached until the record changes. */
export type PoolRowModel = PoolFacts & {
  /** `Harbor/0x…`, each part encoded: the key in URLs and favourites. */
  readonly key: string
  readonly chain: Chain | undefined
  readonly pool: ReadPool
  readonly pair: string
  /** Computes the figures that most searches and sorts need. */
  readonly precompute: () => void
}

const defaultMeasures = ['tvl', 'volume', 'fees', 'apr', 'fee'] as const satisfies readonly Measure[]

/** A row is kept as long as its pool: an unchanged record has the same one. */
const rows = new WeakMap<ReadPool, PoolRowModel>()

export function poolRowOf(pool: ReadPool, network: string, chain: Chain | undefined): PoolRowModel {
  const known = rows.get(pool)
  if (known?.network === network && known.chain === chain) return known
  const row = new Row(pool, network, chain)
  rows.set(pool, row)
  return row
}

class Row implements PoolRowModel {
  readonly pool: ReadPool
  readonly network: string
  readonly chain: Chain | undefined
  #key: string | undefined
  #measured: Partial<Record<Measure, Measured>> | undefined
  #text: string | undefined
  #tokens: string | undefined

  constructor(pool: ReadPool, network: string, chain: Chain | undefined) {
    this.pool = pool
    this.network = network
    this.chain = chain
  }

  get key() {
    this.#key ??= poolKey(this.network, this.pool.id)
    return this.#key
  }

  get pair() {
    return pairLabel(this.pool)
  }

  measure(measure: Measure): Measured {
    const known = this.#measured?.[measure]
    if (known !== undefined) return known
    // Fast path: most lists are sorted by TVL, and most records contain it as a plain number.
    if (measure === 'tvl') return this.pool.plainTvl ?? this.#measure(measure, this.pool.uncached)
    return this.#measure(measure, this.pool.uncached)
  }

  get text() {
    this.#text ??= textOf(this.pool.uncached)
    return this.#text
  }

  hasToken(text: string) {
    this.#tokens ??= tokensOf(this.pool.uncached)
    return this.#tokens.includes(`\n${text}\n`)
  }

  is(flag: Flag): boolean {
    const { isMeme, token0, token1, remarks } = this.pool
    switch (flag) {
      case 'meme':
        return knownValue(isMeme) === true
      case 'listed':
        return token0.token !== undefined && token1.token !== undefined
      case 'remarked':
        return remarks.length > 0
      default:
        return false
    }
  }

  precompute() {
    const { uncached } = this.pool
    this.#text ??= textOf(uncached)
    this.#tokens ??= tokensOf(uncached)
    for (const measure of defaultMeasures) this.#measure(measure, uncached)
  }

  #measure(measure: Measure, passing: ReadPool): Measured {
    this.#measured ??= {}
    this.#measured[measure] ??= measured(passing, measure)
    return this.#measured[measure]
  }
}

export function poolKey(network: string, id: string): string {
  return `${encodeKey(network)}/${encodeKey(id)}`
}

/** Parses a key; with `@` and a time it means the pool at that time. */
export function readPoolKey(key: string): {
  readonly network: string
  readonly id: string
  readonly at: number | undefined
} {
  const [, network = '', id = '', at] = /^([^/]*)\/?(.*?)(?:@(\d{1,16}))?$/s.exec(key) ?? []
  return { network: decodeKey(network), id: decodeKey(id), at: at === undefined ? undefined : Number(at) }
}

/** Encodes with tildes, because the router decodes percent signs in a query twice. */
function encodeKey(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('~', '%7E')
    .replaceAll('%', '~')
}

function decodeKey(text: string): string {
  return decodeSegment(text.replaceAll('~', '%'))
}

/**
 * The path of a pool's page. The router decodes a path once before splitting it, so percent signs are encoded twice.
 */
export function poolPath(network: string, id: string): string {
  return `/pools/${encodeSegment(network.replaceAll('%', '%25'))}/${encodeSegment(id.replaceAll('%', '%25'))}`
}

/** A name as one path segment. Lone surrogates cannot be encoded and become the replacement character. */
export function encodeSegment(name: string): string {
  // A browser would resolve `..` to the parent path.
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '~2E')
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** Decodes a path segment; one that is not validly encoded is returned unchanged. */
export function decodeSegment(step: string): string {
  if (/^(~2E){1,2}$/.test(step)) return step.replaceAll('~2E', '.')
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** The pair's symbols; a pool whose record names neither token uses its own name or address. */
export function pairLabel({ id, token0, token1, name }: ReadPool): string {
  if (token0.symbol === undefined && token1.symbol === undefined && knownValue(name)) return knownValue(name) ?? ''
  if ([token0, token1].every((token) => symbolOf(token) === unknownSymbol)) return shortAddress(id)
  return `${symbolOf(token0)} / ${symbolOf(token1)}`
}

/** Whether a pool's own timestamp stopped while others in the list advanced. */
export function isLeftBehind({ updatedAt, hourlyAt }: ReadPool, now: number): boolean {
  const live = knownValue(updatedAt)
  const hourly = knownValue(hourlyAt)
  return (
    (live !== undefined && now - live > ownLiveAge) || (hourly !== undefined && now - hourly > figuresStaleAfter.hourly)
  )
}

/** A record's own timestamp may be that of its last trade, so an age of one hour is still normal. */
const ownLiveAge = 3_600_000

function measured(pool: ReadPool, measure: Measure): Measured {
  switch (measure) {
    case 'tvl':
      return pool.plainTvl ?? scaled(pool.tvl, 1)
    case 'fee':
      return scaled(pool.feePpm, 1e-4)
    case 'apr':
      return scaled(pool.apr, 100)
    case 'spacing':
      return scaled(pool.tickSpacing, 1)
    case 'positions':
      return pool.positions.length > 0 ? pool.positions.length : 'missing'
    case 'price':
      return pool.price.is === 'known' ? finite(shownPriceNumber(pool)) : pool.price.is
    case 'change':
      return scaled(priceChangeOf(pool, isShownInverted(pool)), 100)
    default:
      return scaled(pool[measure], 1)
  }
}

function scaled(figure: PoolField<string | number | bigint>, factor: number): Measured {
  if (figure.is !== 'known') return figure.is
  const number = Number(figure.value) * factor
  // Avoids floating-point noise: 3000 ppm is 0.3, not 0.30000000000000004.
  return finite(factor === 1 ? number : Number(number.toPrecision(12)))
}

function finite(number: number | undefined): Measured {
  return number !== undefined && Number.isFinite(number) ? number : 'unclear'
}

function textOf({ id, address, name, tokensAsNamed }: ReadPool): string {
  return [id, knownValue(address), knownValue(name), ...tokensAsNamed.flatMap(partsOf)]
    .filter((part) => part !== undefined)
    .join(' ')
    .toLowerCase()
}

function partsOf({ symbol, name, address, token }: PoolToken): readonly (string | undefined)[] {
  return [symbol, name, address, token?.symbol, token?.name]
}

/** Token names, one per line. */
function tokensOf({ tokensAsNamed }: ReadPool): string {
  const parts = tokensAsNamed.flatMap(({ symbol, address, token }) => [symbol, token?.symbol, address])
  return `\n${parts.join('\n').toLowerCase()}\n`
}
