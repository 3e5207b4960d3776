import { type ReactNode, useId, useState } from 'react'
import { toSignificant } from '../../../domain/fraction'
import { type Preset, presetRange, type Range, sameRange } from '../../../domain/liquidity/range'
import { ticksFor } from '../../../domain/pools/volatility'
import { baseOf, currentPrice, inDirection, type PriceDirection, quoteOf } from '../../../domain/prices/priceDirection'
import { figureOf, figureText, percentText } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import type { PoolMarket } from '../pool/usePoolMarket'
import { StepTitle } from '../StepTitle'
import { rangeMessages } from './messages'
import { RangeChart } from './RangeChart'
import { RangeFields } from './RangeFields'

type RangePickerProps = Omit<PoolMarket, 'prices'> & {
  readonly direction: PriceDirection
  /** Whether the tick spacing was reported by the pool record rather than assumed. */
  readonly isSpacingReported: boolean
  /** The deposit creates the pool. */
  readonly isNew?: boolean
  /** In the pool's own ticks. */
  readonly range: Range
  /** The yield of a range in the pool's own ticks, and its past. */
  readonly outlookOf?: (range: Range) => Outlook
  readonly onChange: (range: Range) => void
  /** Called when a handle is grabbed or released: while it is held, nothing else needs updating. */
  readonly onHold?: (isHeld: boolean) => void
  readonly onInvert: () => void
}

/** The estimated APR; and for how much of how many hours the price was in the range. */
export type Outlook = {
  readonly apr: string | undefined
  readonly past: { readonly share: string; readonly hours: number } | undefined
}

/** Chart, presets and fields for choosing the price range. The range is the only state; all of them render it. */
export function RangePicker(props: RangePickerProps) {
  const { direction, isNew = false, onInvert } = props
  const messages = useMessages(rangeMessages)
  const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
  return (
    <Card
      title={<StepTitle step={2}>{messages.title}</StepTitle>}
      actions={
        <Button size="small" icon="swap" onClick={onInvert}>
          {messages.invert}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-fine">{messages.currentIs(priceText(direction), quote, base, isNew)}</p>
        <ChartAndFields {...props}>
          <Presets {...props} />
        </ChartAndFields>
      </div>
    </Card>
  )
}

/** Preset ranges: the usual ones immediately, one-sided ranges and those by past prices on request. */
function Presets({ direction, perDay, range, outlookOf, onChange }: RangePickerProps) {
  const messages = useMessages(rangeMessages)
  const [chosen, setChosen] = useState<{ readonly preset: string; readonly range: Range; readonly inverted: boolean }>()
  const [isMore, setMore] = useState(false)
  const id = useId()
  const { inverted } = direction
  const rangeOf = (preset: Preset) => presetRange(preset, direction, inverted)
  const isKept = chosen?.inverted === inverted && sameRange(chosen.range, range)
  /** A preset stays selected while its range is unchanged, even when the price moves. */
  const button = (preset: Preset) => {
    const key = JSON.stringify(preset)
    const isOn = isKept ? chosen.preset === key : sameRange(rangeOf(preset), range)
    const onClick = () => {
      setChosen({ preset: key, range: rangeOf(preset), inverted })
      onChange(rangeOf(preset))
    }
    return { size: 'small', kind: isOn ? 'soft' : 'quiet', 'aria-pressed': isOn, onClick } as const
  }
  const hours = outlookOf?.(range).past?.hours
  const card = (preset: Preset, name: string, kind: keyof typeof messages.width) => {
    const outlook = outlookOf?.(rangeOf(preset))
    const { 'aria-pressed': isOn, onClick } = button(preset)
    return (
      <button
        type="button"
        aria-label={name}
        aria-describedby={`${id}${kind}`}
        aria-pressed={isOn}
        onClick={onClick}
        className={classes(
          'grid content-start gap-0.5 rounded-control border p-3 text-start transition-colors',
          isOn ? 'border-action bg-action-wash' : 'border-line hover:border-edge hover:bg-raised',
        )}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className="font-medium text-ink">{name}</span>
          <span className="text-fine text-quiet">{messages.width[kind]}</span>
        </span>
        {outlook && (
          <span id={`${id}${kind}`} className="grid text-fine text-text tabular-nums">
            <span>{messages.aprOf(outlook.apr)}</span>{' '}
            {outlook.past && <span>{messages.inRange(outlook.past.share)}</span>}
          </span>
        )}
      </button>
    )
  }
  const rare: readonly { readonly preset: Preset; readonly name: string; readonly note?: string }[] = [
    { preset: { kind: 'percent', percent: 1 }, name: messages.around(1) },
    { preset: { kind: 'above' }, name: messages.above(baseOf(direction).symbol) },
    { preset: { kind: 'below' }, name: messages.below(quoteOf(direction).symbol) },
    ...(perDay === undefined
      ? []
      : [1, 7].map((days) => ({
          preset: { kind: 'ticks', ticks: 2 * ticksFor(days, perDay) } as const,
          name: messages.volatility(days),
          note: messages.volatilityNote(percentText(perDay)),
        }))),
  ]
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{messages.presets}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {card({ kind: 'full' }, messages.fullRange, 'full')}
        {card({ kind: 'percent', percent: 20 }, messages.around(20), 20)}
        {card({ kind: 'percent', percent: 10 }, messages.around(10), 10)}
        {card({ kind: 'percent', percent: 5 }, messages.around(5), 5)}
      </div>
      {hours !== undefined && <p className="text-fine text-quiet">{messages.outlookNote(hours)}</p>}
      <div className="flex flex-wrap gap-2">
        {rare.map(({ preset, name, note }) => {
          const shape = button(preset)
          return (
            (isMore || shape['aria-pressed']) && (
              <Button key={name} {...shape} title={note}>
                {name}
              </Button>
            )
          )
        })}
        <Button kind="bare" size="small" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {messages.morePresets}
        </Button>
      </div>
    </fieldset>
  )
}

/** Only these render with every step of a drag, not the form and the outlook of its presets. */
function ChartAndFields({ children, ...props }: RangePickerProps & { readonly children: ReactNode }) {
  const { direction, isSpacingReported, isNew = false, range, bars, seen, history, onChange, onHold } = props
  const key = `${direction.token0.id} ${direction.token1.id} ${direction.inverted}`
  const [drag, setDrag] = useState<{ readonly key: string; readonly range: Range }>()
  const dragged = drag?.key === key ? drag.range : undefined
  const shown = inDirection(range, direction)
  const change = (next: Range) => onChange(inDirection(next, direction))
  return (
    <>
      <RangeChart
        key={key}
        {...{ direction, dragged, bars, isNew, seen, history, onHold }}
        range={shown}
        onChange={change}
        onDrag={(range) => setDrag(range && { key, range })}
      />
      {children}
      <RangeFields {...{ direction, isSpacingReported }} range={dragged ?? shown} onChange={change} />
    </>
  )
}

function priceText(direction: PriceDirection): string {
  return figureText(figureOf(toSignificant(currentPrice(direction), 8), { significant: 8 }))
}
