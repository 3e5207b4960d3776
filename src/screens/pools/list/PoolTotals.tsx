import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { parseFraction } from '../../../domain/fraction'
import { knownValue } from '../../../domain/pools/pool'
import { compactDollarText } from '../../../domain/text/compactDollars'
import { useMessages } from '../../../ui/messages'
import { Skeleton } from '../../../ui/Skeleton'
import { poolsMessages } from '../messages'

const totalled = ['tvl', 'volume', 'fees'] as const

/** The sums of the listed pools. A pool that does not report a figure is not counted as zero. */
export function PoolTotals({ rows }: { readonly rows: readonly PoolRowModel[] | undefined }) {
  const messages = useMessages(poolsMessages)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {totalled.map((figure) => {
        const known = (rows ?? []).flatMap(({ pool }) => knownValue(pool[figure]) ?? [])
        return (
          <div key={figure}>
            <dt className="text-fine text-quiet">{messages.column[figure]}</dt>
            <dd className="min-h-8 text-lead font-medium text-ink tabular-nums sm:text-title">
              {rows ? (totalText(known) ?? messages.noTotal) : <Skeleton className="h-7 w-20" />}{' '}
              {rows && known.length > 0 && known.length < rows.length && (
                <span className="text-fine font-normal text-quiet">{messages.totalOf(known.length, rows.length)}</span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function totalText(figures: readonly string[]): string | undefined {
  const total = figures.reduce((sum, text) => sum + Number(text), 0)
  return figures.length > 0 && Number.isFinite(total) ? compactDollarText(parseFraction(total.toFixed(2))) : undefined
}
