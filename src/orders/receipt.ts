import type { Amount } from '../domain/amount'
import type { Token } from '../domain/token'
import type { Intent } from '../guard/intent'
import type { StepReceipt } from './progress'

/** How the native coin is named among balance changes. */
const coin = 'native'

/**
 * Adds the sold and received amounts to a receipt, from the balance
 * changes its transaction logged. Amounts that are already set stay.
 */
export function withIntentAmounts(intent: Intent, receipt: StepReceipt): StepReceipt {
  // A deposit moves two tokens at once, so its balance changes are shown instead of one amount.
  if (intent.kind !== 'swap') return receipt
  const spent = receipt.spent ?? moved(receipt, intent.sell.token, intent.sender, -1n)
  const received = receipt.received ?? moved(receipt, intent.buy, intent.recipient, 1n)
  return { ...receipt, spent, received }
}

/** The accounts whose balance changes a receipt needs. */
export function receiptAccounts({ sender, recipient }: Intent): readonly string[] {
  return sender.toLowerCase() === recipient.toLowerCase() ? [sender] : [sender, recipient]
}

function moved({ changes }: StepReceipt, token: Token, account: string, sign: bigint): Amount | undefined {
  const mine = (changes ?? []).filter(
    (change) =>
      change.chainId === token.chain.chainId && isSame(change.account, account) && isToken(token, change.token),
  )
  const units = mine.reduce((sum, { delta }) => sum + delta * sign, 0n)
  return units > 0n ? { token, units } : undefined
}

function isToken({ isNative, address }: Token, name: string): boolean {
  return isNative ? name === coin : isSame(name, address)
}

/** Hexadecimal addresses come in any case; base58 ones that differ only in case do not occur side by side. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
