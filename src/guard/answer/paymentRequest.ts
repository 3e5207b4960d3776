import type { Amount } from '../../domain/amount'
import type { SwapAnswer, TransactionRecord } from '../../protocol/serviceMessages'
import type { Deadline } from '../decode/bitcoin/deadline'
import type { Memo } from '../decode/bitcoin/memo'
import type { Psbt, Undecoded } from '../decode/bitcoin/psbt'
import type { SwapIntent } from '../intent'
import type { ReadValue } from './value'

/** An answer that asks for a bitcoin payment, decoded field by field before any check. */
export type PaymentRequest = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly said: TransactionRecord | undefined
  /** The transaction to sign, if the service wrote one. */
  readonly psbt: Psbt | Undecoded | undefined
  /** The recipient of the payment: the given address, or the only other recipient of a transaction to sign. */
  readonly to: string | undefined
  readonly memo: Memo
  readonly value: ReadValue
  readonly deadline: Deadline
  /** The minimum received, as the service states it. */
  readonly minimumReceived: Amount | undefined
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
}
