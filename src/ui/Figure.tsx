import { type FigureStyle, figureOf, figureText } from '../domain/text/figure'
import { locale } from '../domain/text/locale'
import { classes } from './classes'

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
  const { isShortened, sign, whole, zeros, fraction } = digits
  return (
    <data
      value={value}
      title={isShortened ? value : undefined}
      dir="ltr"
      translate="no"
      onCopy={(event) => {
        // Without separators: pasted anywhere, also in another language, it is the same number.
        event.preventDefault()
        event.clipboardData.setData('text/plain', value)
      }}
      className={classes(isShortened && 'figure', 'tabular-nums')}
    >
      {!isShortened && figureText(digits)}
      {isShortened && (
        <>
          <span aria-hidden="true">
            {zeros === 0 && figureText(digits)}
            {zeros > 0 && (
              <>
                {sign + whole + locale.point}0<sub>{zeros}</sub>
                {fraction}
              </>
            )}
          </span>
          <span className="sr-only">{value}</span>
        </>
      )}
      {unit && (
        <>
          {' '}
          <bdi>{unit}</bdi>
        </>
      )}
    </data>
  )
}
