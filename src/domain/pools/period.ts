/** How much of a history a chart shows, counted back from its newest point. */
export const periods = ['day', 'week', 'month', 'all'] as const
export type Period = (typeof periods)[number]

const days: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 30, all: Number.POSITIVE_INFINITY }

/** The points of the period, in their order. Times are milliseconds since the epoch. */
export function pointsIn<Point extends { readonly at: number }>(
  period: Period,
  points: readonly Point[],
): readonly Point[] {
  const end = points.reduce((latest, { at }) => Math.max(latest, at), 0)
  return points.filter(({ at }) => at >= end - days[period] * 86_400_000)
}
