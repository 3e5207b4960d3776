import { type ReactNode, useState } from 'react'
import { toSignificant } from '../../../domain/fraction'
import type { Range } from '../../../domain/liquidity/range'
import { baseOf, currentPrice, inDirection, type PriceDirection, quoteOf } from '../../../domain/prices/priceDirection'
import { figureOf, figureText } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import type { PoolMarket } from '../pool/usePoolMarket'
import { StepTitle } from '../StepTitle'
import { rangeMessages } from './messages'
import { type Outlook, Presets } from './Presets'
import { RangeChart } from './RangeChart'
import { RangeFields } from './RangeFields'

type RangePickerProps = Omit<PoolMarket, 'prices'> & {
  /** Its place among the steps of a deposit. */
  readonly step?: number
  readonly direction: PriceDirection
  /** Whether the tick spacing was reported by the pool record rather than assumed. */
  readonly isSpacingReported: boolean
  /** The deposit creates the pool. */
  readonly isNew?: boolean
  /** In the pool's own ticks. */
  readonly range: Range
  /** Of a range in the pool's own ticks. */
  readonly outlookOf?: (range: Range) => Outlook
  readonly onChange: (range: Range) => void
  /** Called when a handle is grabbed or released: while it is held, nothing else needs updating. */
  readonly onHold?: (isHeld: boolean) => void
  readonly onInvert: () => void
}

/** Chart, presets and fields for choosing the price range. The range is the only state; all of them render it. */
export function RangePicker(props: RangePickerProps) {
  const { step, direction, isNew = false, range, perDay, outlookOf, onChange, onInvert } = props
  const messages = useMessages(rangeMessages)
  const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
  return (
    <Card
      title={<StepTitle step={step}>{messages.title}</StepTitle>}
      actions={
        <Button size="small" icon="swap" onClick={onInvert}>
          {messages.invert}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-fine">{messages.currentIs(priceText(direction), quote, base, isNew)}</p>
        <ChartAndFields {...props}>
          <Presets
            direction={direction}
            perDay={perDay}
            range={inDirection(range, direction)}
            outlookOf={outlookOf && ((range) => outlookOf(inDirection(range, direction)))}
            onChange={(next) => onChange(inDirection(next, direction))}
          />
        </ChartAndFields>
      </div>
    </Card>
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
