import { assetOf, sameAddress } from '../decode/evm/address'
import type { Plan } from '../plan'

/** The minimum of the bought token that the chain enforces for a plan sent as a bounded batch. */
export function enforcedMinimum({
  assertion,
  intent: { buy, recipient },
}: Pick<Plan, 'assertion' | 'intent'>): bigint | undefined {
  return assertion?.changes.find(
    ({ token, account, least }) => least > 0n && sameAddress(token, assetOf(buy)) && sameAddress(account, recipient),
  )?.least
}
