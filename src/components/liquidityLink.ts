import type { PoolSide } from '../domain/liquidity/liquidity'
import type { Range } from '../domain/liquidity/range'
import { maxTick, minTick } from '../domain/liquidity/tick'
import { readPlace } from '../domain/tokenPair'

/** A pool as a link names it: `741001:0x…`. */
export type PoolRef = { readonly chainId: number; readonly address: string }

/** Two tokens of a chain for which a pool may have to be created. */
export type PairRef = { readonly chainId: number; readonly addresses: readonly [string, string] }

/** The part of a deposit intent that a link may contain. Never a recipient, a tolerance or calldata. */
export type LiquidityLink = {
  /** The network whose pools are shown, if no pool or pair determines it. */
  readonly chainId: number | undefined
  readonly pool: PoolRef | undefined
  readonly pair: PairRef | undefined
  /** Starting price of a new pool, as typed: token1 per token0. */
  readonly price: string
  readonly range: Range | undefined
  /** The number of an existing position in this pool to add to. */
  readonly position: string | undefined
  /** The number of an existing position in this pool that is moved into another range. */
  readonly move: string | undefined
  /** Whether prices are shown as token0 per token1; `undefined` means the default direction. */
  readonly isInverted: boolean | undefined
  readonly given: PoolSide
  /** As typed; '' by default. */
  readonly amount: string
}

export const emptyLiquidityLink: LiquidityLink = {
  chainId: undefined,
  pool: undefined,
  pair: undefined,
  price: '',
  range: undefined,
  position: undefined,
  move: undefined,
  isInverted: undefined,
  given: 'amount0',
  amount: '',
}

/** Reads `?pool=…&lower=…&upper=…&position=…&inverted=1&amount0=…`. Next to a malformed part no amount is taken. */
export function readLiquidityLink(search: string): LiquidityLink {
  const link = wellFormedParts(search)
  return unreadLinkParts(search).length > 0 ? { ...link, amount: '' } : link
}

function wellFormedParts(search: string): LiquidityLink {
  const said = new URLSearchParams(search)
  const amount1 = decimal(said.get('amount1'))
  const inverted = said.get('inverted')
  const pool = poolRef(said.get('pool'))
  const pair = pairRef(said.get('pair'))
  return {
    chainId: pool || pair ? undefined : readChainId(said.get('chain')),
    pool,
    pair,
    price: decimal(said.get('price')),
    range: readRange(said.get('lower'), said.get('upper')),
    position: pool && readNumber(said.get('position')),
    move: pool && readNumber(said.get('move')),
    isInverted: inverted === '1' ? true : inverted === '0' ? false : undefined,
    given: amount1 === '' ? 'amount0' : 'amount1',
    amount: amount1 || decimal(said.get('amount0')),
  }
}

/** A part of a link that is present but malformed. */
export type UnreadLinkPart = 'network' | 'pool' | 'pair' | 'range' | 'position' | 'price' | 'amount' | 'direction'

/** Each parameter of a link, with its text; `undefined` where the link lacks it. */
function parametersOf(
  link: LiquidityLink,
): readonly (readonly [string, UnreadLinkPart, string | number | undefined])[] {
  const { chainId, pool, pair, range, position, move, price, isInverted, given, amount } = link
  return [
    ['chain', 'network', chainId ?? (pool ?? pair)?.chainId],
    ['pool', 'pool', pool && `${pool.chainId}:${pool.address}`],
    ['pair', 'pair', pair && `${pair.chainId}:${pair.addresses.join('-')}`],
    ['lower', 'range', range?.tickLower],
    ['upper', 'range', range?.tickUpper],
    ['position', 'position', position],
    ['move', 'position', move],
    ['price', 'price', price || undefined],
    ['inverted', 'direction', isInverted === undefined ? undefined : Number(isInverted)],
    ['amount0', 'amount', (given === 'amount0' && amount) || undefined],
    ['amount1', 'amount', (given === 'amount1' && amount) || undefined],
  ]
}

/** The parts that `readLiquidityLink` ignored, to be shown to the person. */
export function unreadLinkParts(search: string): readonly UnreadLinkPart[] {
  const said = new URLSearchParams(search)
  const known = parametersOf(wellFormedParts(search))
  const unread = known.flatMap(([name, part, text]) => {
    const texts = said.getAll(name)
    return texts.some(Boolean) && (text === undefined || texts.length > 1) ? [part] : []
  })
  for (const [name, text] of said) {
    const isKnown = known.some(([each]) => each === name)
    const part = isKnown || text === '' ? undefined : foreign.find(([pattern]) => pattern.test(name))?.[1]
    if (part) unread.push(part)
  }
  return [...new Set(unread)]
}

/** Names by which links of other apps say what is deposited. */
const foreign: readonly (readonly [RegExp, UnreadLinkPart])[] = [
  [/amount|value|deposit/i, 'amount'],
  [/network|chain/i, 'network'],
  [/tick|lower|upper|min|max|range/i, 'range'],
  [/price/i, 'price'],
  [/position/i, 'position'],
  [/pool/i, 'pool'],
  [/token|currency|asset|pair|fee|coin|mint/i, 'pair'],
]

/** The inverse of `readLiquidityLink`; '' for an empty link. A pool or a pair determines the network. */
export function writeLiquidityLink(link: Partial<LiquidityLink>): string {
  return parametersOf({ ...emptyLiquidityLink, ...link })
    .filter(([name, , text]) => text !== undefined && (name !== 'chain' || !(link.pool ?? link.pair)))
    .map(([name, , text]) => `${name}=${encodeURIComponent(`${text}`).replaceAll('%3A', ':')}`)
    .join('&')
}

/** The path of the Add liquidity screen for a pool, and optionally a range or a position. */
export function addLiquidityPath(link: Partial<LiquidityLink>): string {
  return `/liquidity/add?${writeLiquidityLink(link)}`
}

function poolRef(text: string | null): PoolRef | undefined {
  const [, chain = '', address = ''] = /^(.+):([0-9A-Za-z]{1,100})$/.exec(text ?? '') ?? []
  const chainId = readChainId(chain)
  return chainId === undefined ? undefined : { chainId, address }
}

/** A chain by its id, CAIP-2 or EIP-3770; other names are not read here. */
function readChainId(text: string | null): number | undefined {
  return text === null ? undefined : readPlace(text)?.chainId
}

function pairRef(text: string | null): PairRef | undefined {
  const [, chain = '', one = '', other = ''] = /^(.+):([0-9A-Za-z]{1,100})-([0-9A-Za-z]{1,100})$/.exec(text ?? '') ?? []
  const chainId = readChainId(chain)
  return chainId === undefined ? undefined : { chainId, addresses: [one, other] }
}

function readRange(lower: string | null, upper: string | null): Range | undefined {
  const [tickLower, tickUpper] = [readTick(lower), readTick(upper)]
  if (tickLower === undefined || tickUpper === undefined || tickLower === tickUpper) return undefined
  return { tickLower: Math.min(tickLower, tickUpper), tickUpper: Math.max(tickLower, tickUpper) }
}

function readNumber(text: string | null): string | undefined {
  if (text === null || !/^(?:0|[1-9]\d{0,77})$/.test(text)) return undefined
  return BigInt(text) < 1n << 256n ? text : undefined
}

function readTick(text: string | null): number | undefined {
  if (!/^-?\d{1,6}$/.test(text ?? '')) return undefined
  const tick = Number(text) + 0
  return tick >= minTick && tick <= maxTick ? tick : undefined
}

/** A decimal as typed: it needs only a digit here; the field validates the number. */
function decimal(text: string | null): string {
  return text !== null && /^[\d.,\s'’eE+-]{1,120}$/.test(text) && /\d/.test(text) ? text : ''
}
