import { type Bound, type Range, tickOf, withBound } from '../../../domain/liquidity/range'
import { highestUsableTick } from '../../../domain/liquidity/tick'
import { percentToUsableTick, readPrice, type Snap, snapPrice } from '../../../domain/liquidity/tickPrice'
import {
  currentShownTick,
  type PriceDirection,
  priceOptions,
  tickInDirection,
} from '../../../domain/prices/priceDirection'
import { type NotANumber, readTypedNumber } from '../../../domain/typedNumber'

/** The result of typing a bound: a range in shown ticks, and how the typed value was changed. */
export type TypedBound =
  | { readonly is: 'nothing' }
  | NotANumber
  | { readonly is: 'invalid'; readonly why: 'zero' | 'too long' | 'tick' }
  | {
      readonly is: 'range'
      readonly range: Range
      /** The typed price and the snapped one; `undefined` for percentages and ticks. */
      readonly snap: Snap | undefined
      /** The shown tick that was typed, before snapping. */
      readonly asked: number
      readonly tick: number
      /** Limited by the other bound. */
      readonly isStopped: boolean
    }

/** Reads a price (`1.5`, `1,5`, `1.2e-7`) or a distance from the current price (`-5%`, `+10 %`, `-120 ticks`). */
export function typedPrice(text: string, bound: Bound, range: Range, direction: PriceDirection): TypedBound {
  const options = { ...priceOptions(direction), spacing: direction.spacing }
  const [, sign = '', after, before] = /^([+\-−]?)(?:(.*)[%％٪]|[%％٪](.*))$/su.exec(text.trim()) ?? []
  const percent = after ?? before
  if (percent !== undefined) {
    const away = readTypedNumber(percent)
    if (away.is === 'empty') return { is: 'invalid', why: 'not a number', character: undefined }
    if (away.is === 'invalid') return away
    const tick = tickInDirection(
      percentToUsableTick(`${sign}${away.plain}`, direction.sqrtPriceX96, options),
      direction,
    )
    return bounded(tick, tick, undefined, bound, range, direction)
  }
  const away = ticksAway(text, direction)
  if (away !== undefined) return tickTyped(away, bound, range, direction)
  const end = endTyped(text, bound, direction)
  if (end !== undefined) return bounded(end, end, undefined, bound, range, direction)
  const read = readPrice(text)
  if (read.is === 'empty') return { is: 'nothing' }
  if (read.is === 'invalid') return read
  const snap = snapPrice(read.price, options)
  const tick = tickInDirection(snap.tick, direction)
  return bounded(tick, tick, snap, bound, range, direction)
}

/** A minimum of `0` and a maximum of `∞` mean the ends of the scale, which are shown like this. */
function endTyped(text: string, bound: Bound, { spacing }: PriceDirection): number | undefined {
  if (bound === 'lower') return /^0+([.,]0*)?$/.test(text.trim()) ? -highestUsableTick(spacing) : undefined
  return /^(∞|inf(inity)?)$/i.test(text.trim()) ? highestUsableTick(spacing) : undefined
}

/** Reads a tick: `-195900`, `−195,900`, `-195 900`; or a distance from the current one: `+60 ticks`. */
export function typedTick(text: string, bound: Bound, range: Range, direction: PriceDirection): TypedBound {
  const [, sign = '', size = ''] = /^([+\-−]?)(.*)$/su.exec(text.trim()) ?? []
  const away = ticksAway(text, direction)
  if (away !== undefined) return tickTyped(away, bound, range, direction)
  // Separators must group thousands: 1.5 is not a tick, and must not be read as 15.
  const read = readTypedNumber(size, { isWhole: true })
  if (read.is === 'empty') return sign === '' ? { is: 'nothing' } : { is: 'invalid', why: 'tick' }
  if (read.is === 'invalid' || read.plain.length > 9) return { is: 'invalid', why: 'tick' }
  return tickTyped(Number(`${/[-−]/.test(sign) ? '-' : ''}${read.plain}`), bound, range, direction)
}

/** The shown tick that lies so many ticks from the current one: `-120 ticks`, `+60 t`. */
function ticksAway(text: string, direction: PriceDirection): number | undefined {
  const [, sign, count] = /^([+\-−]?)\s*(\d{1,7})\s*t(?:icks?)?$/i.exec(text.trim()) ?? []
  if (count === undefined) return undefined
  // The price is between two ticks: the one asked for is named in words, so it is whole.
  return Math.round(currentShownTick(direction) + (sign === '' || sign === '+' ? Number(count) : -Number(count)))
}

function tickTyped(asked: number, bound: Bound, range: Range, direction: PriceDirection): TypedBound {
  const unbounded = { tickLower: -maximum, tickUpper: maximum }
  const snapped = tickOf(bound, withBound(unbounded, bound, asked, direction.spacing))
  return bounded(asked, snapped, undefined, bound, range, direction)
}

function bounded(
  asked: number,
  wanted: number,
  snap: Snap | undefined,
  bound: Bound,
  range: Range,
  { spacing }: PriceDirection,
): TypedBound {
  const next = withBound(range, bound, wanted, spacing)
  const tick = tickOf(bound, next)
  return { is: 'range', range: next, snap, asked, tick, isStopped: tick !== wanted }
}

/** Beyond every tick domain, so that it limits nothing. */
const maximum = 10_000_000
