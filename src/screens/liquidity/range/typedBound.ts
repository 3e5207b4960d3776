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

/**
 * Reads a bound. As a price: `1.5`, `1,5`, `1.2e-7`, or a distance from the current price: `-5%`, `+10 %`. As a tick:
 * `-195900`, `−195,900`, `-195 900`. Either may be a distance in ticks: `-120 ticks`, `+60 t`.
 */
export function typedBound(
  field: 'price' | 'tick',
  text: string,
  bound: Bound,
  range: Range,
  direction: PriceDirection,
): TypedBound {
  const read = readBound(field, text.trim(), bound, direction)
  if (read.is !== 'tick') return read
  const { asked, snap } = read
  const wanted = tickOf(bound, withBound(unbounded, bound, asked, direction.spacing))
  const next = withBound(range, bound, wanted, direction.spacing)
  const tick = tickOf(bound, next)
  return { is: 'range', range: next, snap, asked, tick, isStopped: tick !== wanted }
}

type ReadBound =
  | Exclude<TypedBound, { is: 'range' }>
  | { readonly is: 'tick'; readonly asked: number; readonly snap?: Snap }

function readBound(field: 'price' | 'tick', text: string, bound: Bound, direction: PriceDirection): ReadBound {
  const [, sign = '', size = ''] = /^([+\-−]?)(.*)$/su.exec(text) ?? []
  const minus = /[-−]/.test(sign) ? '-' : ''
  const [, count] = /^\s*(\d{1,7})\s*t(?:icks?)?$/i.exec(size) ?? []
  // The price is between two ticks: the one asked for is named in words, so it is whole.
  if (count !== undefined)
    return { is: 'tick', asked: Math.round(currentShownTick(direction) + Number(`${minus}${count}`)) }
  if (field === 'tick') {
    // Separators must group thousands: 1.5 is not a tick, and must not be read as 15.
    const read = readTypedNumber(size, { isWhole: true })
    if (read.is === 'empty' && sign === '') return { is: 'nothing' }
    if (read.is !== 'number' || read.plain.length > 9) return { is: 'invalid', why: 'tick' }
    return { is: 'tick', asked: Number(`${minus}${read.plain}`) }
  }
  const { spacing, sqrtPriceX96 } = direction
  const options = { ...priceOptions(direction), spacing }
  const [, after, before] = /^(?:(.*)[%％٪]|[%％٪](.*))$/su.exec(size) ?? []
  const percent = after ?? before
  if (percent !== undefined) {
    const away = readTypedNumber(percent)
    if (away.is === 'empty') return { is: 'invalid', why: 'not a number', character: undefined }
    if (away.is === 'invalid') return away
    const tick = percentToUsableTick(`${minus}${away.plain}`, sqrtPriceX96, options)
    return { is: 'tick', asked: tickInDirection(tick, direction) }
  }
  // A minimum of `0` and a maximum of `∞` mean the ends of the scale, which are shown like this.
  if (bound === 'lower' && /^0+([.,]0*)?$/.test(text)) return { is: 'tick', asked: -highestUsableTick(spacing) }
  if (bound === 'upper' && /^(∞|inf(inity)?)$/i.test(text)) return { is: 'tick', asked: highestUsableTick(spacing) }
  const read = readPrice(text)
  if (read.is === 'empty') return { is: 'nothing' }
  if (read.is === 'invalid') return read
  const snap = snapPrice(read.price, options)
  return { is: 'tick', asked: tickInDirection(snap.tick, direction), snap }
}

/** Beyond every tick domain, so that it limits nothing. */
const unbounded = { tickLower: -10_000_000, tickUpper: 10_000_000 }
