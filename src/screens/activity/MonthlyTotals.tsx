import type { OrderSummary } from '../../components/orders/orderSummary'
import { dollarText } from '../../domain/text/figure'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { monthlyTotals } from './monthlyTotals'
import { totalsMessages } from './totals.messages'

/** Totals by month of the listed orders, once there are two. */
export function MonthlyTotals({ summaries }: { summaries: readonly OrderSummary[] }) {
  const messages = useMessages(totalsMessages)
  const totals = monthlyTotals(summaries)
  if (totals.length < 2) return null
  return (
    <Details summary={messages.title}>
      <div className="overflow-x-auto">
        <table aria-label={messages.title} className="w-full text-fine tabular-nums">
          <thead className="text-start text-quiet">
            <tr>
              <th className="py-1 pe-4 text-start font-medium">{messages.month}</th>
              <th className="px-2 py-1 text-end font-medium">{messages.swaps}</th>
              <th className="px-2 py-1 text-end font-medium">{messages.paid}</th>
              <th className="py-1 ps-2 text-end font-medium">{messages.liquidity}</th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ month, swaps, paid, unpriced, liquidity }) => (
              <tr key={month} className="border-t border-line">
                <th scope="row" className="py-1.5 pe-4 text-start font-medium text-ink">
                  {messages.monthName(month)}
                </th>
                <td className="px-2 py-1.5 text-end">{swaps}</td>
                <td className="px-2 py-1.5 text-end">
                  {paid ? dollarText(paid) : '–'}
                  {unpriced > 0 && <span className="block text-quiet">{messages.unpriced(unpriced)}</span>}
                </td>
                <td className="py-1.5 ps-2 text-end">{liquidity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="pt-2 text-fine text-quiet">{messages.note}</p>
    </Details>
  )
}
