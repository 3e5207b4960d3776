import { monthText } from '../../domain/text/dateText'
import { defineMessages } from '../../ui/messages'

/** The words of the monthly totals. */
export const totalsMessages = defineMessages({
  title: 'By month',
  month: 'Month',
  monthName: (month: string) => monthText(Date.parse(`${month}-01T12:00`)),
  swaps: 'Swaps',
  paid: 'Paid for swaps',
  liquidity: 'Liquidity',
  unpriced: (count: number) => `${count} without a price`,
  note: 'Completed orders from the list above, at the prices when each swap was opened.',
})
