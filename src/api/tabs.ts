import { attempt } from '../domain/attempt'
import { isRecord } from '../domain/record'
import type { Refusal } from '../protocol/refusal'
import type { CachedBody } from './cache'
import { openChannel } from './channel'
import { whenIdle } from './idle'
import { minInterval, restOfInterval } from './minInterval'
import type { RequestResult } from './requester'
import { pause } from './waiting'

/*
 * The tabs of one browser share their requests. A Web Lock lets one tab send at a time, a time in localStorage limits
 * when the next request may start (also across reloads), and a BroadcastChannel carries the response to the others. No
 * leader is elected: the first tab to get the lock sends the next request.
 */
export type Tabs = {
  /** The next result under this name: requested by this tab with `request`, or received from another tab. */
  readonly next: <Value>(
    name: string,
    signal: AbortSignal,
    request: () => Promise<RequestResult<Value>>,
  ) => Promise<RequestResult<Value> | SharedResult>
}

/** A result that another tab received. */
export type SharedResult =
  | { readonly is: 'body'; readonly body: CachedBody }
  | { readonly is: 'refusal'; readonly refusal: Refusal }

/** The ports that the tabs share; the browser's own unless a test replaces it. */
export type TabPorts = {
  /** Milliseconds since the epoch: the only clock that tabs share. */
  readonly clock: () => number
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Runs `run` while holding the lock of this name; resolves to `false` immediately when another tab holds it. */
  readonly tryLock: (name: string, run: () => Promise<void>) => Promise<boolean>
  readonly channel: typeof openChannel
}

export function createTabs(ports: TabPorts): Tabs {
  const channels = new Map<string, TabChannel>()

  return {
    async next(name, signal, request) {
      const channel = channelFor(name)
      for (;;) {
        const pause = earliestRequestTime(name) - ports.clock()
        const shared = channel.takeLatest() ?? (await channel.waitForNext(pause, signal))
        if (shared) return shared
        let fetched: Awaited<ReturnType<typeof request>> | undefined
        const wasFree = await ports.tryLock(`tidegate ${name}`, async () => {
          // Another tab may have sent a request between our pause and our lock.
          if (earliestRequestTime(name) > ports.clock()) return
          postpone(name, minInterval + Math.random() * jitter)
          fetched = await request()
          const { result, sentAt } = fetched
          const retryAfter = result.is === 'refused' ? (result.refusal.retryAfter ?? 0) : 0
          postpone(name, Math.max(retryAfter, restOfInterval(sentAt)))
          channel.publish(fetched)
        })
        if (fetched) return fetched
        const late = wasFree ? undefined : await channel.waitForNext(retryInterval, signal)
        if (late) return late
      }
    },
  }

  function channelFor(name: string): TabChannel {
    const known = channels.get(name)
    if (known) return known
    const fresh = openTabChannel(ports.channel(`tidegate ${name}`))
    channels.set(name, fresh)
    return fresh
  }

  /**
   * When the next request may start. A time beyond the longest pause comes from a clock that jumped, and is ignored.
   */
  function earliestRequestTime(name: string): number {
    const time = Number(attempt(() => ports.storage.getItem(key(name))) ?? 0)
    return time > ports.clock() + maxPause ? 0 : time
  }

  function postpone(name: string, by: number) {
    const time = Math.max(earliestRequestTime(name), ports.clock() + by)
    attempt(() => ports.storage.setItem(key(name), String(Math.ceil(time))))
  }
}

type TabChannel = ReturnType<typeof openTabChannel>

function openTabChannel(channel: ReturnType<typeof openChannel>) {
  let untaken: SharedResult | undefined
  let waiting: (() => void)[] = []
  channel.subscribe((message) => {
    if (!isSharedResult(message)) return
    untaken = message
    for (const resume of waiting.splice(0)) resume()
  })
  return { takeLatest, waitForNext, publish }

  /** The latest result that has not been taken yet. */
  function takeLatest(): SharedResult | undefined {
    const result = untaken
    untaken = undefined
    return result
  }

  /** The next result, or `undefined` after `within` milliseconds. */
  async function waitForNext(within: number, signal: AbortSignal): Promise<SharedResult | undefined> {
    if (within > 0 && !untaken) await messageOrTimeout(within, signal)
    return takeLatest()
  }

  function messageOrTimeout(within: number, signal: AbortSignal): Promise<void> {
    let resume = () => {}
    const message = new Promise<void>((resolve) => {
      resume = resolve
      waiting.push(resume)
    })
    return Promise.race([message, pause(within, signal)]).finally(() => {
      waiting = waiting.filter((other) => other !== resume)
    })
  }

  function publish({ result, body }: RequestResult<unknown>) {
    untaken = undefined
    if (result.is === 'refused') channel.post({ is: 'refusal', refusal: result.refusal } satisfies SharedResult)
    else if (body) channel.post({ is: 'body', body } satisfies SharedResult)
  }
}

/** Other tabs may run another version of the app, so messages are validated. */
function isSharedResult(message: unknown): message is SharedResult {
  if (!isRecord(message)) return false
  if (message.is === 'refusal') return isRecord(message.refusal)
  return message.is === 'body' && isRecord(message.body)
}

/** The tabs of this browser. Where storage is blocked or full, each tab throttles on its own. */
export function browserTabs(clock: () => number): Tabs {
  return createTabs({
    clock,
    // A getter, because a browser that blocks storage throws here.
    get storage() {
      return window.localStorage
    },
    tryLock: (name, run) => tryLock(navigator.locks, name, run),
    channel: (name) => {
      const channel = openChannel(name)
      // Posting copies the whole body, so this tab renders first.
      return { ...channel, post: (message) => whenIdle(() => channel.post(message)) }
    },
  })
}

/**
 * A browser without Web Locks, or one that refuses them (site data is blocked) or does not answer, lets this tab
 * request without a lock: tabs then still share the time of the next request.
 */
function tryLock(manager: LockManager | undefined, name: string, run: () => Promise<void>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isDecided = false
    const timer = setTimeout(() => decide(true), lockTimeout)
    const request = async () =>
      manager ? manager.request(name, { ifAvailable: true }, (lock) => decide(lock !== null)) : decide(true)
    request().catch(() => decide(true))

    async function decide(isFree: boolean) {
      if (isDecided) return
      isDecided = true
      clearTimeout(timer)
      await (isFree ? run() : undefined)?.catch(reject)
      resolve(isFree)
    }
  })
}

function key(name: string): string {
  return `tidegate.turn ${name}`
}

/** Random milliseconds, so that browsers that were opened together do not send requests together. */
const jitter = 250
/** The longest `Retry-After` that is respected, a minute, with a margin. */
const maxPause = 65_000
/** Milliseconds after which a tab retries to get the lock. */
const retryInterval = 500
/** Milliseconds after which a browser that answers no request for a lock is treated as one without locks. */
const lockTimeout = 3_000
