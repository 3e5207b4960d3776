import { fromUnits } from '../../domain/amount'
import type { PaymentStep } from '../../guard/plan'

/** Decimals of a whole bitcoin. */
export const bitcoinDecimals = 8

/** A payment as wallets read it out of a QR code (BIP 21). The memo has no place in it. */
export function paymentUri({ to, units }: Pick<PaymentStep, 'to' | 'units'>): string {
  return `bitcoin:${to}?amount=${fromUnits(units, bitcoinDecimals)}`
}
