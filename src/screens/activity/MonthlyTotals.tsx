import type { OrderSummary } from '../../components/orders/orderSummary'
import { dollarText } from '../../domain/text/figure'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { DataTable } from '../../ui/Table'
import { monthlyTotals } from './monthlyTotals'
import { totalsMessages } from './totals.messages'

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
