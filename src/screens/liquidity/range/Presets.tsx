import { baseOf, type Facing, faced, quoteOf } from '../../../components/positions/priceDirection'
import { percentText } from '../../../domain/figure'
import { type Preset, presetRange, type Range } from '../../../domain/range'
import { ticksFor } from '../../../domain/volatility'
import { Button } from '../../../ui/Button'
import { useWords } from '../../../ui/messages'
import { rangeWords } from './messages'

type PresetsProps = {
  readonly facing: Facing
  /** Ticks the price wanders in a day; `undefined` while too little was seen. */
  readonly perDay: number | undefined
  readonly onChange: (range: Range) => void
}

/** Ranges to start from. */
export function Presets({ facing, perDay, onChange }: PresetsProps) {
  const words = useWords(rangeWords)
  const choose = (preset: Preset) => onChange(faced(presetRange(preset, facing, facing.inverted), facing))
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{words.presets}</legend>
      <Button size="small" onClick={() => choose({ kind: 'full' })}>
        {words.fullRange}
      </Button>
      {[1, 5, 10, 20].map((percent) => (
        <Button key={percent} size="small" onClick={() => choose({ kind: 'percent', percent })}>
          {words.around(percent)}
        </Button>
      ))}
      <Button size="small" onClick={() => choose({ kind: 'above' })}>
        {words.above(baseOf(facing).symbol)}
      </Button>
      <Button size="small" onClick={() => choose({ kind: 'below' })}>
        {words.below(quoteOf(facing).symbol)}
      </Button>
      {perDay !== undefined &&
        [1, 7].map((days) => (
          <Button
            key={days}
            size="small"
            title={words.volatilityNote(percentText(perDay))}
            onClick={() => choose({ kind: 'ticks', ticks: 2 * ticksFor(days, perDay) })}
          >
            {words.volatility(days)}
          </Button>
        ))}
    </fieldset>
  )
}
