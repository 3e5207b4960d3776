import type { SwapRequest } from '../protocol/messages'
import { encodeSwapRequest } from '../protocol/swap'
import { openShelf, type Parcel } from './cache'
import type { LogEntry } from './requestLog'
import { call } from './transport'

/*
 * Bodies word for word, for whoever holds them against the specification. The lists are taken from what was heard
 * last, so that looking asks the service nothing; a quote is asked for by a click, and carries nothing out.
 */

export type Probe =
  | {
      readonly is: 'body'
      readonly text: string
      readonly receivedAt: number
      /** How it came, where that was seen. */
      readonly status?: number | undefined
      readonly contentType?: string | undefined
      /** What was sent for it. */
      readonly asked?: string | undefined
    }
  | { readonly is: 'nothing'; readonly why: string }

/** The last good answer of a list. */
export async function lastBody(base: string, path: string, clock: () => number): Promise<Probe> {
  const parcel: Parcel | undefined = await openShelf(clock).read(base + path)
  if (!parcel) return { is: 'nothing', why: 'No answer to this call was kept in this browser.' }
  return { is: 'body', text: parcel.text, receivedAt: parcel.receivedAt }
}

export async function quoteBody(base: string, request: SwapRequest, clock: () => number): Promise<Probe> {
  const line = {
    base,
    clock,
    fetch: (...asked: Parameters<typeof fetch>) => fetch(...asked),
    isOnline: () => navigator.onLine,
  }
  const what = { method: 'POST', path: '/api/swap/native', body: encodeSwapRequest(request), cap: 256 * 1024 } as const
  const { heard } = await call(line, what)
  if ('code' in heard) return { is: 'nothing', why: heard.sentence }
  const { text, receivedAt, status, contentType } = heard
  return { is: 'body', text, receivedAt, status, contentType, asked: what.body }
}

/** How a list came when this tab asked for it last; another tab may have asked, which leaves no trace here. */
export function lineOf(log: readonly LogEntry[], path: string): Pick<LogEntry, 'status' | 'contentType'> | undefined {
  return log.find(({ path: asked, outcome, status }) => asked === path && outcome === 'answer' && status !== 304)
}

/** The last deposit that was asked for by this page: one only for checking cannot be. */
export function lastDeposit(log: readonly LogEntry[]): Probe | undefined {
  const entry = log.find(({ path, status }) => path === '/api/amm/interactions/add' && status !== undefined)
  if (!entry) return undefined
  const { opening: text, at, took, status, contentType, asked } = entry
  return { is: 'body', text, receivedAt: at + took, status, contentType, asked }
}
