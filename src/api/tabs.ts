import type { Refusal } from '../protocol/refusal'
import type { Parcel } from './cache'
import { whenIdle } from './idle'
import type { Asked } from './requester'
import { leastInterval } from './sharedRequest'

/*
 * The tabs of one browser ask the service as one. Whoever comes first asks for all: a lock lets one tab through at a
 * time, a time in shared storage says when the next question may be asked (also across reloads), and a channel tells
 * the others what was answered. There is nothing to elect and nobody to miss: the next round is led by whoever is there.
 */
export type Tabs = {
  /** The next answer to the question of this name: asked by this tab with `ask`, or heard from another. */
  readonly next: <Value>(
    name: string,
    signal: AbortSignal,
    ask: () => Promise<Asked<Value>>,
  ) => Promise<Asked<Value> | News>
}

/** What another tab was answered. */
export type News =
  | { readonly is: 'parcel'; readonly parcel: Parcel }
  | { readonly is: 'refusal'; readonly refusal: Refusal }

/** What tabs share; the browser's own unless a test hands in another. */
export type TabPorts = {
  /** Milliseconds since the epoch: the only clock that tabs have in common. */
  readonly clock: () => number
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Runs while no other tab runs something under this name; answers `false` at once when one does. */
  readonly alone: (name: string, run: () => Promise<void>) => Promise<boolean>
  readonly channel: (name: string) => Channel
}

type Channel = {
  readonly post: (message: unknown) => void
  readonly listen: (listener: (message: unknown) => void) => void
}

export function createTabs(ports: TabPorts): Tabs {
  const ears = new Map<string, Ear>()

  return {
    async next(name, signal, ask) {
      const ear = earFor(name)
      for (;;) {
        const heard = ear.take() ?? (await ear.hear(floorOf(name) - ports.clock(), signal))
        if (heard) return heard
        let asked: Awaited<ReturnType<typeof ask>> | undefined
        const wasFree = await ports.alone(`tidegate ${name}`, async () => {
          // Another tab may have asked between our wait and our turn.
          if (floorOf(name) > ports.clock()) return
          raise(name, leastInterval + Math.random() * jitter)
          asked = await ask()
          const { outcome } = asked
          if (outcome.is === 'refused') raise(name, outcome.refusal.retryAfter ?? 0)
          ear.tell(asked)
        })
        if (asked) return asked
        const news = wasFree ? undefined : await ear.hear(lookAgain, signal)
        if (news) return news
      }
    },
  }

  function earFor(name: string): Ear {
    const known = ears.get(name)
    if (known) return known
    const fresh = earOf(ports.channel(`tidegate ${name}`))
    ears.set(name, fresh)
    return fresh
  }

  /** When the question may be asked again. What lies further ahead than any rest we keep comes from a clock that jumped. */
  function floorOf(name: string): number {
    const floor = Number(attempt(() => ports.storage.getItem(key(name))) ?? 0)
    return floor > ports.clock() + longestRest ? 0 : floor
  }

  function raise(name: string, by: number) {
    const floor = Math.max(floorOf(name), ports.clock() + by)
    attempt(() => ports.storage.setItem(key(name), String(Math.ceil(floor))))
  }
}

type Ear = {
  /** What was heard since the last time anybody took it. */
  readonly take: () => News | undefined
  /** The next news, or `undefined` after so many milliseconds. */
  readonly hear: (within: number, signal: AbortSignal) => Promise<News | undefined>
  readonly tell: (asked: Asked<unknown>) => void
}

/** Long bodies travel once: as long as nothing changed, only the time of the answer is told. */
type Message =
  | { readonly is: 'parcel'; readonly parcel: Parcel }
  | { readonly is: 'again'; readonly of: number; readonly receivedAt: number; readonly age: number }
  | { readonly is: 'refusal'; readonly refusal: Refusal }

function earOf(channel: Channel): Ear {
  let last: { readonly parcel: Parcel; readonly since: number } | undefined
  let untaken: News | undefined
  let waiting: (() => void)[] = []
  channel.listen((message) => {
    if (!isMessage(message)) return
    untaken = newsOf(message)
    for (const wake of waiting.splice(0)) wake()
  })
  return { take, hear, tell }

  function take(): News | undefined {
    const news = untaken
    untaken = undefined
    return news
  }

  async function hear(within: number, signal: AbortSignal): Promise<News | undefined> {
    if (within > 0 && !untaken) await wakeAfter(within, signal)
    return take()
  }

  function wakeAfter(within: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        waiting = waiting.filter((other) => other !== done)
        resolve()
      }
      const stop = () => {
        done()
        reject(signal.reason)
      }
      const timer = setTimeout(done, within)
      waiting.push(done)
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  function tell({ outcome, parcel }: Asked<unknown>) {
    untaken = undefined
    if (outcome.is === 'refused') return channel.post({ is: 'refusal', refusal: outcome.refusal } satisfies Message)
    if (!parcel) return
    const isSame = last !== undefined && last.parcel.text === parcel.text
    const { receivedAt, age } = parcel
    const message: Message =
      isSame && last ? { is: 'again', of: last.since, receivedAt, age } : { is: 'parcel', parcel }
    last = { parcel, since: isSame && last ? last.since : receivedAt }
    channel.post(message)
  }

  function newsOf(message: Message): News | undefined {
    if (message.is === 'refusal') return message
    if (message.is === 'parcel') {
      last = { parcel: message.parcel, since: message.parcel.receivedAt }
      return message
    }
    // Whoever missed the body asks for it when its own turn comes.
    if (last?.since !== message.of) return untaken
    const parcel = { ...last.parcel, receivedAt: message.receivedAt, age: message.age }
    last = { ...last, parcel }
    return { is: 'parcel', parcel }
  }
}

/** Other tabs are this same app, perhaps in another version. */
function isMessage(message: unknown): message is Message {
  if (typeof message !== 'object' || message === null || !('is' in message)) return false
  if (message.is === 'again') return 'of' in message && 'receivedAt' in message && 'age' in message
  if (message.is === 'refusal') return 'refusal' in message && typeof message.refusal === 'object'
  return message.is === 'parcel' && 'parcel' in message && typeof message.parcel === 'object'
}

/** The tabs of this browser. Where it knows no locks, tabs still share the time of the next question. */
export function browserTabs(clock: () => number): Tabs {
  return createTabs({
    clock,
    storage: window.localStorage,
    alone: async (name, run) => {
      if (!navigator.locks) return run().then(() => true)
      return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false
        await run()
        return true
      })
    },
    channel: (name) => {
      if (typeof BroadcastChannel === 'undefined') return { post: () => {}, listen: () => {} }
      const channel = new BroadcastChannel(name)
      return {
        // A long text is copied for the others: this tab draws first.
        post: (message) => whenIdle(() => channel.postMessage(message)),
        listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
      }
    },
  })
}

/** Storage that is blocked or full means that this tab keeps its own pace. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

function key(name: string): string {
  return `tidegate.turn ${name}`
}

/** Browsers that were opened together should not ask together. */
const jitter = 250
/** The longest rest a service is granted, and a little. */
const longestRest = 65_000
/** How long a tab that found another one asking waits for its news before it looks again. */
const lookAgain = 500
