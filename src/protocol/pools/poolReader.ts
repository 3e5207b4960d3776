import { addressKey, isEvmAddress } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import { invertRange } from '../../domain/liquidity/range'
import { defaultSpacing } from '../../domain/liquidity/tick'
import { activeLiquidity } from '../../domain/pools/distribution'
import type { Pool, PoolField, PoolRemark, PoolToken } from '../../domain/pools/pool'
import { cleanText } from '../../domain/text/label'
import type { Token } from '../../domain/token'
import { type Json, type JsonObject, numberText } from '../json/json'
import type { PoolsAnswer } from '../serviceMessages'
import {
  ambiguous,
  byName,
  candidates,
  derived,
  firstRead,
  inName,
  missing,
  missingOr,
  networkTokensOf,
  noConventions,
  numberCandidates,
  type RecordInput,
  reported,
} from './candidates'
import { conventionsOf } from './listConventions'
import { countUnreadable, readHistory, readPositions, readTicks } from './listFields'
import { parseTime, wholeUnits } from './numbers'
import { createSchemas, tokenCount, valueAt } from './recordSchema'
import { parseAddress, readTokens, tokenRemarks } from './tokenFields'
import { readTokenOrder, type TokenOrder } from './tokenOrder'
import { readAmounts, readApr, readFee, readLiquidity, readTurnover, readTvl, unquestionedTvl } from './valueFields'

/** A pool with the record it was interpreted from. */
export type ReadPool = Pool & {
  readonly record: JsonObject
  /** Its two tokens in the order of the record, for callers that need only the tokens. */
  readonly tokensAsNamed: readonly [PoolToken, PoolToken]
  /**
   * The same pool without a cache, for callers that read one figure of ten thousand pools: intermediate results are
   * freed immediately, unless the pool itself is used elsewhere.
   */
  readonly uncached: ReadPool
  /** Its TVL, when the record has it as a plain number; `undefined`: use `tvl`. Lists are sorted by it. */
  readonly plainTvl: number | undefined
}

/**
 * Interprets the pool records of one network in every poll. An unchanged record is not interpreted again, and figures
 * are computed on first access.
 */
export type PoolReader = { readonly read: (answer: Pick<PoolsAnswer, 'records' | 'keys'>) => readonly ReadPool[] }

export function createPoolReader(kind: ChainKind, tokens: readonly Token[]): PoolReader {
  const network = networkTokensOf(kind, tokens)
  const schemas = createSchemas()
  let known: readonly ReadPool[] = []
  let custom = ''
  let last: { readonly records: unknown; readonly pools: readonly ReadPool[] } | undefined

  return {
    read({ records, keys }) {
      // The client returns the same list while nothing changed.
      if (last?.records === records) return last.pools
      const conventions = conventionsOf(records, (record) =>
        recordInput(record, { schema: schemas.of(record), network, conventions: noConventions }),
      )
      // When the conventions of the list change, every record is interpreted again.
      const before = beforeOf(conventions.signature === custom ? known : [])
      custom = conventions.signature
      // Shared by all records of a schema to save memory: ten thousand are kept.
      let context: RecordContext | undefined
      known = records.map((record, index) => {
        const there = before(record, index)
        if (there) return there
        const schema = schemas.of(record)
        if (context?.schema !== schema) context = { schema, network, conventions }
        return lazyPool(record, context, keys?.[index] ?? index)
      })
      last = { records, pools: withoutDuplicates(known) }
      return last.pools
    },
  }
}

/** Facts about a record from its list. */
type RecordContext = Pick<RecordInput, 'schema' | 'network' | 'conventions'>

function recordInput(record: JsonObject, context: RecordContext): RecordInput {
  return { record, ...context, numbersByRole: new Map() }
}

/** Looks up the pool that was read from the same record before; most are at the same index. */
function beforeOf(known: readonly ReadPool[]): (record: JsonObject, index: number) => ReadPool | undefined {
  let byRecord: ReadonlyMap<JsonObject, ReadPool> | undefined
  return (record, index) => {
    const there = known[index]
    if (there?.record === record || known.length === 0) return there
    byRecord ??= new Map(known.map((pool) => [pool.record, pool]))
    return byRecord.get(record)
  }
}

/** One pool per id: of duplicates the newest record. */
function withoutDuplicates(pools: readonly ReadPool[]): readonly ReadPool[] {
  // Fast path: nearly always all ids are different.
  const ids = new Set<string>()
  for (const { id } of pools) ids.add(id)
  if (ids.size === pools.length) return pools
  const byId = new Map<string, ReadPool>()
  for (const pool of pools) {
    const other = byId.get(pool.id)
    if (!other || ageOf(pool) >= ageOf(other)) byId.set(pool.id, pool)
  }
  return [...byId.values()]
}

function ageOf({ updatedAt }: Pool): number {
  return updatedAt.is === 'known' ? updatedAt.value : 0
}

/** The fields of a pool, and values that several of them share: each is read from the record once, when it is needed. */
type Fields = Omit<ReadPool, 'record' | 'uncached' | 'plainTvl' | 'id'> & {
  readonly tokenOrder: TokenOrder
  readonly amounts: readonly [Pool['amount0'], Pool['amount1']]
  readonly volumes: ReturnType<typeof readTurnover>
  readonly feesTaken: ReturnType<typeof readTurnover>
  readonly writtenIds: readonly Json[]
}

/** How each field is read. `key`: the record's key in a map of pools, or its index in a list. */
const fields: {
  readonly [Name in keyof Fields]: (input: RecordInput, pool: Fields, key: string | number) => Fields[Name]
} = {
  writtenIds: (input) => candidates(input, 'id').map(({ json }) => json),
  address: (input, _, key) => readAddress(input, String(key)),
  name: (input) => firstRead(input, 'name', textUpTo(60)),
  protocol: (input) => firstRead(input, 'protocol', textUpTo(40)),
  tokensAsNamed: readTokens,
  tokenOrder: (input, { tokensAsNamed }) => readTokenOrder(input, tokensAsNamed),
  token0: (_, { tokenOrder }) => tokenOrder.tokens[0],
  token1: (_, { tokenOrder }) => tokenOrder.tokens[1],
  tick: (_, { tokenOrder }) => tokenOrder.tick,
  sqrtPriceX96: (_, { tokenOrder }) => tokenOrder.sqrtPriceX96,
  price: (_, { tokenOrder }) => tokenOrder.price,
  feePpm: (input, { tickSpacing }) => readFee(input, tickSpacing),
  tickSpacing: readSpacing,
  liquidity: (input, pool) =>
    readLiquidity(input, pool.tvl, () =>
      pool.tick.is === 'known' ? activeLiquidity(pool.tick.value, pool) : undefined,
    ),
  amounts: (input, { tokenOrder: { tokens, isSwapped }, price, tvl }) => {
    const [first, second] = readAmounts(
      input,
      isSwapped ? [tokens[1], tokens[0]] : tokens,
      tvl,
      price.is === 'known' ? Number(price.value) ** (isSwapped ? -1 : 1) : undefined,
    )
    return isSwapped ? [second, first] : [first, second]
  },
  amount0: (_, { amounts }) => amounts[0],
  amount1: (_, { amounts }) => amounts[1],
  tvl: (input, { tokensAsNamed }) => readTvl(input, tokensAsNamed),
  volumes: (input, pool) => readTurnover(input, 'volume', pool.tvl, () => pool.history),
  feesTaken: (input, pool) => readTurnover(input, 'fees', pool.tvl, () => pool.history),
  volume: (_, { volumes }) => volumes.day,
  fees: (_, { feesTaken }) => feesTaken.day,
  totalVolume: (_, { volumes }) => volumes.total,
  totalFees: (_, { feesTaken }) => feesTaken.total,
  apr: readApr,
  communityFee: readCommunityFee,
  isMeme: readIsMeme,
  positionManager: (input) => firstRead(input, 'positionManager', parseAddress, { unreadable: 'is no address' }),
  hook: readHook,
  createdAt: (input) => firstRead(input, 'createdAt', parseTime, { unreadable: 'is no time' }),
  updatedAt: (input) => firstRead(input, 'updatedAt', parseTime, { unreadable: 'is no time' }),
  hourlyAt: (input) => firstRead(input, 'hourlyAt', parseTime, { unreadable: 'is no time' }),
  positions: (input, { tokenOrder: { areTicksInverted, isSwapped } }) => {
    const positions = readPositions(input)
    if (!isSwapped) return positions
    return positions.map((position) => ({
      ...position,
      ...(areTicksInverted && invertRange(position)),
      ...{ amount0: position.amount1, amount1: position.amount0, fees0: position.fees1, fees1: position.fees0 },
    }))
  },
  ticks: (input, { tokenOrder }) => {
    const ticks = readTicks(input)
    if (!tokenOrder.areTicksInverted) return ticks
    return ticks.map(({ tick, liquidityNet }) => ({ tick: 0 - tick, liquidityNet: -liquidityNet }))
  },
  history: readHistory,
  remarks: (input, pool) => [
    ...pool.tokenOrder.remarks,
    ...tokenRemarks(input),
    ...moreTokens(input),
    ...(pool.hook.is === 'known' ? [{ code: 'hook', is: 'hook contract', address: pool.hook.value } as const] : []),
    ...(pool.token0.token && pool.token1.token ? [] : [{ code: 'M-117', is: 'token not listed' } as const]),
    ...(['positions', 'ticks'] as const).flatMap((part) => {
      const count = countUnreadable(input, part, pool[part].length)
      return count > 0 ? [{ code: 'unread', is: 'unreadable entries', part, count } as const] : []
    }),
  ],
  unknown: ({ schema }) => {
    const understood = new Set([...schema.byRole.values()].flat())
    return schema.paths.filter((path) => !understood.has(path)).map(({ text }) => text)
  },
}

/** A pool whose fields are read when they are asked for, each once: ten thousand are kept, and most show few of them. */
class LazyRecord {
  readonly record: JsonObject
  readonly #context: RecordContext
  readonly #key: string | number
  #worked: { readonly input: RecordInput; readonly out: Partial<Fields> } | undefined
  #id: string | undefined

  constructor(record: JsonObject, context: RecordContext, key: string | number) {
    this.record = record
    this.#context = context
    this.#key = key
  }

  get uncached(): ReadPool {
    return this.#worked ? withFields(this) : lazyPool(this.record, this.#context, this.#key)
  }

  get plainTvl() {
    const [path] = this.#context.schema.byRole.get('tvl') ?? []
    const tvl = path && path.name !== 'liquidity' ? valueAt(this.record, path.keys) : undefined
    const number = typeof tvl === 'string' && /^\d+(\.\d+)?$/.test(tvl) ? Number(tvl) : tvl
    return typeof number === 'number' && number >= 0 && number < unquestionedTvl ? number : undefined
  }

  /** Read for every record of a long list: when the address is a plain member, nothing else is interpreted. */
  get id() {
    this.#id ??= this.#plainId() ?? this.#workedId()
    return this.#id
  }

  #plainId(): string | undefined {
    const [path] = this.#context.schema.byRole.get('address') ?? []
    const address = path && valueAt(this.record, path.keys)
    return typeof address === 'string' && isEvmAddress(address) ? address.toLowerCase() : undefined
  }

  #workedId(): string {
    const address = this.field('address')
    if (address.is === 'known') return addressKey(address.value)
    const [text] = this.field('writtenIds').flatMap((json) =>
      typeof json === 'string' ? json : (numberText(json) ?? []),
    )
    return cleanText(text ?? '', 100) || String(this.#key)
  }

  field<Name extends keyof Fields>(name: Name): Fields[Name] {
    this.#worked ??= { input: recordInput(this.record, this.#context), out: {} }
    const { input, out } = this.#worked
    const known: Partial<Pick<Fields, Name>> = out
    if (!(name in out)) Object.assign(out, { [name]: fields[name](input, withFields(this), this.#key) })
    return known[name] as Fields[Name]
  }
}

for (const name of Object.keys(fields) as readonly (keyof Fields)[])
  Object.defineProperty(LazyRecord.prototype, name, {
    get(this: LazyRecord) {
      return this.field(name)
    },
  })

function lazyPool(record: JsonObject, context: RecordContext, key: string | number): ReadPool {
  return withFields(new LazyRecord(record, context, key))
}

/** Its fields are defined on the prototype, by the table. */
function withFields(record: LazyRecord): LazyRecord & Fields {
  return record as LazyRecord & Fields
}

/** Reports a pool with more than two tokens; only two are interpreted. */
function moreTokens({ record }: RecordInput): readonly PoolRemark[] {
  const most = Object.entries(record).reduce((most, [name, inner]) => Math.max(most, tokenCount(inner, name)), 0)
  return most > 2 ? [{ code: 'tokens', is: 'more than two tokens', count: most }] : []
}

function readAddress(input: RecordInput, key: string): PoolField<string> {
  const own = firstRead(input, 'address', parseAddress, { unreadable: 'is no address' })
  const ofMap = own.is === 'known' ? undefined : parseAddress(key)
  return ofMap === undefined ? own : derived(ofMap, '$', 'the name it is listed under')
}

function textUpTo(limit: number): (json: Json) => string | undefined {
  return (json) => (typeof json === 'string' && cleanText(json, limit)) || undefined
}

/** M-113: an impossible tick spacing is not used; the documented default is, marked as assumed. */
function readSpacing(input: RecordInput): PoolField<number> {
  const [candidate] = candidates(input, 'tickSpacing')
  if (!candidate) return firstRead(input, 'label', spacingInName, { reason: inName })
  const spacing = wholeUnits(candidate.json)
  if (spacing === undefined || spacing < 1n || spacing > widestSpacing)
    return ambiguous(candidate, `is no spacing; ${defaultSpacing} is usual`)
  return reported(candidate, Number(spacing), byName(candidate))
}

/** The tick spacing in the pool's name, as in `CL100-WETH/USDC`. */
function spacingInName(name: Json): number | undefined {
  const [, spacing] = (typeof name === 'string' && /^CL\s*(\d{1,5})(?=$|[\s\-–—·:/|])/i.exec(name.trim())) || []
  return Number(spacing) > 0 && Number(spacing) <= widestSpacing ? Number(spacing) : undefined
}

/** The widest tick spacing that factories accept. */
const widestSpacing = 16_383n

function readCommunityFee(input: RecordInput): PoolField<number> {
  const [candidate] = numberCandidates(input, 'communityFee')
  if (!candidate) return missingOr(input, 'communityFee')
  const { number } = candidate.number
  if (!(number >= 0 && number <= 1_000)) return ambiguous(candidate, 'is no share')
  if (number > 0 && number < 1) return reported(candidate, number * 1_000, 'in a fraction: below one', 'assumed')
  return reported(candidate, number, 'in thousandths, as pools of that context keep it', 'assumed')
}

function readIsMeme(input: RecordInput): PoolField<boolean> {
  const own = firstRead(input, 'isMeme', yesOrNo, { unreadable: 'is neither yes nor no' })
  if (own.is === 'known') return own
  const category = candidates(input, 'category').find(({ json }) => /\bmeme/i.test(JSON.stringify(json)))
  return category ? reported(category, true, 'its category is meme') : own
}

function yesOrNo(json: Json): boolean | undefined {
  const text = typeof json === 'string' ? json : (numberText(json) ?? String(json))
  if (/^(true|1|yes)$/i.test(text)) return true
  return /^(false|0|no)$/i.test(text) ? false : undefined
}

/** The contract whose code runs with every swap and deposit; the zero address means none. */
function readHook(input: RecordInput): PoolField<string> {
  const hook = firstRead(input, 'hook', parseAddress, { unreadable: 'is no address' })
  return hook.is === 'known' && /^0x0*$/.test(hook.value) ? missing : hook
}
