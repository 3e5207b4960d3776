import { useState } from 'react'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { type Bound, type Range, tickOf, withBound } from '../../../domain/liquidity/range'
import { highestUsableTick } from '../../../domain/liquidity/tick'
import { percentToUsableTick, readPrice, type Snap, snapPrice } from '../../../domain/liquidity/tickPrice'
import {
  baseOf,
  boundText,
  currentShownTick,
  distanceBps,
  type PriceDirection,
  priceOptions,
  quoteOf,
  shownPriceText,
  tickInDirection,
  unboundedEnd,
} from '../../../domain/prices/priceDirection'
import { isNotANumber, type NotANumber, readTypedNumber } from '../../../domain/typedNumber'
import { Button, IconButton } from '../../../ui/Button'
import { classes } from '../../../ui/classes'
import { TextField } from '../../../ui/Field'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { type RangeMessages, rangeMessages } from './messages'
import { movedBySteps } from './RangeHandles'

type RangeFieldsProps = {
  readonly direction: PriceDirection
  /** Whether the tick spacing was reported by the pool record rather than assumed. */
  readonly isSpacingReported: boolean
  readonly range: Range
  readonly onChange: (range: Range) => void
}

/**
 * Both bounds as text: price or percentage, and under Advanced as ticks. Typed bounds are snapped to the grid on blur,
 * with a note.
 */
export function RangeFields({ direction, isSpacingReported, range, onChange }: RangeFieldsProps) {
  const messages = useMessages(rangeMessages)
  const [isAdvanced, setAdvanced] = useState(false)
  const bounds = { direction, range, hasTicks: isAdvanced, onChange }
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <BoundFields bound="lower" {...bounds} />
        <BoundFields bound="upper" {...bounds} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="-ms-3">
          <Button kind="bare" size="small" aria-expanded={isAdvanced} onClick={() => setAdvanced(!isAdvanced)}>
            {messages.advanced}
            <Icon name="chevron" className={classes('size-4 text-quiet', isAdvanced && 'rotate-180')} />
          </Button>
        </span>
        {isAdvanced && (
          <p className="text-fine text-quiet">
            {isSpacingReported
              ? messages.spacingFromRecord(direction.spacing)
              : messages.spacingAssumed(direction.spacing)}
          </p>
        )}
      </div>
    </div>
  )
}

type BoundFieldsProps = Pick<RangeFieldsProps, 'direction' | 'range' | 'onChange'> & {
  readonly bound: Bound
  readonly hasTicks: boolean
}

function BoundFields({ bound, direction, range, hasTicks, onChange }: BoundFieldsProps) {
  const messages = useMessages(rangeMessages)
  const numbers = useMessages(typedNumberMessages)
  const [draft, setTyped] = useState<Typed>()
  const [note, setNote] = useState<{ readonly text: string; readonly tick: number } | undefined>(undefined)
  const tick = tickOf(bound, range)
  // Typed text belongs to the range it was typed for, and is dropped once the range changes.
  const typed = draft?.at === tick ? draft : undefined

  const read = (field: 'price' | 'tick', text: string) => typedBound(field, text, bound, range, direction)

  const finish = () => {
    if (!typed) return
    const result = read(typed.in, typed.text)
    if (result.is === 'invalid') return
    setTyped(undefined)
    if (result.is === 'nothing') return
    const text = noteOf(typed.in, result, direction, messages)
    setNote(text ? { text, tick: result.tick } : undefined)
    onChange(result.range)
  }

  const step = (steps: 1 | -1) => {
    setTyped(undefined)
    setNote(undefined)
    onChange(movedBySteps(range, bound, steps, direction.spacing))
  }

  const editing = (field: 'price' | 'tick', shown: string) => ({
    isFigure: true,
    inputMode: 'text' as const,
    value: typed?.in === field ? typed.text : shown,
    error: typed?.in === field ? problemOf(read(field, typed.text), messages, numbers) : undefined,
    onChange: (text: string) => setTyped({ in: field, text, at: tick }),
    onBlur: finish,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') finish()
      if (key === 'Escape') setTyped(undefined)
    },
  })

  const unit = messages.per(quoteOf(direction).symbol, baseOf(direction).symbol)
  return (
    <div className="grid content-start gap-2">
      <TextField
        label={messages.price[bound]}
        {...editing('price', boundText(bound, tick, direction))}
        trail={
          <span className="flex shrink-0 items-center">
            <IconButton size="small" icon="minus" label={messages.reduce[bound]} onClick={() => step(-1)} />
            <IconButton size="small" icon="plus" label={messages.raise[bound]} onClick={() => step(1)} />
          </span>
        }
        hint={`${unit} · ${distanceText(tick, direction, messages)}`}
      />
      {hasTicks && <TextField label={messages.tick[bound]} {...editing('tick', `${tick}`)} />}
      <p role="status" className="text-fine text-quiet">
        {note && note.tick === tick ? note.text : ''}
      </p>
    </div>
  )
}

/** `at`: the tick that the bound had when it was typed. */
type Typed = { readonly in: 'price' | 'tick'; readonly text: string; readonly at: number }

function distanceText(tick: number, direction: PriceDirection, messages: RangeMessages): string {
  const endless = unboundedEnd(tick, direction)
  return endless ? messages.endless[endless] : messages.away(distanceBps(tick, direction))
}

function problemOf(
  result: TypedBound,
  messages: RangeMessages,
  numbers: (typeof typedNumberMessages)['english'],
): string | undefined {
  if (result.is !== 'invalid') return undefined
  return isNotANumber(result) ? numbers.problem(result, messages.example) : messages.problem[result.why]
}

function noteOf(
  field: 'price' | 'tick',
  result: Extract<TypedBound, { is: 'range' }>,
  direction: PriceDirection,
  messages: RangeMessages,
) {
  if (result.isStopped) return messages.stopped(result.tick)
  if (result.snap) return messages.snapped(result.snap, result.tick)
  if (field === 'tick' && result.asked !== result.tick) return messages.tickSnapped(result.asked, result.tick)
  if (unboundedEnd(result.tick, direction)) return undefined
  return field === 'price' ? messages.reached(shownPriceText(result.tick, direction, 8), result.tick) : undefined
}

/** The result of typing a bound: a range in shown ticks, and how the typed value was changed. */
type TypedBound = ReturnType<typeof typedBound>

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
) {
  const read = readBound(field, text.trim(), bound, direction)
  if (read.is !== 'tick') return read
  const { asked, snap } = read
  const wanted = tickOf(bound, withBound(unbounded, bound, asked, direction.spacing))
  const next = withBound(range, bound, wanted, direction.spacing)
  const tick = tickOf(bound, next)
  /** Limited by the other bound. */
  const isStopped = tick !== wanted
  return { is: 'range', range: next, snap, asked, tick, isStopped } as const
}

type ReadBound =
  | { readonly is: 'nothing' }
  | NotANumber
  | { readonly is: 'invalid'; readonly why: 'zero' | 'too long' | 'tick' }
  /** The shown tick that was typed, before snapping; of a typed price also how it was snapped. */
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
