import { useState } from 'react'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { type Bound, type Range, tickOf } from '../../../domain/liquidity/range'
import {
  baseOf,
  boundText,
  distanceBps,
  type PriceDirection,
  quoteOf,
  shownPriceText,
  unboundedEnd,
} from '../../../domain/prices/priceDirection'
import { isNotANumber } from '../../../domain/typedNumber'
import { Button, IconButton } from '../../../ui/Button'
import { classes } from '../../../ui/classes'
import { TextField } from '../../../ui/Field'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { type RangeMessages, rangeMessages } from './messages'
import { movedBySteps } from './RangeHandles'
import { type TypedBound, typedBound } from './typedBound'

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
