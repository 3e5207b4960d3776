/** The possible meanings of a figure in a pool record. */
export type FieldRole = keyof typeof names | 'hook' | 'amount0' | 'amount1' | TokenFieldRole

export type TokenFieldRole = `token${0 | 1} ${'address' | 'symbol' | 'name' | 'decimals' | 'price' | 'id'}`

/** Names of wrapper objects, which say nothing about their content. */
export const wrapperNames: ReadonlySet<string> = new Set([
  'attributes',
  'relationships',
  'stats',
  'statistics',
  'metrics',
  'data',
  'info',
  'state',
  'globalstate',
  'slot0',
  'config',
  'value',
  'current',
  'latest',
  'live',
  'realtime',
  'historical',
  'pool',
  'pooldata',
  'poolstate',
  'poolinfo',
  'pooldetails',
  'dynamicdata',
  'currency',
  'chaincurrency',
  'token',
  'metadata',
  'details',
  'poolkey',
])

/** Field names in use, the clearest first. Case, hyphens, underscores and time windows are ignored. */
const names = {
  address:
    'pooladdress address lpaddress contractaddress pairaddress pooladdr poolcontract pool id poolid contract hash lp ' +
    'whirlpool ammid pair',
  id: 'id poolid address pooladdress pool lpaddress hash uuid key',
  name: 'name poolname pairname pair label title symbol',
  protocol: 'dex protocol protocolname project amm exchange dexid dexname',
  label:
    'name poolname symbol poolmeta label title pair pairname ticker pairsymbol market tickerid tokensymbols symbols',
  fee:
    'feetier fee feerate feeppm feebps feepercent feepercentage swapfee swapfeerate swapfeepercent tradefeerate tradefee ' +
    'lastfee poolfee poolfeepercentage poolfeepercent poolfeerate basefee basefeepercentage basefeepct lbbasefeepct feepct ' +
    'feeamount dynamicfee swapfeebps swapfeeppm swapfeepct feeinbps feeinpercent swapfeepercentage tradefeenumerator lpfeerate lpfee tradingfee tradingfeerate spreadfactor',
  feeScale: 'feetierbase feebase feedenominator tradefeedenominator feeprecision feescale',
  tickSpacing: 'tickspacing spacing',
  tick: 'tick currenttick tickcurrent tickcurrentindex currenttickindex activetick pricetick currentpricetick tickidx tickindex',
  sqrtPrice:
    'sqrtpricex96 sqrtprice sqrtratiox96 currentsqrtpricex96 sqrtpricex64 currentsqrtprice sqrtpricecurrent ' +
    'squarerootprice sqrtratio price',
  price:
    'price currentprice poolprice spotprice basetokenpricequotetoken pricenative token0price token1price lastprice ' +
    'quotetokenpricebasetoken price0 price1 tokenxprice tokenyprice',
  binStep: 'binstep lbbinstep',
  binId: 'activebinid activeid binid',
  liquidity: 'activeliquidity currentliquidity liquidityactive inrangeliquidity currenttickliquidity liquidity',
  tvl:
    'tvlusd tvl totalvaluelockedusd totalvaluelocked tvlusdc tvlinusd usdtvl liquidityusd liquidityinusd reserveinusd ' +
    'reserveusd totalliquidityusd totalliquidity poolvalueusd totalvalueusd valuelocked usdtotal liquidity',
  volume:
    'volumeusd volusd volume vol volumeinusd volinusd usdvolume tradingvolume tradingvolumeusd swapvolume swapvolumeusd ' +
    'tradevolume tradevolumeusd turnover turnoverusd',
  fees:
    'feesusd feeusd fees feesinusd tradingfees swapfees volumefee earnfee collectedfees feescollected feesgenerated ' +
    'feesearned lpfees lpfeesusd swapfeesusd tradingfeesusd feerevenue fee lpfee lpfeeusd tradingfee',
  totalVolume:
    'totalvolumeusd totalvolume totalswapvolume cumulativevolume cumulativevolumeusd cumulativetradevolume alltimevolume',
  totalFees:
    'totalfeesusd totalfeeusd totalfees totalswapfee totalswapfees cumulativefees cumulativefeesusd cumulativefeevolume alltimefees',
  apr:
    'feeapr lpapr apybase tradingapr swapapr baseapr aprbase feesapr tradingfeeapr apr poolapr aprpercent annualpercentagerate totalapr ' +
    'allapr netapr apy feeapy poolapy poolavgapr yieldovertvl poolmaxapr latestdailyapypcnt',
  communityFee: 'communityfee',
  isMeme: 'ismeme meme ismemepool memepool',
  category: 'category type pooltype tags kind poolcategory',
  positionManager:
    'positionmanager nonfungiblepositionmanager nftpositionmanager positionmanageraddress nftmanager nfpm npm',
  createdAt:
    'createdat createdattimestamp poolcreatedat creationtime createtime createdtimestamp createtimestamp opentime paircreatedat created',
  updatedAt:
    'updatedat lastupdated lastupdatedat updatedattimestamp lastupdate updated modifiedat modifiedtimems updatetime timestamp asof time',
  hourlyAt: 'statsupdatedat aprupdatedat feesupdatedat volumeupdatedat',
  positions: 'positions liquiditypositions userpositions poolpositions',
  ticks: 'ticks tickdata activeticks initializedticks tickliquidity',
  history:
    'hourly poolhourdata hourdata poolhourdatas daily pooldaydata pooldaydatas daydata history snapshots candles chart',
  tally:
    'txcount collectedfeesusd collectedfeestoken0 untrackedvolumeusd untrackedfeesusd volumetoken0 pooldaydata poolhourdata ' +
    'totalvaluelockedusd totalvaluelockedeth totalvaluelockedtoken0 reserveusd trackedreserveeth',
}

const rolesByName = new Map<string, { readonly role: FieldRole; readonly rank: number }[]>()
for (const [role, list] of Object.entries(names) as [FieldRole, string][]) {
  for (const [rank, name] of list.split(' ').entries())
    rolesByName.set(name, [...(rolesByName.get(name) ?? []), { role, rank }])
}

/** Figures of the last day; all others may have any time window, or none. */
const daily: ReadonlySet<FieldRole> = new Set<FieldRole>(['volume', 'fees', 'apr'])

/** The roles a field may have by its names; a lower rank is likelier. */
export function rolesOf(path: FieldPath): readonly { readonly role: FieldRole; readonly rank: number }[] {
  const side = tokenSideRole(path)
  if (side) return [{ role: side, rank: path.keys.length }]
  // `hooks`, `poolKey.hooks`, `hook.address`; the plugins of Algebra are hooks as well.
  if (/^(hooks?|plugin)(contract)?(address|id)?$/.test([...path.context, path.name].join('')))
    return [{ role: 'hook', rank: path.keys.length }]
  // Figures of a token (its TVL, its price in the native coin) are not those of the pool.
  if (path.context.some((name) => sideOf(plainSide(name))?.[2] === '')) return []
  if (path.context.some((name) => otherSubjects.test(name))) return []
  // An APR split into parts: the part from trading fees counts first, then the total. Its other parts are not used.
  if (/^(apr|apy|aprs|yield)$/.test(path.context.at(-1) ?? '')) {
    const rank = rateParts.indexOf(path.name)
    return rank < 0 || (path.window ?? 24) !== 24 ? [] : [{ role: 'apr', rank: rank + 10 }]
  }
  if (/^prices?$/.test(path.context.at(-1) ?? '') && /^token[01ab]$/.test(path.name))
    return [{ role: 'price', rank: 50 }]
  const said =
    rolesByName.get(path.name) ??
    rolesByName.get(path.name.replace(/^(pool|current|estimated|total(?=tvl))/, '')) ??
    rolesByName.get(path.name.replace(feeUnit, ''))?.filter(({ role }) => role === 'fee') ??
    []
  return said.flatMap(({ role, rank }) => {
    // An address inside of another object is that object's: a factory's, an owner's.
    if ((role === 'address' || role === 'id') && path.context.length > 0) return []
    const penalty = path.context.length * 10
    if (role === 'updatedAt' && (path.window === 1 || path.isHourly))
      return [{ role: 'hourlyAt' as const, rank: rank + penalty }]
    // A fee without a time window is the pool's fee tier; with one it is the fees earned.
    if (eitherFee.test(path.name) && (role === 'fees') === (path.window === undefined)) return []
    // A daily total is not the all-time total.
    const ofDay = totals[role]
    if (ofDay && path.window === 24) return [{ role: ofDay, rank: rank + penalty + 20 }]
    if (daily.has(role))
      return path.window === undefined || path.window === 24
        ? [{ role, rank: rank + penalty + windowPenalty(path) }]
        : []
    if (role === 'history') return [{ role, rank: rank + penalty }]
    // A price with a time window is a past price.
    if (path.window !== undefined && role !== 'tally') return []
    return [{ role, rank: rank + penalty }]
  })
}

const rateParts = ['fee', 'fees', 'trading', 'swap', 'lp', 'base', 'feeapr', 'total', 'all', 'apr', 'apy']
const eitherFee = /^(lp|trading)?fee$/
/** The unit of a fee at the end of its name: `feeTierBps`, `lp_fee_pct`. */
const feeUnit = /(?<=fee|tier|rate)(in)?(bps|basispoints|ppm|pips|hundredthsofbips?|pct|percent|percentage)$/

const totals: Readonly<Partial<Record<FieldRole, FieldRole>>> = { totalVolume: 'volume', totalFees: 'fees' }

/** Fields named "24h" come before those without a time window. */
function windowPenalty({ window }: FieldPath): number {
  return window === 24 ? 0 : 100
}

/** Names of parts of a record that do not describe the current state of the pool. */
const otherSubjects = /reward|farm|incentive|position|hook|change|max|min|yesterday|previous|forecast|fully/

const sides: Readonly<Record<string, 0 | 1>> = { 0: 0, a: 0, x: 0, base: 0, 1: 1, b: 1, y: 1, quote: 1 }

/** `token0.symbol`, `symbol0`, `mintA.address`, `base_token_price_usd`, `tokens[1].decimals`, `balance0`, … */
function tokenSideRole({ name, context: around, keys }: FieldPath): FieldRole | undefined {
  const context = /^(pair|tokens|coins|assets)$/.test(around[0] ?? '') ? around.slice(1) : around
  if (context.length > 1) return undefined
  const [first = name] = context
  const whole = plainSide(context.length === 0 ? name : first + name)
  const held = heldBy.map((pattern) => pattern.exec(whole)?.[1]).find((side) => side !== undefined)
  if (held !== undefined) return `amount${sides[held]!}`

  const flipped = /^(?:token|mint|coin)?(symbol|sym|ticker|decimals|name|address|mint)s?([01ab])$/.exec(whole)
  if (flipped) return tokenRole(sides[flipped[2]!]!, flipped[1]!, false)
  const plain = sideOf(whole)
  if (!plain) return undefined
  return tokenRole(sides[plain[1]!]!, plain[2]!.replace(/^(info|data|meta)?(token)?/, ''), keys.length > 1)
}

/** The side a name begins with, and the rest of the name. */
function sideOf(name: string): RegExpExecArray | null {
  return (
    /^(?:token|mint|coin|currency|asset|tokens|coins|assets|pooltokens|underlyingtokens)([01abxy])(.*)$/.exec(name) ??
    /^(base|quote)(?:token|currency|asset|mint)?(.*)$/.exec(name)
  )
}

/** Less common names of the two tokens: `t0sym`, `tkn1`, `firstToken`, `leftSymbol`, `tokenOut`. */
function plainSide(full: string): string {
  const name = full.replace(/^input(?=token)/, '')
  const numbered = /^(?:tk|tkn|tok|t|c)([01ab])(.*)$/.exec(name)
  if (numbered) return `token${numbered[1]}${numbered[2]}`
  const [, word = '', rest = ''] =
    /^(first|left|second|right)(?:token|coin|asset|currency)?(.*)$/.exec(name) ??
    /^(?:token|coin|asset)(in|out)(.*)$/.exec(name) ??
    []
  if (word === '') return name
  return `token${/^(first|left|in)$/.test(word) ? 0 : 1}${rest}`
}

/**
 * The amounts of both tokens in the pool: `reserve0`, `balances[1]`, `tokens[0].balance`, `tvlToken1`,
 * `liquidity.base`.
 */
const heldBy = [
  /^(?:token|mint)?(?:balances?|amounts?|reserves?)(?:token)?([01abxy])$/,
  /^(?:totalvaluelocked|tvl)(?:token)?([01abxy])$/,
  /^(?:liquidity|reserves?|balances?)(base|quote)$/,
  /^(?:tokens?|coins?|assets?|mint|pooltokens)([01abxy])(?:pool)?(?:balance|reserves?|amount|tvl)$/,
]

function tokenRole(side: 0 | 1, field: string, isNested: boolean): FieldRole | undefined {
  if (/^(|address|mint|mintaddress|contractaddress|contract|hash)$/.test(field)) return `token${side} address`
  if (field === 'id') return `token${side} id`
  if (/^(symbol|sym|symb|ticker|code|symbolname|displaysymbol)$/.test(field)) return `token${side} symbol`
  if (field === 'name' || field === 'decimals') return `token${side} ${field}`
  // `token0Price` is the price of the pool; only inside a token object is `price` the token's own price.
  return /usd/.test(field) && /price|derived/.test(field)
    ? `token${side} price`
    : isNested && field === 'price'
      ? `token${side} price`
      : undefined
}

/** The path of a field in a record, with the parts of its name that carry meaning. */
export type FieldPath = {
  readonly keys: readonly string[]
  /** `$.stats.24h.volume` */
  readonly text: string
  /** The last name without its time window and without wrappers: `volume`. */
  readonly name: string
  /** The names of the enclosing objects, without wrappers. */
  readonly context: readonly string[]
  /** The time window in hours, when a name contains one (`24h`). */
  readonly window: number | undefined
  /** Whether it is among the figures that are updated hourly. */
  readonly isHourly: boolean
}
