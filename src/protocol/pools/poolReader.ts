import { addressKey, isEvmAddress } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import { cleanText } from '../../domain/label'
import type { Figure, Pool, PoolRemark, PoolToken } from '../../domain/pool'
import { invertRange } from '../../domain/range'
import { liquidityAt } from '../../domain/rangeApr'
import { defaultSpacing } from '../../domain/tick'
import type { Token } from '../../domain/token'
import { type JsonObject, numberText } from '../json'
import type { PoolsAnswer } from '../messages'
import {
  byName,
  derived,
  type Facts,
  findings,
  missing,
  missingOr,
  numbers,
  surroundingsOf,
  told,
  unclear,
} from './candidates'
import type { Meaning } from './fieldNames'
import { historyIn, positionsIn, ticksIn, unreadIn } from './listFields'
import { moment, wholeUnits } from './numbers'
import { createShapes, tokenCount, valueAt } from './recordSchema'
import { addressIn, tokenRemarks, tokensIn } from './tokenFields'
import { type PoolPlace, placeOf } from './tokenOrder'
import { habitsOf, noHabits } from './unitConventions'
import { amountsOf, aprOf, feeOf, liquidityOf, turnoverOf, tvlOf } from './valueFields'

/** A pool that was understood, beside the record it was understood from. */
export type ReadPool = Pool & {
  readonly record: JsonObject
  /** Its two tokens in the order in which the record names them: for who asks which they are, and no more. */
  readonly named: readonly [PoolToken, PoolToken]
  /**
   * The same for somebody who asks ten thousand pools for one figure each and keeps the number: what it took to work
   * the figure out is forgotten with it, unless somebody looks at this very pool.
   */
  readonly passing: ReadPool
  /** Its TVL, where that stands plainly in the record; `undefined` leaves it to `tvl`. Lists are sorted by it. */
  readonly plainTvl: number | undefined
}

/**
 * Understands the records of one network, poll after poll. A record that did not change is not read again, and no
 * figure is worked out before it is looked at.
 */
export type PoolReader = { readonly read: (answer: Pick<PoolsAnswer, 'records' | 'keys'>) => readonly ReadPool[] }

export function createPoolReader(kind: ChainKind, tokens: readonly Token[]): PoolReader {
  const around = surroundingsOf(kind, tokens)
  const shapes = createShapes()
  let known: readonly Reading[] = []
  /** Whether each of them is another pool. */
  let isDistinct = false
  let custom = ''

  return {
    read({ records, keys }) {
      const habits = habitsOf(records, (record) =>
        factsOf(record, { shape: shapes.of(record), around, habits: noHabits }),
      )
      // Another habit of the list may change what every record means.
      const last = habits.signature === custom ? known : []
      const before = beforeOf(last)
      custom = habits.signature
      // One for all records of a make: ten thousand of these are kept.
      let make: Make | undefined
      known = records.map((record, index) => {
        const there = before(record, index)
        if (there) return there
        const shape = shapes.of(record)
        if (make?.shape !== shape) make = { shape, around, habits }
        return new Reading(record, make, keys?.[index] ?? index)
      })
      isDistinct = isDistinct && isSameList(known, last)
      const pools = isDistinct ? known : merged(known)
      isDistinct = pools === known
      return pools
    },
  }
}

/** What is known of a record because of the list it stands in. */
type Make = Pick<Facts, 'shape' | 'around' | 'habits'>

function factsOf(record: JsonObject, make: Make): Facts {
  return { record, ...make, found: new Map() }
}

/** Finds what was read of a record before; most of them stand where they stood. */
function beforeOf(known: readonly Reading[]): (record: JsonObject, index: number) => Reading | undefined {
  let byRecord: ReadonlyMap<JsonObject, Reading> | undefined
  return (record, index) => {
    const there = known[index]
    if (there?.record === record || known.length === 0) return there
    byRecord ??= new Map(known.map((pool) => [pool.record, pool]))
    return byRecord.get(record)
  }
}

/** The pool of one address is one pool, the newest record of it. */
function merged(pools: readonly Reading[]): readonly Reading[] {
  // Nearly always all are different, which is found out soonest by names alone.
  const ids = new Set<string>()
  for (const { id } of pools) ids.add(id)
  if (ids.size === pools.length) return pools
  const byId = new Map<string, Reading>()
  for (const pool of pools) {
    const other = byId.get(pool.id)
    if (!other || ageOf(pool) >= ageOf(other)) byId.set(pool.id, pool)
  }
  return [...byId.values()]
}

function isSameList(pools: readonly Reading[], others: readonly Reading[]): boolean {
  return pools.length === others.length && pools.every((pool, index) => pool.id === others[index]!.id)
}

function ageOf({ updatedAt }: Pool): number {
  return updatedAt.is === 'known' ? updatedAt.value : 0
}

class Reading implements ReadPool {
  readonly record: JsonObject
  readonly #make: Make
  /** What it is called in a map of pools, or where it stands in a list of them. */
  readonly #key: string | number
  #worked: { readonly facts: Facts; readonly out: Map<string, unknown> } | undefined
  #id: string | undefined

  constructor(record: JsonObject, make: Make, key: string | number) {
    this.record = record
    this.#make = make
    this.#key = key
  }

  get passing(): ReadPool {
    return this.#worked ? this : new Reading(this.record, this.#make, this.#key)
  }

  get plainTvl() {
    const [spot] = this.#make.shape.of.get('tvl') ?? []
    const tvl = spot && spot.name !== 'liquidity' ? valueAt(this.record, spot.keys) : undefined
    const number = typeof tvl === 'string' && /^\d+(\.\d+)?$/.test(tvl) ? Number(tvl) : tvl
    return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
  }

  /** Asked of every record of a long list at once: where the address stands plainly, nothing else is worked out. */
  get id() {
    this.#id ??= this.#plainId() ?? this.#workedId()
    return this.#id
  }

  #plainId(): string | undefined {
    const [spot] = this.#make.shape.of.get('address') ?? []
    const address = spot && valueAt(this.record, spot.keys)
    return typeof address === 'string' && isEvmAddress(address) ? address.toLowerCase() : undefined
  }

  #workedId(): string {
    const { address } = this
    if (address.is === 'known') return addressKey(address.value)
    const [text] = this.#once('ids', (facts) => findings(facts, 'id')).flatMap(({ json }) =>
      typeof json === 'string' ? json : (numberText(json) ?? []),
    )
    return cleanText(text ?? '', 100) || String(this.#key)
  }

  get address() {
    return this.#once('address', (facts) => addressOf(facts, String(this.#key)))
  }

  get name() {
    return this.#once('name', (facts) => textOf(facts, 'name', 60))
  }

  get protocol() {
    return this.#once('protocol', (facts) => textOf(facts, 'protocol', 40))
  }

  get named() {
    return this.#once('named', tokensIn)
  }

  get token0() {
    return this.#place.tokens[0]
  }

  get token1() {
    return this.#place.tokens[1]
  }

  get feePpm() {
    return this.#once('feePpm', (facts) => feeOf(facts, this.tickSpacing))
  }

  get tickSpacing() {
    return this.#once('tickSpacing', spacingOf)
  }

  get tick() {
    return this.#place.tick
  }

  get sqrtPriceX96() {
    return this.#place.sqrtPriceX96
  }

  get price() {
    return this.#place.price
  }

  get liquidity(): Figure<bigint> {
    return this.#once('liquidity', (facts) => liquidityOf(facts, this.tvl, () => activeAt(this)))
  }

  get amount0() {
    return this.#amounts[0]
  }

  get amount1() {
    return this.#amounts[1]
  }

  get tvl() {
    return this.#once('tvl', tvlOf)
  }

  get volume() {
    return this.#turnover('volume').day
  }

  get fees() {
    return this.#turnover('fees').day
  }

  get totalVolume() {
    return this.#turnover('volume').total
  }

  get totalFees() {
    return this.#turnover('fees').total
  }

  get apr() {
    return this.#once('apr', aprOf)
  }

  get communityFee() {
    return this.#once('communityFee', communityFeeOf)
  }

  get isMeme() {
    return this.#once('isMeme', memeOf)
  }

  get positionManager() {
    return this.#once('positionManager', managerOf)
  }

  get createdAt() {
    return this.#once('createdAt', (facts) => momentOf(facts, 'createdAt'))
  }

  get updatedAt() {
    return this.#once('updatedAt', (facts) => momentOf(facts, 'updatedAt'))
  }

  get hourlyAt() {
    return this.#once('hourlyAt', (facts) => momentOf(facts, 'hourlyAt'))
  }

  get positions() {
    return this.#once('positions', (facts) => {
      const positions = positionsIn(facts)
      const { isTurned, isSwapped } = this.#place
      if (!isSwapped) return positions
      return positions.map((position) => ({
        ...position,
        ...(isTurned && invertRange(position)),
        ...{ amount0: position.amount1, amount1: position.amount0, fees0: position.fees1, fees1: position.fees0 },
      }))
    })
  }

  get ticks() {
    return this.#once('ticks', (facts) => {
      const ticks = ticksIn(facts)
      if (!this.#place.isTurned) return ticks
      return ticks.map(({ tick, liquidityNet }) => ({ tick: 0 - tick, liquidityNet: -liquidityNet }))
    })
  }

  get history() {
    return this.#once('history', historyIn)
  }

  get remarks() {
    return this.#once('remarks', (facts): readonly PoolRemark[] => [
      ...this.#place.remarks,
      ...tokenRemarks(facts),
      ...moreTokens(facts),
      ...(this.token0.token && this.token1.token
        ? []
        : [{ code: 'M-117', says: 'A token of this pool is not in the chain list.' }]),
      ...(['positions', 'ticks'] as const).flatMap((part) => {
        const unread = unreadIn(facts, part, this[part].length)
        return unread > 0 ? [{ code: 'unread', says: `${unread} of its ${part} cannot be understood.` }] : []
      }),
    ])
  }

  get unknown() {
    return this.#once('unknown', ({ shape }) => {
      const understood = new Set([...shape.of.values()].flat())
      return shape.spots.filter((spot) => !understood.has(spot)).map(({ path }) => path)
    })
  }

  get #place(): PoolPlace {
    return this.#once('place', (facts) => placeOf(facts, this.named))
  }

  get #amounts() {
    return this.#once('amounts', (facts) => {
      const { tokens, isSwapped } = this.#place
      const { price } = this
      const [first, second] = amountsOf(
        facts,
        isSwapped ? [tokens[1], tokens[0]] : tokens,
        this.tvl,
        price.is === 'known' ? Number(price.value) ** (isSwapped ? -1 : 1) : undefined,
      )
      return isSwapped ? ([second, first] as const) : ([first, second] as const)
    })
  }

  #turnover(meaning: 'volume' | 'fees') {
    return this.#once(meaning, (facts) => turnoverOf(facts, meaning, this.tvl, () => this.history))
  }

  #once<Value>(name: string, work: (facts: Facts) => Value): Value {
    this.#worked ??= { facts: factsOf(this.record, this.#make), out: new Map() }
    const { facts, out } = this.#worked
    if (!out.has(name)) out.set(name, work(facts))
    // Under one name there is only ever what `work` of that name gave.
    return out.get(name) as Value
  }
}

/** Only two of its tokens are understood. */
function moreTokens({ record }: Facts): readonly PoolRemark[] {
  const most = Object.entries(record).reduce((most, [name, inner]) => Math.max(most, tokenCount(inner, name)), 0)
  return most > 2 ? [{ code: 'tokens', says: `The pool holds ${most} tokens; the first two are shown.` }] : []
}

/** What begins and has not ended at the current tick, by its ticks or else by its positions. */
function activeAt({ tick, ticks, positions }: Pool): bigint | undefined {
  if (tick.is !== 'known') return undefined
  if (ticks.length > 0)
    return ticks.reduce((sum, { tick: at, liquidityNet }) => (at <= tick.value ? sum + liquidityNet : sum), 0n)
  const measured = positions.flatMap(({ liquidity, ...range }) =>
    liquidity === undefined ? [] : { ...range, liquidity },
  )
  return measured.length > 0 ? liquidityAt(tick.value, measured) : undefined
}

function addressOf(facts: Facts, key: string): Figure<string> {
  for (const find of findings(facts, 'address')) {
    const address = addressIn(find.json)
    if (address !== undefined) return told(find, address, byName(find))
  }
  const ofMap = addressIn(key)
  return ofMap === undefined
    ? missingOr(facts, 'address', 'is no address')
    : derived(ofMap, '$', 'the name it is listed under')
}

function textOf(facts: Facts, meaning: Meaning, limit: number): Figure<string> {
  for (const find of findings(facts, meaning)) {
    const text = typeof find.json === 'string' ? cleanText(find.json, limit) : ''
    if (text !== '') return told(find, text, byName(find))
  }
  return missing
}

/** M-113: what is no spacing is not used; the documented one is, and is said to be assumed. */
function spacingOf(facts: Facts): Figure<number> {
  const [find] = findings(facts, 'tickSpacing')
  if (!find) return spacingInName(facts)
  const spacing = wholeUnits(find.json)
  if (spacing === undefined || spacing < 1n || spacing > widestSpacing)
    return unclear(find, `is no spacing; ${defaultSpacing} is usual`)
  return told(find, Number(spacing), byName(find))
}

/** `CL100-WETH/USDC`: a make that names its pools after it. */
function spacingInName(facts: Facts): Figure<number> {
  for (const find of findings(facts, 'label')) {
    const [, spacing] = (typeof find.json === 'string' && /^CL(\d{1,5})-/.exec(find.json)) || []
    if (spacing !== undefined && Number(spacing) > 0 && BigInt(spacing) <= widestSpacing)
      return told(find, Number(spacing), `written in \`${find.spot.keys.at(-1)}\``)
  }
  return missing
}

/** Factories open no pool with a wider one. */
const widestSpacing = 16_383n

function communityFeeOf(facts: Facts): Figure<number> {
  const [find] = numbers(facts, 'communityFee')
  if (!find) return missingOr(facts, 'communityFee')
  const { number } = find.number
  if (!(number >= 0 && number <= 1_000)) return unclear(find, 'is no share')
  if (number > 0 && number < 1) return told(find, number * 1_000, 'in a fraction: below one', 'assumed')
  return told(find, number, 'in thousandths, as pools of that make keep it', 'assumed')
}

function memeOf(facts: Facts): Figure<boolean> {
  for (const find of findings(facts, 'isMeme')) {
    if (typeof find.json === 'boolean') return told(find, find.json, byName(find))
    const text = typeof find.json === 'string' ? find.json : numberText(find.json)
    if (/^(true|1|yes)$/i.test(text ?? '')) return told(find, true, byName(find))
    if (/^(false|0|no)$/i.test(text ?? '')) return told(find, false, byName(find))
  }
  const category = findings(facts, 'category').find(({ json }) => /\bmeme/i.test(JSON.stringify(json)))
  return category ? told(category, true, 'its category is meme') : missingOr(facts, 'isMeme', 'is neither yes nor no')
}

function managerOf(facts: Facts): Figure<string> {
  const [find] = findings(facts, 'positionManager')
  if (!find) return missing
  const address = addressIn(find.json)
  return address === undefined ? unclear(find, 'is no address') : told(find, address, byName(find))
}

function momentOf(facts: Facts, meaning: 'createdAt' | 'updatedAt' | 'hourlyAt'): Figure<number> {
  for (const find of findings(facts, meaning)) {
    const at = moment(find.json)
    if (at !== undefined) return told(find, at, byName(find))
  }
  return missingOr(facts, meaning, 'is no time')
}
