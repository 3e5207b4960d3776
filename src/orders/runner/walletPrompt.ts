import type { Step } from '../../guard/plan'
import { writeJson } from '../../protocol/json'
import type { Executor } from '../executor'
import type { Failure } from '../failure'
import { walletTimeout } from '../intervals'
import { currentPosition, currentTask, type Order } from '../order'
import { toPlainJson } from '../orderCodec'
import { isDefinitelyUnsent } from '../orderReducer'
import type { LockRequest } from '../ports'
import { transactionHashOf } from '../progress'
import type { TransactionAnchor } from '../transactionAnchor'
import { readStatus, recordIfFound } from '../watchers/transactionWatcher'
import { block, type Next, type OrderRun, orderNamed, type RunContext, sleep, type WalletRequest } from './runContext'

/** Waits for the account's turn: one request at a time, over all orders and tabs. `undefined` when put away meanwhile. */
export async function acquirePromptLock(tab: RunContext, run: OrderRun): Promise<LockRequest | undefined> {
  const { locks } = tab.ports
  const task = currentTask(orderNamed(tab, run.id))
  if (!task) return undefined
  const name = `prompt:${task.step.from.toLowerCase()}`
  const first = locks.request(name, tab.seizing.delete(run.id) ? 'take over' : 'if free')
  if (await first.held) return first

  await block(tab, run, isAsking(tab, task.step.from) ? 'other order' : 'other tab')
  const queued = locks.request(name, 'when free')
  let isMine = false
  void queued.held.then((held) => {
    isMine = held
    run.wakeSleeper?.()
  })
  while (!isMine && !run.isEnded && !orderNamed(tab, run.id).isDismissed) await sleep(tab, run)
  if (isMine && !run.isEnded) return queued
  queued.release()
  return undefined
}

/** Asks the wallet once. The answer is heard whenever it comes, whoever has given up waiting for it. */
export function request(
  tab: RunContext,
  run: OrderRun,
  step: Step,
  mark: TransactionAnchor,
  executor: Executor,
  prompt: LockRequest,
) {
  run.renewals = 0
  const asked: WalletRequest = { mark, since: tab.ports.clock.elapsed(), prompt }
  tab.requests.set(run.id, asked)
  const hear = (hash: string) => recordHash(tab, run.id, mark, hash)
  return executor
    .send(step, mark, hear)
    .then(hear, (error: unknown) => recordFailure(tab, run.id, mark, executor.toFailure(error)))
    .finally(() => {
      if (tab.requests.get(run.id) === asked) tab.requests.delete(run.id)
      prompt.release()
    })
}

/** Waits for the wallet. After a minute the person is offered other ways, and the chain is watched meanwhile. */
export async function waitForWallet(tab: RunContext, run: OrderRun): Promise<Next> {
  const asked = tab.requests.get(run.id)
  const left = asked ? walletTimeout - (tab.ports.clock.elapsed() - asked.since) : 0
  if (left > 0) {
    await sleep(tab, run, left)
    return 'again'
  }
  await block(tab, run, 'no answer')
  await recordIfFound(tab, run.id, await readStatus(tab, run.id))
  if (currentTask(orderNamed(tab, run.id))?.progress.at === 'signing') await sleep(tab, run, walletTimeout / 4)
  return 'again'
}

/** The wallet's answer is not waited for any more. */
export function stopWaiting(tab: RunContext, id: string) {
  const asked = tab.requests.get(id)
  tab.requests.delete(id)
  asked?.prompt.release()
}

/** Gives a silent wallet another minute. */
export function restartTimeout(tab: RunContext, id: string) {
  const asked = tab.requests.get(id)
  if (asked) tab.requests.set(id, { ...asked, since: tab.ports.clock.elapsed() })
}

/** A hash is written down whenever it comes: it may move money. */
async function recordHash(tab: RunContext, id: string, mark: TransactionAnchor, hash: string) {
  await tab.book.record(id, (order) => {
    const task = askedFor(order, mark)
    const progress = task === undefined ? undefined : order.tasks[task]?.progress
    if (task === undefined || !progress) return [{ type: 'noted', note: hash }]
    const known = transactionHashOf(progress)
    if (known === hash) return []
    if (known !== undefined && progress.at !== 'unknown') return [{ type: 'noted', note: hash }]
    return [{ type: 'sent', hash, task }]
  })
  tab.carry(id)
}

async function recordFailure(tab: RunContext, id: string, mark: TransactionAnchor, failure: Failure) {
  await tab.book.record(id, (order) => {
    const task = askedFor(order, mark)
    const progress = task === undefined ? undefined : order.tasks[task]?.progress
    if (task === undefined || progress?.at !== 'signing' || !isSameMark(progress.mark, mark)) return []
    if (failure.code === 'rejected') return [{ type: 'rejected', task }]
    if (isDefinitelyUnsent(failure)) return [{ type: 'failed', failure, task }]
    return [{ type: 'lost', isQuiet: false, failure, task }]
  })
}

/** The task a request was for: its own, or the one that asks again for what was given up as lost. */
function askedFor(order: Order, mark: TransactionAnchor): number | undefined {
  const own = order.tasks.findIndex(({ asked }) => asked && isSameMark(asked, mark))
  if (own !== -1) return own
  const current = currentPosition(order)
  return current !== undefined && order.tasks[current]?.isLost ? current : undefined
}

function isSameMark(a: TransactionAnchor, b: TransactionAnchor): boolean {
  return writeJson(toPlainJson(a)) === writeJson(toPlainJson(b))
}

function isAsking({ requests }: RunContext, account: string): boolean {
  return [...requests.values()].some(({ mark }) => mark.account.toLowerCase() === account.toLowerCase())
}
