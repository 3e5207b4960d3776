import { Skeleton } from '../../ui/Skeleton'

/** As tall as the chart of a pair (`chartHeight`), so that nothing below it moves when it comes. */
export function ChartSkeleton() {
  return <Skeleton className="h-84 w-full" />
}
