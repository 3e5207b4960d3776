import { useRef } from 'react'
import { baseOf, currentPrice, type Facing, faced, quoteOf } from '../../../components/positions/priceDirection'
import type { Window } from '../../../components/positions/rangeWindow'
import type { Bar } from '../../../domain/distribution'
import { figureOf, figureText } from '../../../domain/figure'
import { toSignificant } from '../../../domain/fraction'
import type { Range } from '../../../domain/range'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useWords } from '../../../ui/messages'
import { rangeWords } from './messages'
import { Presets } from './Presets'
import { RangeChart } from './RangeChart'
import { type Preview, RangeFields } from './RangeFields'

export type RangePickerProps = {
  readonly facing: Facing
  /** Whether the pool itself told its spacing. */
  readonly isSpacingTold: boolean
  /** The deposit starts the pool. */
  readonly isNew?: boolean
  /** In the pool's own ticks. */
  readonly range: Range
  /** In shown ticks. */
  readonly bars: readonly Bar[]
  readonly seen: Window | undefined
  readonly perDay: number | undefined
  readonly onChange: (range: Range) => void
  /** A handle is held, or was let go: meanwhile nothing else need move. */
  readonly onHold?: (isHeld: boolean) => void
  readonly onInvert: () => void
}

/** Everything that says which prices a deposit works at. The range is the state; all of this renders it. */
export function RangePicker(props: RangePickerProps) {
  const { facing, isSpacingTold, isNew = false, range, bars, seen, perDay, onChange, onHold, onInvert } = props
  const words = useWords(rangeWords)
  const preview = useRef<Preview>(null)
  const shown = faced(range, facing)
  const change = (next: Range) => onChange(faced(next, facing))
  const [quote, base] = [quoteOf(facing).symbol, baseOf(facing).symbol]
  return (
    <Card
      title={words.title}
      actions={
        <Button size="small" icon="swap" onClick={onInvert}>
          {words.invert}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-fine">{words.currentIs(priceText(facing), quote, base, isNew)}</p>
        <RangeChart
          key={`${facing.token0.id} ${facing.token1.id} ${facing.inverted}`}
          facing={facing}
          range={shown}
          bars={bars}
          isNew={isNew}
          seen={seen}
          onChange={change}
          onPreview={(next) => preview.current?.show(next)}
          {...(onHold && { onHold })}
        />
        <Presets facing={facing} perDay={perDay} onChange={change} />
        <RangeFields ref={preview} facing={facing} range={shown} onChange={change} />
        <p className="text-fine text-quiet">
          {isSpacingTold ? words.spacingFromRecord(facing.spacing) : words.spacingAssumed(facing.spacing)}
        </p>
      </div>
    </Card>
  )
}

function priceText(facing: Facing): string {
  return figureText(figureOf(toSignificant(currentPrice(facing), 8), { significant: 8 }))
}
