import { fromUnits } from '../../domain/amount'
import type { PaymentStep } from '../../guard/plan'

/** Decimals of one bitcoin. */
export const bitcoinDecimals = 8

/** A payment URI for a QR code (BIP 21), which has no field for the memo. */
export function paymentUri({ to, units }: Pick<PaymentStep, 'to' | 'units'>): string {
  return `bitcoin:${to}?amount=${fromUnits(units, bitcoinDecimals)}`
}
