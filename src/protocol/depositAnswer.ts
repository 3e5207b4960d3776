import { array, unread } from './decoder'
import { root } from './deviationLog'
import { ExactNumber, isList, isObject, type Json, member } from './json/json'
import type { TransactionRecord } from './serviceMessages'
import { transaction } from './swap'

/** How an accepted deposit reaches the chain, by the `data` of the answer. */
export type DepositAnswer =
  /**
   * The documented `null`: the service adds the liquidity itself, or the app does where it knows the position manager.
   */
  | { readonly is: 'nothing' }
  /** A hash, a number or `true`: the service accepted the deposit, in a format of its own. There is nothing to sign. */
  | { readonly is: 'accepted'; readonly said: string }
  /**
   * Any other word, "queued" or "failed": it is unknown whether the service accepted the deposit. There is nothing to
   * sign.
   */
  | { readonly is: 'unclear'; readonly said: string }
  /** Transactions to sign, as for a swap. */
  | { readonly is: 'transactions'; readonly transactions: readonly TransactionRecord[] }
  /** A value without a known meaning: nothing is signed. */
  | { readonly is: 'unreadable'; readonly why: UnreadableDeposit }

export type UnreadableDeposit = 'no list of transactions' | 'bad transaction'

/**
 * Interprets `data` of the answer to `POST /api/amm/interactions/add`: null, a word of the service, a list of
 * transactions, or an object with such a list.
 */
export function readDepositAnswer(data: Json): DepositAnswer {
  if (data === null || data === false || data === '') return { is: 'nothing' }
  const said = wordIn(data)
  if (said !== undefined) return { is: isAcceptance(data) ? 'accepted' : 'unclear', said }
  const list = isList(data) ? data : isObject(data) ? (member(data, 'transactions') ?? member(data, 'txs')) : undefined
  if (isObject(data) && Object.keys(data).length === 0) return { is: 'nothing' }
  if (!isList(list)) return { is: 'unreadable', why: 'no list of transactions' }
  if (list.length === 0) return { is: 'nothing' }
  const transactions = array(transaction).read(list, root(new Map()))
  return transactions === unread ? { is: 'unreadable', why: 'bad transaction' } : { is: 'transactions', transactions }
}

/** No longer than its place on a screen. */
const maxWordLength = 100

function wordIn(data: Json): string | undefined {
  const isWord = typeof data === 'string' || typeof data === 'number' || data === true || data instanceof ExactNumber
  return isWord ? String(data).slice(0, maxWordLength) : undefined
}

function isAcceptance(data: Json): boolean {
  return typeof data !== 'string' || /^(0x[0-9a-f]+|\d+|true|[1-9a-hj-np-z]{64,88})$/i.test(data)
}
