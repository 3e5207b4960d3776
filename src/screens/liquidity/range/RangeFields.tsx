import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
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
import { exchangedSigns } from '../../../domain/text/locale'
import { isNotANumber } from '../../../domain/typedNumber'
import { Button, IconButton } from '../../../ui/Button'
import { Checkbox } from '../../../ui/Choice'
import { classes } from '../../../ui/classes'
import { TextField } from '../../../ui/Field'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { type RangeMessages, rangeMessages } from './messages'
import { movedBySteps } from './rangeMoves'
import { type TypedBound, typedPrice, typedTick } from './typedBound'

/** Shows a dragged range without rendering React; `undefined` on release. */
export type Preview = { readonly show: (range: Range | undefined) => void }

export type RangeFieldsProps = {
  readonly direction: PriceDirection
  /** Whether the tick spacing was reported by the pool record rather than assumed. */
  readonly isSpacingReported: boolean
  readonly range: Range
  /** Moving one bound moves the other, so that a deposit is split between the tokens as before. */
  readonly isSplitKept: boolean
  readonly onChange: (range: Range) => void
  readonly onKeepSplit: (isKept: boolean) => void
  readonly ref?: Ref<Preview>
}

/**
 * Both bounds as text: price or percentage, and under Advanced as ticks. Typed bounds are snapped to the grid on blur,
 * with a note.
 */
export function RangeFields(props: RangeFieldsProps) {
  const { direction, isSpacingReported, range, isSplitKept, onChange, onKeepSplit, ref } = props
  const messages = useMessages(rangeMessages)
  const [isAdvanced, setAdvanced] = useState(false)
  const lower = useRef<Preview>(null)
  const upper = useRef<Preview>(null)
  useImperativeHandle(ref, () => ({
    show: (shown) => {
      lower.current?.show(shown)
      upper.current?.show(shown)
    },
  }))
  const bounds = { direction, range, hasTicks: isAdvanced, onChange }
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <BoundFields ref={lower} bound="lower" {...bounds} />
        <BoundFields ref={upper} bound="upper" {...bounds} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="-ms-3">
          <Button kind="bare" size="small" aria-expanded={isAdvanced} onClick={() => setAdvanced(!isAdvanced)}>
            {messages.advanced}
            <Icon name="chevron" className={classes('size-4 text-quiet', isAdvanced && 'rotate-180')} />
          </Button>
        </span>
        {isAdvanced && <Checkbox label={messages.keepSplit} isChecked={isSplitKept} onChange={onKeepSplit} />}
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

type BoundFieldsProps = Omit<RangeFieldsProps, 'isSpacingReported' | 'isSplitKept' | 'onKeepSplit'> & {
  readonly bound: Bound
  readonly hasTicks: boolean
}

function BoundFields({ bound, direction, range, hasTicks, onChange, ref }: BoundFieldsProps) {
  const messages = useMessages(rangeMessages)
  const { tick, note, change, editing } = useBoundEditing({ bound, direction, range, onChange })
  const parts = useDraggedTexts({ bound, direction, range, ref })
  const label = messages.per(quoteOf(direction).symbol, baseOf(direction).symbol)
  const step = (steps: 1 | -1) => change(movedBySteps(range, bound, steps, direction.spacing))
  return (
    <div className="grid content-start gap-2">
      <TextField
        ref={parts.price}
        isFigure
        inputMode="text"
        label={messages.price[bound]}
        {...editing('price', boundText(bound, tick, direction))}
        trail={
          <span className="flex shrink-0 items-center">
            <IconButton size="small" icon="minus" label={messages.reduce[bound]} onClick={() => step(-1)} />
            <IconButton size="small" icon="plus" label={messages.raise[bound]} onClick={() => step(1)} />
          </span>
        }
        hint={
          <>
            {label} · <span ref={parts.away}>{distanceText(tick, direction, messages)}</span>
          </>
        }
      />
      {hasTicks && (
        <TextField
          ref={parts.ticks}
          isFigure
          inputMode="text"
          label={messages.tick[bound]}
          {...editing('tick', `${tick}`)}
        />
      )}
      <p role="status" className="text-fine text-quiet">
        {note && note.tick === tick ? note.text : ''}
      </p>
    </div>
  )
}

type BoundProps = Pick<BoundFieldsProps, 'bound' | 'direction' | 'range' | 'onChange'>

/** The text in the fields of a bound until it is committed, and the note on the result. */
function useBoundEditing({ bound, direction, range, onChange }: BoundProps) {
  const messages = useMessages(rangeMessages)
  const numbers = useMessages(typedNumberMessages)
  const [draft, setTyped] = useState<Typed>({ in: 'nothing' })
  const [note, setNote] = useState<{ readonly text: string; readonly tick: number } | undefined>(undefined)
  const tick = tickOf(bound, range)
  // Typed text belongs to the range it was typed for, and is dropped once the range changes.
  const typed: Typed = draft.in !== 'nothing' && draft.at === tick ? draft : { in: 'nothing' }

  const read = (field: 'price' | 'tick', text: string) =>
    (field === 'price' ? typedPrice : typedTick)(text, bound, range, direction)

  const finish = () => {
    if (typed.in === 'nothing') return
    const result = read(typed.in, typed.text)
    if (result.is === 'invalid') return
    setTyped({ in: 'nothing' })
    if (result.is === 'nothing') return
    const text = noteOf(typed.in, result, direction, messages)
    setNote(text ? { text, tick: result.tick } : undefined)
    onChange(result.range)
  }

  const change = (next: Range) => {
    setTyped({ in: 'nothing' })
    setNote(undefined)
    onChange(next)
  }

  const editing = (field: 'price' | 'tick', shown: string) => ({
    value: typed.in === field ? typed.text : shown,
    error: typed.in === field ? problemOf(read(field, typed.text), messages, numbers) : undefined,
    onChange: (text: string) => setTyped({ in: field, text, at: tick }),
    onBlur: finish,
    onKeyDown: (event: { key: string; currentTarget: HTMLInputElement }) => {
      if (event.key === 'Enter') finish()
      if (event.key === 'Escape') setTyped({ in: 'nothing' })
    },
  })

  return { tick, typed, note, change, editing }
}

/** The texts of a bound that follow a drag outside React. */
function useDraggedTexts({
  bound,
  direction,
  range,
  ref,
}: Omit<BoundProps, 'onChange'> & { ref: Ref<Preview> | undefined }) {
  const messages = useMessages(rangeMessages)
  const price = useRef<HTMLInputElement>(null)
  const ticks = useRef<HTMLInputElement>(null)
  const away = useRef<HTMLSpanElement>(null)
  const dragged = useRef<Range>(undefined)

  const write = (shown: Range) => {
    const at = tickOf(bound, shown)
    if (price.current) price.current.value = exchangedSigns(boundText(bound, at, direction))
    if (ticks.current) ticks.current.value = `${at}`
    if (away.current) away.current.textContent = distanceText(at, direction, messages)
  }

  // A render during a drag resets the fields to the old values, so the dragged ones are written again.
  useLayoutEffect(() => {
    if (dragged.current) write(dragged.current)
  })

  useImperativeHandle(ref, () => ({
    show: (shown) => {
      const before = tickOf(bound, dragged.current ?? range)
      dragged.current = shown
      // The bound that is not dragged keeps what is being typed in it.
      if (tickOf(bound, shown ?? range) !== before) write(shown ?? range)
    },
  }))

  return { price, ticks, away }
}

/** `at`: the tick that the bound had when it was typed. */
type Typed = { readonly in: 'nothing' } | { readonly in: 'price' | 'tick'; readonly text: string; readonly at: number }

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
