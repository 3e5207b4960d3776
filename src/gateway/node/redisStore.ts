import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import * as v from 'valibot'
import type { WriteLog } from '../gatewayOptions'
import type { Metrics } from '../metrics'
import { type NoticeFile, noHalt, parseNoticeFile } from '../notice'
import { SettingsError } from '../settingsError'
import { listPause } from '../upstream/cachedResponse'
import { failed, proxyErrorTypes, type UpstreamLimits, type UpstreamResponse } from '../upstream/client'
import type { Store } from '../upstream/store'

export type RedisStore = Store & {
  /** The notice that halts all gateways: the key `tidegate:notice`, or the notice file of one of them. */
  readonly notice: () => NoticeFile
  readonly close: () => void
}

export type RedisStoreDeps = {
  readonly limits: Pick<UpstreamLimits, 'getTimeout' | 'postTimeout'>
  readonly metrics: Metrics
  readonly log: WriteLog
  /** The notice file of this gateway. */
  readonly ownNotice: () => NoticeFile
}

/** Connects to Redis 7, or Valkey. Throws `SettingsError` when it refuses the password; one that is away may come back. */
export async function connectStore(
  url: string,
  { limits, metrics, log, ownNotice }: RedisStoreDeps,
): Promise<RedisStore> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: 500 },
  })
  const lockTime = { list: limits.getTimeout + 2_000, deposit: limits.postTimeout + 2_000 }
  /** In milliseconds of `performance.now()`. `since` is when the store was last seen to fail, without an answer after it. */
  let failing: { readonly since: number; readonly until: number } | undefined
  let notice: NoticeFile = noHalt
  metrics.gauge('store_up', {}, () => Number(failing === undefined))

  const started = new Promise<Error | undefined>((resolve) => {
    client.on('ready', () => resolve(undefined))
    client.on('error', resolve)
  })
  client.connect().catch(() => {})
  // A server that accepts the connection and never answers must not keep the gateway from starting.
  const error = await Promise.race([started, sleep(startTimeout)])
  if (error && /WRONGPASS|NOAUTH|NOPERM/.test(error.message)) {
    client.destroy()
    throw new SettingsError('The store refused the user or password of TIDEGATE_STORE.')
  }
  await readNotice()
  const timer = setInterval(readNotice, noticeInterval)

  return {
    async list(path, ask) {
      const keys = [`${prefix}list:${path}`, `${prefix}list:${path}:lock`]
      for (;;) {
        const found = await attempt('list', async () =>
          v.parse(foundList, await client.eval(readOrLock, { keys, arguments: [String(lockTime.list)] })),
        )
        if (found === undefined) return { answer: await ask() }
        if (found === 'ask') return { answer: await askFor(keys, ask) }
        if (found !== 'wait') return found
        await sleep(pollInterval)
      }
    },
    async once(key, task) {
      const lock = `${prefix}deposit:${hashOf(key)}`
      const answerOf = (id: string) => `${prefix}deposit:${id}:answer`
      const id = randomUUID()
      const running = await attempt('deposit', async () => ({
        id: await client.set(lock, id, { condition: 'NX', GET: true, expiration: px(lockTime.deposit) }),
      }))
      if (running === undefined) return task()
      if (running.id !== null) return waitFor(answerOf(running.id))
      const answer = await task()
      await attempt('deposit', () =>
        client
          .multi()
          .set(answerOf(id), write(answer, 0), { expiration: px(lockTime.deposit) })
          .del(lock)
          .exec(),
      )
      return answer
    },
    take: (name, caller, count, { perMinute, burst }) =>
      attempt('limit', async () => {
        const keys = [`${prefix}limit:${name}:${hashOf(caller)}`]
        const numbers = [burst, perMinute / 60_000, count].map(String)
        return v.parse(v.number(), await client.eval(takeFromBucket, { keys, arguments: numbers }))
      }),
    notice: () => notice,
    close() {
      clearInterval(timer)
      client.destroy()
    },
  }

  async function askFor(
    [key = '', lock = '']: string[],
    ask: () => Promise<UpstreamResponse>,
  ): Promise<UpstreamResponse> {
    const startedAt = performance.now()
    const answer = await ask()
    const text = write(answer, Math.round(performance.now() - startedAt))
    await attempt('list', () =>
      client
        .multi()
        .set(key, text, { expiration: px(listPause(answer)) })
        .del(lock)
        .exec(),
    )
    return answer
  }

  /** A deposit that another gateway has sent is never sent again, even if its answer cannot be read. */
  async function waitFor(key: string): Promise<UpstreamResponse> {
    const deadline = performance.now() + lockTime.deposit
    while (performance.now() < deadline) {
      const text = await attempt('deposit', () => client.get(key))
      if (text) return v.parse(storedAnswer, text)
      await sleep(pollInterval)
    }
    return failed(504, 'This deposit was sent through another gateway, and its answer is not known.')
  }

  /** A halt lasts while the store is away: only its own word, or that of the file, ends it. */
  async function readNotice() {
    const own = ownNotice()
    const texts = await attempt('notice', async () => {
      if (own.halt)
        await client.set(`${prefix}notice:file`, JSON.stringify(own), { expiration: px(noticeInterval * 5) })
      return client.mGet([`${prefix}notice`, `${prefix}notice:file`])
    })
    if (texts) notice = texts.map((text) => parseNoticeFile(text ?? undefined)).find(({ halt }) => halt) ?? noHalt
  }

  /** Does not wait for a store that failed a moment ago. */
  async function attempt<Value>(operation: string, run: () => Promise<Value>): Promise<Value | undefined> {
    const now = performance.now()
    if (failing && now < failing.until) return void metrics.count('store_failures', { operation })
    const late = new AbortController()
    try {
      const tooLate = sleep(commandTimeout, undefined, late).then(() => Promise.reject(new Error('no answer in time')))
      const value = await Promise.race([run(), tooLate])
      if (failing) log({ event: 'store answers again', seconds: Math.round((now - failing.since) / 1_000) })
      failing = undefined
      return value
    } catch (error) {
      metrics.count('store_failures', { operation })
      if (!failing) log({ event: 'store fails', reason: error instanceof Error ? error.message : String(error) })
      failing = { since: failing?.since ?? now, until: performance.now() + failurePause }
      return undefined
    } finally {
      late.abort()
    }
  }
}

/** Times in milliseconds. */
const [startTimeout, commandTimeout, failurePause, pollInterval, noticeInterval] = [
  3_000, 1_000, 1_000, 50, 1_000,
] as const

const prefix = 'tidegate:'

const px = (value: number) => ({ type: 'PX', value }) as const

/** Bodies and addresses of callers are not written into the store. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** `took` is how long the service took, in milliseconds. */
function write({ body, ...answer }: UpstreamResponse, took: number): string {
  return JSON.stringify({ ...answer, took, body: Buffer.from(body).toString('base64') })
}

const storedAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    status: v.number(),
    body: v.pipe(
      v.string(),
      v.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
    ),
    retryAfter: v.optional(v.string()),
    error: v.optional(v.picklist(proxyErrorTypes)),
    isOutage: v.boolean(),
    took: v.number(),
  }),
  v.transform(({ retryAfter, error, ...answer }) => ({ ...answer, retryAfter, error })),
)

const foundList = v.union([
  v.picklist(['ask', 'wait']),
  v.pipe(
    v.tuple([storedAnswer, v.number()]),
    v.transform(([answer, left]) => {
      const answeredAgo = listPause(answer) - left
      return { answer, answeredAgo, askedAgo: answeredAgo + answer.took }
    }),
  ),
])

/** The answer and the milliseconds that it stays; else `ask` for the gateway that has the lock now, `wait` for the others. */
const readOrLock = `
local answer = redis.call('get', KEYS[1])
if answer then return { answer, redis.call('pttl', KEYS[1]) } end
return redis.call('set', KEYS[2], '', 'nx', 'px', ARGV[1]) and 'ask' or 'wait'`

/** The bucket of `src/gateway/upstream/limiter.ts`, by the clock of the store. */
const takeFromBucket = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local burst, rate, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('hmget', KEYS[1], 'tokens', 'at')
local tokens = math.min(burst, (bucket[1] or burst) + (now - (bucket[2] or now)) * rate)
local missing = math.min(math.max(count, 1), burst) - tokens
if missing <= 0 then tokens = tokens - count end
redis.call('hset', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('pexpire', KEYS[1], math.ceil((burst - tokens) / rate) + 1000)
return missing > 0 and math.ceil(missing / rate / 1000) or 0`
