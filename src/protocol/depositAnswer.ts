import { array, unread } from './codec'
import { createDeviationLog, root } from './deviation'
import { isList, isObject, type Json, member } from './json'
import type { AddLiquidityAnswer, TransactionRecord } from './messages'
import { transaction } from './swap'

/** How an accepted deposit reaches the chain, as far as the answer's `data` tells. */
export type DepositAnswer =
  /** The documented null: somebody else acts, or the app itself where it knows the position manager. */
  | { readonly is: 'nothing' }
  /** Transactions to sign, like those of a swap. */
  | { readonly is: 'transactions'; readonly transactions: readonly TransactionRecord[] }
  /** Something nobody has a meaning for: nothing is signed by it. */
  | { readonly is: 'unreadable'; readonly why: UnreadableDeposit }

export type UnreadableDeposit = 'no list of transactions' | 'bad transaction'

/** Reads `data` of an answer to `POST /api/amm/interactions/add`: null, a list of transactions, or an object with one. */
export function readDepositAnswer(data: Json): DepositAnswer {
  if (data === null || data === false || data === '') return { is: 'nothing' }
  const list = isList(data) ? data : isObject(data) ? (member(data, 'transactions') ?? member(data, 'txs')) : undefined
  if (isObject(data) && Object.keys(data).length === 0) return { is: 'nothing' }
  if (!isList(list)) return { is: 'unreadable', why: 'no list of transactions' }
  if (list.length === 0) return { is: 'nothing' }
  const notes = createDeviationLog()
  const transactions = array(transaction).read(list, root(notes))
  return transactions === unread ? { is: 'unreadable', why: 'bad transaction' } : { is: 'transactions', transactions }
}

/** `data` of an answer that brings the transactions to sign. */
export function depositTransactions(transactions: readonly TransactionRecord[]): AddLiquidityAnswer {
  return { transactions: array(transaction).write(transactions) ?? [] }
}
