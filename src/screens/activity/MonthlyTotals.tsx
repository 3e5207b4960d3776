import { dayOf } from '../../components/orders/day'
import type { OrderSummary } from '../../components/orders/orderSummary'
import type { Fraction } from '../../domain/fraction'
import { sum } from '../../domain/prices/price'
import { dollarText } from '../../domain/text/figure'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { DataTable } from '../../ui/Table'
import { totalsMessages } from './totals.messages'
import { valueThen } from './valueThen'

/** Totals by month of the listed orders, once there are two. */
export function MonthlyTotals({ summaries }: { summaries: readonly OrderSummary[] }) {
  const messages = useMessages(totalsMessages)
  const totals = monthlyTotals(summaries)
  if (totals.length < 2) return null
  return (
    <Details summary={messages.title}>
      <DataTable
        caption={messages.title}
        rows={totals}
        keyOf={({ month }) => month}
        columns={[
          {
            head: messages.month,
            cell: ({ month }) => <span className="font-medium">{messages.monthName(month)}</span>,
          },
          { head: messages.swaps, isFigure: true, cell: ({ swaps }) => swaps },
          {
            head: messages.paid,
            isFigure: true,
            cell: ({ paid, unpriced }) => (
              <>
                {paid ? dollarText(paid) : '–'}
                {unpriced > 0 && <span className="block text-quiet">{messages.unpriced(unpriced)}</span>}
              </>
            ),
          },
          { head: messages.liquidity, isFigure: true, cell: ({ liquidity }) => liquidity },
        ]}
      />
      <p className="pt-2 text-fine text-quiet">{messages.note}</p>
    </Details>
  )
}

/** The orders of one month, in the person's own time. */
type MonthlyTotal = {
  /** `2026-11`. */
  readonly month: string
  readonly swaps: number
  /** Dollars paid for the swaps, at the prices of when they were opened; `undefined` when none had a price. */
  readonly paid: Fraction | undefined
  /** Swaps without a price, which are not part of `paid`. */
  readonly unpriced: number
  /** Deposits, withdrawals and collections; also deposits that the exchange carried out by itself. */
  readonly liquidity: number
}

/** The months with anything done, the latest first. Only what is done counts. */
export function monthlyTotals(summaries: readonly OrderSummary[]): readonly MonthlyTotal[] {
  const months = new Map<string, MonthlyTotal>()
  const count = (openedAt: number, add: (total: MonthlyTotal) => MonthlyTotal) => {
    const month = dayOf(openedAt).slice(0, 7)
    months.set(month, add(months.get(month) ?? { ...nothing, month }))
  }
  for (const summary of summaries)
    if (summary.phase === 'done' && summary.kind !== 'revocation')
      count(summary.openedAt, (total) => withOrder(total, summary))
  return [...months.values()].sort((a, b) => b.month.localeCompare(a.month))
}

const nothing = { swaps: 0, paid: undefined, unpriced: 0, liquidity: 0 }

function withOrder(total: MonthlyTotal, summary: OrderSummary): MonthlyTotal {
  if (summary.kind !== 'swap') return { ...total, liquidity: total.liquidity + 1 }
  const worth = valueThen(summary)
  const swaps = total.swaps + 1
  if (worth.is !== 'known') return { ...total, swaps, unpriced: total.unpriced + 1 }
  return { ...total, swaps, paid: total.paid ? sum(total.paid, worth.dollars) : worth.dollars }
}
