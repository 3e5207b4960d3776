import { memberOf, messageOf } from '../../../chain/rpc'
import { attempt } from '../../../domain/attempt'
import { searchIn } from './logSearch'
import {
  EvmNodeError,
  HttpRefusal,
  isAboutCall,
  isRateLimit,
  nodeErrorIn,
  RateLimited,
  requestedWait,
} from './nodeRefusal'
import type { RpcCall } from './rpcSource'

/** Rejects with `HttpRefusal`, with `RateLimited`, or when the node cannot be reached. */
export type Post = (calls: readonly RpcCall[]) => Promise<readonly unknown[]>

/** Sends calls to a node over HTTP, several as a JSON-RPC batch. */
export function postTo(url: string, fetchFrom: typeof fetch, timeout: number, now: () => number): Post {
  return async (calls) => {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const response = await fetchFrom(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body.length === 1 ? body[0] : body),
      signal: AbortSignal.timeout(timeout),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    const text = await response.text()
    const said: unknown = attempt(() => JSON.parse(text))
    const isBatch = Array.isArray(said)
    // Some nodes send the id back as a text.
    const byId = new Map([said].flat().map((each) => [String(memberOf(each, 'id')), each]))
    const answers = calls.map(({ method }, id) =>
      resultIn(method, byId.get(String(id)) ?? (isBatch ? undefined : withoutId(said, calls.length))),
    )
    const isLarge = calls.some((call) => searchIn(call) !== undefined)
    const isLimit = (answer: unknown) => isRateLimit(answer, isLarge)
    const limit = response.status === 429 ? new HttpRefusal(429, messageOf(answers[0])) : answers.find(isLimit)
    // One call of a batch may be limited by its method.
    if (limit instanceof EvmNodeError && !answers.every(isLimit))
      return answers.map((answer) => (isLimit(answer) ? new HttpRefusal(429, limit.message) : answer))
    if (limit) throw new RateLimited(limit.message, requestedWait(response.headers.get('retry-after'), limit, now()))
    // Some nodes send the reason why a call reverts with a status of its own. Half an answer is one to a large question.
    const isAnswer = said !== undefined && (isBatch || calls.length === 1)
    if (!isAnswer || (!response.ok && !answers.every(isAboutCall)))
      throw new HttpRefusal(response.status, messageOf(answers[0]))
    return answers
  }
}

/** An answer without the id of its call. A result could be of another call, unless there was only one. */
function withoutId(said: unknown, calls: number): unknown {
  const isOfOne = calls === 1 && (memberOf(said, 'id') ?? null) === null
  return isOfOne || memberOf(said, 'result') === undefined ? said : undefined
}

function resultIn(method: string, answer: unknown): unknown {
  const error = memberOf(answer, 'error')
  if (error !== undefined && error !== null) return nodeErrorIn(typeof error === 'object' ? error : answer)
  const result = memberOf(answer, 'result')
  if (result === undefined) return nodeErrorIn(answer ?? 'no result')
  // Another node may have the answer that this one does not give.
  if (typeof result === 'object' && result !== null && Object.keys(result).join() === 'error')
    return resultIn(method, result)
  return isEmpty(method, result) ? nodeErrorIn('no result') : result
}

/** Methods whose result is always a number in hexadecimal form, and those that always have bytes. */
const numbers: ReadonlySet<string> = new Set([
  ...['eth_blockNumber', 'eth_getBalance', 'eth_getTransactionCount', 'eth_gasPrice', 'eth_estimateGas'],
])
const bytes: ReadonlySet<string> = new Set(['eth_call', 'eth_getCode', 'eth_getStorageAt'])

function isEmpty(method: string, result: unknown): boolean {
  if (numbers.has(method)) return typeof result !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(result)
  return result === null && bytes.has(method)
}
