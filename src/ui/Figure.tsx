import type { ClipboardEvent, ReactNode } from 'react'
import { type FormattedNumber as Digits, type FigureStyle, figureOf, figureText } from '../domain/figure'

export type FigureProps = FigureStyle & {
  /** Plain decimal text, exact: `12.5`. */
  value: string
  /** The symbol behind the number, which may be anything a token calls itself. */
  unit?: string | undefined
  /** Inside a button, a link or an option: no stop of its own for the Tab key. */
  isQuiet?: boolean
}

/**
 * A number with tabular digits. What is left out for brevity is shown on hover and focus, heard by screen readers,
 * and copied in full.
 */
export function Figure({ value, unit, isQuiet = false, ...style }: FigureProps) {
  const digits = figureOf(value, style)
  const name = unit && (
    <>
      {' '}
      <bdi>{unit}</bdi>
    </>
  )
  if (!digits.isShortened)
    return (
      <data value={value} className="tabular-nums">
        {figureText(digits)}
        {name}
      </data>
    )
  return <ShortFigure digits={digits} name={name} isQuiet={isQuiet} />
}

function ShortFigure({ digits, name, isQuiet }: { digits: Digits; name: ReactNode; isQuiet: boolean }) {
  const copyInFull = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData.setData('text/plain', digits.full)
  }
  return (
    <data
      value={digits.full}
      data-full={isQuiet ? undefined : digits.full}
      title={digits.full}
      tabIndex={isQuiet ? undefined : 0}
      onCopy={copyInFull}
      className="figure tabular-nums"
    >
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
