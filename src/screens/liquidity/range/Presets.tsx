import { useState } from 'react'
import { type Preset, presetRange, type Range } from '../../../domain/liquidity/range'
import { ticksFor } from '../../../domain/pools/volatility'
import { baseOf, inDirection, type PriceDirection, quoteOf } from '../../../domain/prices/priceDirection'
import { percentText } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { useMessages } from '../../../ui/messages'
import { rangeMessages } from './messages'

type PresetsProps = {
  readonly direction: PriceDirection
  /** The usual daily price movement in ticks; `undefined` with too little data. */
  readonly perDay: number | undefined
  /** The current range, in the direction shown. */
  readonly range: Range
  readonly onChange: (range: Range) => void
}

/** Preset ranges: the usual ones immediately, one-sided ranges and those by past prices on request. */
export function Presets({ direction, perDay, range, onChange }: PresetsProps) {
  const messages = useMessages(rangeMessages)
  const [chosen, setChosen] = useState<{ readonly preset: string; readonly range: Range }>()
  const [isMore, setMore] = useState(false)
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
  const rare: readonly { readonly preset: Preset; readonly name: string; readonly note?: string }[] = [
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
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{messages.presets}</legend>
      <Button {...button({ kind: 'full' })}>{messages.fullRange}</Button>
      {[1, 5, 10, 20].map((percent) => (
        <Button key={percent} {...button({ kind: 'percent', percent })}>
          {messages.around(percent)}
        </Button>
      ))}
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
    </fieldset>
  )
}

function sameRange(one: Range, other: Range): boolean {
  return one.tickLower === other.tickLower && one.tickUpper === other.tickUpper
}
