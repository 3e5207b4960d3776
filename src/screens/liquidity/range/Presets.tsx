import { percentText } from '../../../domain/figure'
import { baseOf, inDirection, type PriceDirection, quoteOf } from '../../../domain/priceDirection'
import { type Preset, presetRange, type Range } from '../../../domain/range'
import { ticksFor } from '../../../domain/volatility'
import { Button } from '../../../ui/Button'
import { useMessages } from '../../../ui/messages'
import { rangeMessages } from './messages'

type PresetsProps = {
  readonly direction: PriceDirection
  /** Ticks the price wanders in a day; `undefined` while too little was seen. */
  readonly perDay: number | undefined
  readonly onChange: (range: Range) => void
}

/** Ranges to start from. */
export function Presets({ direction, perDay, onChange }: PresetsProps) {
  const messages = useMessages(rangeMessages)
  const choose = (preset: Preset) =>
    onChange(inDirection(presetRange(preset, direction, direction.inverted), direction))
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{messages.presets}</legend>
      <Button size="small" onClick={() => choose({ kind: 'full' })}>
        {messages.fullRange}
      </Button>
      {[1, 5, 10, 20].map((percent) => (
        <Button key={percent} size="small" onClick={() => choose({ kind: 'percent', percent })}>
          {messages.around(percent)}
        </Button>
      ))}
      <Button size="small" onClick={() => choose({ kind: 'above' })}>
        {messages.above(baseOf(direction).symbol)}
      </Button>
      <Button size="small" onClick={() => choose({ kind: 'below' })}>
        {messages.below(quoteOf(direction).symbol)}
      </Button>
      {perDay !== undefined &&
        [1, 7].map((days) => (
          <Button
            key={days}
            size="small"
            title={messages.volatilityNote(percentText(perDay))}
            onClick={() => choose({ kind: 'ticks', ticks: 2 * ticksFor(days, perDay) })}
          >
            {messages.volatility(days)}
          </Button>
        ))}
    </fieldset>
  )
}
