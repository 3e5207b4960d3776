import { useId, useState } from 'react'
import { type Preset, presetRange, type Range, sameRange } from '../../../domain/liquidity/range'
import { ticksFor } from '../../../domain/pools/volatility'
import { baseOf, inDirection, type PriceDirection, quoteOf } from '../../../domain/prices/priceDirection'
import { percentText } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { rangeMessages } from './messages'

type PresetsProps = {
  readonly direction: PriceDirection
  /** The usual daily price movement in ticks; `undefined` with too little data. */
  readonly perDay: number | undefined
  /** The current range, in the direction shown. */
  readonly range: Range
  /** The yield of a range, in the direction shown, and its past. */
  readonly outlookOf: ((range: Range) => Outlook) | undefined
  readonly onChange: (range: Range) => void
}

/** The estimated APR; and for how much of how many hours the price was in the range. */
export type Outlook = {
  readonly apr: string | undefined
  readonly past: { readonly share: string; readonly hours: number } | undefined
}

/** Preset ranges: the usual ones immediately, one-sided ranges and those by past prices on request. */
export function Presets({ direction, perDay, range, outlookOf, onChange }: PresetsProps) {
  const messages = useMessages(rangeMessages)
  const [chosen, setChosen] = useState<{ readonly preset: string; readonly range: Range }>()
  const [isMore, setMore] = useState(false)
  const id = useId()
  const rangeOf = (preset: Preset) => inDirection(presetRange(preset, direction, direction.inverted), direction)
  /** A preset stays selected while its range is unchanged, even when the price moves. */
  const button = (preset: Preset) => {
    const key = JSON.stringify(preset)
    const isOn = chosen && sameRange(chosen.range, range) ? chosen.preset === key : sameRange(rangeOf(preset), range)
    const onClick = () => {
      setChosen({ preset: key, range: rangeOf(preset) })
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
