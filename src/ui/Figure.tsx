import type { ClipboardEvent, ReactNode } from 'react'
import { type FormattedNumber as Digits, type FigureStyle, figureOf, figureText } from '../domain/text/figure'
import { locale } from '../domain/text/locale'

export type FigureProps = FigureStyle & {
  /** Exact decimal text: `12.5`. */
  value: string
  /** The symbol after the number; untrusted text, since tokens choose their symbols. */
  unit?: string | undefined
}

/**
 * A number with tabular digits, left to right in every language. Omitted digits are shown on hover, read by screen
 * readers, and copied.
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
      <data
        value={value}
        dir="ltr"
        translate="no"
        onCopy={(event) => copyInFull(event, value)}
        className="tabular-nums"
      >
        {figureText(digits)}
        {name}
      </data>
    )
  return <ShortFigure digits={digits} name={name} />
}

function ShortFigure({ digits, name }: { digits: Digits; name: ReactNode }) {
  return (
    <data
      value={digits.full}
      title={digits.full}
      dir="ltr"
      translate="no"
      onCopy={(event) => copyInFull(event, digits.full)}
      className="figure tabular-nums"
    >
      <span aria-hidden="true">
        {digits.sign}
        {digits.whole}
        {digits.zeros > 0 && (
          <>
            {locale.point}0<sub>{digits.zeros}</sub>
            {digits.fraction}
          </>
        )}
        {digits.zeros === 0 && digits.fraction && `${locale.point}${digits.fraction}`}
      </span>
      <span className="sr-only">{digits.full}</span>
      {name}
    </data>
  )
}

/** Copied digits have no separators: pasted anywhere, also in another language, they are the same number. */
function copyInFull(event: ClipboardEvent, digits: string) {
  event.preventDefault()
  event.clipboardData.setData('text/plain', digits)
}
