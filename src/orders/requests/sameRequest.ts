import { isEvmStep, type Step } from '../../guard/plan'
import { ExactNumber, type Json, writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import type { Signable } from '../batch'
import type { Task } from '../order'
import { transactionHashOf } from '../progress'
import type { TransactionAnchor } from './transactionAnchor'

/** A request stays the same when its signed transaction is written down. */
export function isSameAnchor(a: TransactionAnchor, b: TransactionAnchor): boolean {
  return textOf({ ...a, signed: undefined }) === textOf({ ...b, signed: undefined })
}

/** Whether a task, read again, still waits for the same request and the same transaction. */
export function isSameRequest(a: Task, b: Task): boolean {
  return textOf(requestedIn(a)) === textOf(requestedIn(b))
}

function requestedIn({ step, planHash, progress, lastAnchor }: Task) {
  const anchor = 'anchor' in progress ? progress.anchor : lastAnchor
  return { step, planHash, anchor, hash: transactionHashOf(progress) }
}

export function isSameSignable(a: Signable, b: Signable): boolean {
  return textOf(a) === textOf(b)
}

export function isSameCall(a: Step, b: Step): boolean {
  if (!isEvmStep(a) || !isEvmStep(b) || a.chainId !== b.chainId) return false
  return a.from === b.from && a.to === b.to && a.data === b.data && a.value === b.value
}

/** Canonical JSON: the journal may return object keys in another order than they were written. */
function textOf(value: unknown): string {
  return writeJson(sorted(toPlainJson(value)))
}

function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map(sorted)
  if (typeof json !== 'object' || json === null || json instanceof ExactNumber) return json
  const members = Object.entries(json).filter(([, member]) => member !== null)
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  )
}
