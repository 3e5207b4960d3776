import type { Amount } from '../../domain/amount'
import type { SwapAnswer, TransactionRecord } from '../../protocol/messages'
import type { Deadline } from '../decode/bitcoin/deadline'
import type { Memo } from '../decode/bitcoin/memo'
import type { SwapIntent } from '../intent'
import type { ReadValue } from './value'

/** An answer that asks for a payment in bitcoin, read field by field before anything is believed. */
export type PaymentRequest = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly said: TransactionRecord | undefined
  readonly memo: Memo
  readonly value: ReadValue
  readonly deadline: Deadline
  /** What the service names as the least that is received. */
  readonly minimum: Amount | undefined
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
}
