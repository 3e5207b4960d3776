import type { ClipboardEvent, ReactNode } from 'react'
import { type FormattedNumber as Digits, type FigureStyle, figureOf, figureText } from '../domain/figure'

export type FigureProps = FigureStyle & {
  /** Plain decimal text, exact: `12.5`. */
  value: string
  /** The symbol behind the number, which may be anything a token calls itself. */
  unit?: string | undefined
}

/**
 * A number with tabular digits, from left to right in every language. What is left out for brevity is shown on hover,
 * heard by screen readers, and copied in full.
 */
export function Figure({ value, unit, ...style }: FigureProps) {
  const digits = figureOf(value, style)
  const name = unit && (
    <>
      {' '}
      <bdi>{unit}</bdi>
    </>
  )
  if (!digits.isShortened)
    return (
      <data value={value} dir="ltr" className="tabular-nums">
        {figureText(digits)}
        {name}
      </data>
    )
  return <ShortFigure digits={digits} name={name} />
}

function ShortFigure({ digits, name }: { digits: Digits; name: ReactNode }) {
  const copyInFull = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData.setData('text/plain', digits.full)
  }
  return (
    <data value={digits.full} title={digits.full} dir="ltr" onCopy={copyInFull} className="figure tabular-nums">
      <span aria-hidden="true">
        {digits.sign}
        {digits.whole}
        {digits.zeros > 0 && (
          <>
            .0<sub>{digits.zeros}</sub>
            {digits.fraction}
          </>
        )}
        {digits.zeros === 0 && digits.fraction && `.${digits.fraction}`}
      </span>
      <span className="sr-only">{digits.full}</span>
      {name}
    </data>
  )
}
