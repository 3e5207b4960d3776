import { defineMessages } from '../../ui/messages'

/** Apart from the token picker's messages: the first load of the swap form has these alone. */
export const balanceMessages = defineMessages({
  balance: 'Balance',
  payAll: (symbol: string) => `Pay all ${symbol}`,
  balanceFailed: 'Balance not available',
})
