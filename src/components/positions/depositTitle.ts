import type { PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import type { pendingDepositMessages } from './pendingDeposit.messages'

/** `Deposit 0.4 WETH and 1,200 USDC`. */
export function depositTitle(
  { symbols, amounts }: Pick<PendingDeposit, 'symbols' | 'amounts'>,
  messages: (typeof pendingDepositMessages)['english'],
): string {
  const parts = symbols.flatMap((symbol, side) => (amounts[side] === '0' ? [] : [`${amounts[side]} ${symbol}`]))
  return messages.titleOf(parts.join(messages.and))
}
