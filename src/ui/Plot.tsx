import type { ComponentProps } from 'react'
import { classes } from './classes'

/** A drawing that fills its box, stretched from a board of 1000 by 1000. Its owner gives the same in words. */
export function Plot(props: ComponentProps<'svg'>) {
  return <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true" {...props} />
}

/** A place in a drawing, as shares of its width and height from the top left. */
export type PlotPoint = readonly [x: number, y: number]

type PlotLineProps = Omit<ComponentProps<'polyline'>, 'points'> & { readonly points: readonly PlotPoint[] }

export function PlotLine({ points, className, ...rest }: PlotLineProps) {
  return (
    <polyline
      strokeWidth="2"
      vectorEffect="non-scaling-stroke"
      {...rest}
      points={points.map((point) => point.map((share) => (share * 1_000).toFixed(1)).join()).join(' ')}
      className={classes('fill-none', className)}
    />
  )
}

/** A line of figures over time, the highest at the top; no line of less than two. */
export function trendPoints(figures: readonly { readonly at: number; readonly value: number }[]): readonly PlotPoint[] {
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last || first === last) return []
  const values = figures.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return figures.map(({ at, value }) => [
    (at - first.at) / (last.at - first.at || 1),
    high === low ? 0.5 : 0.9 - ((value - low) / (high - low)) * 0.8,
  ])
}
