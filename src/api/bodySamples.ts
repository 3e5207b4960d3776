import type { Refusal } from '../protocol/refusal'
import type { SwapRequest } from '../protocol/serviceMessages'
import { encodeSwapRequest } from '../protocol/swap'
import { openBodyCache } from './cache'
import type { LogEntry } from './requestLog'
import { send } from './transport'

/*
 * Unchanged response bodies for the conformance report. The lists come from the cache, so that opening the report sends
 * no request; a quote is requested with a click and is never executed.
 */

export type BodySample =
  | {
      readonly is: 'body'
      readonly text: string
      readonly receivedAt: number
      /** HTTP status and content type, when this tab made the request. */
      readonly status?: number | undefined
      readonly contentType?: string | undefined
      readonly requestBody?: string | undefined
    }
  /** Nothing is cached in this browser, or the service gave no answer. */
  | { readonly is: 'nothing'; readonly refusal: Refusal | undefined }

/** The last usable response of a list. */
export async function lastBody(base: string, path: string, clock: () => number): Promise<BodySample> {
  const body = await openBodyCache(clock).read(base + path)
  if (!body) return { is: 'nothing', refusal: undefined }
  return { is: 'body', text: body.text, receivedAt: body.receivedAt }
}

export async function quoteBody(base: string, request: SwapRequest, clock: () => number): Promise<BodySample> {
  const transport = {
    base,
    clock,
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
    isOnline: () => navigator.onLine,
  }
  const body = encodeSwapRequest(request)
  const { response } = await send(transport, { method: 'POST', path: '/api/swap/native', body, maxBytes: 256 * 1024 })
  if ('code' in response) return { is: 'nothing', refusal: response }
  const { text, receivedAt, status, contentType } = response
  return { is: 'body', text, receivedAt, status, contentType, requestBody: body }
}

/** Status and content type of this tab's last request for a list; `undefined` when another tab made it. */
export function responseMetadataOf(
  log: readonly LogEntry[],
  path: string,
): Pick<LogEntry, 'status' | 'contentType'> | undefined {
  return log.find((entry) => entry.path === path && entry.outcome === 'answer' && entry.status !== 304)
}

/** The last deposit this page requested: a deposit cannot be requested only to inspect the answer. */
export function lastDeposit(log: readonly LogEntry[]): BodySample | undefined {
  const entry = log.find(({ path, status }) => path === '/api/amm/interactions/add' && status !== undefined)
  if (!entry) return undefined
  const { excerpt: text, at, duration, status, contentType, requestBody } = entry
  return { is: 'body', text, receivedAt: at + duration, status, contentType, requestBody }
}
