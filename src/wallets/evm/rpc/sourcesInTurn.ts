import { NodeBehind } from './blockFloor'
import { isHttpRefusal, RateLimited } from './nodeRefusal'
import type { RpcCall, RpcSource } from './rpcSource'

export type NodeClock = { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<void> }

export const realClock: NodeClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Whether the next source need not be asked. */
export type IsEnough = (answers: readonly unknown[]) => boolean

export type Ways = {
  readonly wallet?: RpcSource
  readonly clock: NodeClock
  /** Milliseconds before each retry when no source answers. */
  readonly retryDelays?: readonly number[] | undefined
  /** Milliseconds before each look whether a source that is behind has caught up. */
  readonly behindDelays?: readonly number[] | undefined
}

/** The result of one round of all sources. `wait`: milliseconds until a source takes calls again. */
type Round = Answers | { readonly why: WhyNone; readonly wait: number }
type Answers = { readonly answers: readonly unknown[] }
/** Why no source answers. */
export type WhyNone = 'silent' | 'limited' | 'behind'

function isLimit(answer: unknown): boolean {
  return isHttpRefusal(answer) && answer.code === 429
}

/** The longest `Retry-After` that a question is kept waiting for. */
const maxWait = 15_000
/** A source is asked again after this time at the latest: the wait that it names may be of another clock. */
const maxClosed = 120_000
/** Milliseconds that a failed source comes last; doubled with each failure in a row, up to the longest. */
const [firstPause, longestPause] = [1_000, 30_000]

/**
 * Asks the deployment's sources in turn, starting with the one that answered last, then the wallet, then the sources
 * that failed a moment ago. A request that one node refuses is sent to the next; if all refuse, the first one's answer
 * counts.
 */
export function sourcesInTurn(
  own: readonly RpcSource[],
  { wallet, clock, retryDelays = [500, 2_000], behindDelays = Array<number>(60).fill(1_000) }: Ways,
) {
  const { now, wait } = clock
  const seats = own.map(seatOf)
  const last = wallet ? [seatOf(wallet)] : []
  let preferred = 0

  return async (calls: readonly RpcCall[], isEnough: IsEnough): Promise<Answers | { readonly why: WhyNone }> => {
    const [retries, looks] = [[...retryDelays], [...behindDelays]]
    for (;;) {
      const round = await askRound(calls, isEnough)
      if ('answers' in round) return round
      const delay = (round.why === 'behind' ? looks : retries).shift()
      if (delay === undefined || round.wait > maxWait) return round
      await wait(Math.max(delay, round.wait))
    }
  }

  async function askRound(calls: readonly RpcCall[], isEnough: IsEnough): Promise<Round> {
    let refused: readonly unknown[] | undefined
    let why: WhyNone = 'silent'
    for (const seat of inOrder()) {
      const answers = seat.closedUntil > now() ? 'limited' : await answersOf(seat, calls)
      if (typeof answers === 'string') {
        if (why !== 'behind' && answers !== 'silent') why = answers
        continue
      }
      if (!isEnough(answers)) {
        // A wallet that refuses to read proves nothing about the chain.
        const counts = seat.source !== wallet || own.length === 0
        if (counts && !answers.some(isHttpRefusal)) refused ??= answers
        if (counts && why === 'silent' && answers.some(isLimit)) why = 'limited'
        continue
      }
      if (seat.source !== wallet) preferred = seats.indexOf(seat)
      return { answers }
    }
    if (refused) return { answers: refused }
    const waits = (seats.length > 0 ? seats : last).map(({ closedUntil }) => closedUntil - now())
    return { why, wait: Math.max(0, Math.min(...waits)) }
  }

  function inOrder() {
    const inTurn = [...seats.slice(preferred), ...seats.slice(0, preferred)]
    const isPaused = ({ pausedUntil }: Seat) => pausedUntil > now()
    return [...inTurn.filter((seat) => !isPaused(seat)), ...last, ...inTurn.filter(isPaused)]
  }

  /** A reason when the source cannot be reached, limits us, is on another chain, or does not have the block yet. */
  async function answersOf(seat: Seat, calls: readonly RpcCall[]): Promise<readonly unknown[] | WhyNone> {
    try {
      if (!(await seat.source.isOnChain())) return 'silent'
      const answers = await seat.source.askAll(calls)
      if (answers.every(isHttpRefusal)) pause(seat)
      else seat.failures = 0
      return answers
    } catch (error) {
      // The caller asks the next source, and throws when none is left.
      if (error instanceof NodeBehind) return 'behind'
      pause(seat)
      if (!(error instanceof RateLimited)) return 'silent'
      if (error.wait !== undefined) seat.closedUntil = now() + Math.min(maxClosed, error.wait)
      return 'limited'
    }
  }
  function pause(seat: Seat) {
    seat.pausedUntil = now() + Math.min(longestPause, firstPause * 2 ** seat.failures++)
  }
}

/** None of a chain's nodes answered. */
export class NoNodeAnswers extends Error {
  override readonly name = 'NoNodeAnswers'
  readonly why: WhyNone

  constructor(chain: string, why: WhyNone = 'silent') {
    super(`No node of ${chain} answers at the moment (${why}).`)
    this.why = why
  }
}

type Seat = ReturnType<typeof seatOf>

function seatOf(source: RpcSource) {
  return { source, failures: 0, pausedUntil: 0, closedUntil: 0 }
}
