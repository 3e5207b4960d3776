import * as v from 'valibot'
import { refusalError } from './envelope'
import type { ScreeningSetting } from './settings'
import { createResponseCache, type LoadResult } from './upstream/cache'

/** Whether an address may trade here; `unknown` while the screening service does not say. */
export type Screening = (address: string) => Promise<'allowed' | 'refused' | 'unknown'>

/** Answers are kept for an hour, and for a day while the screening service fails. Milliseconds. */
const lifetime = { fresh: 3_600_000, staleWhileRevalidate: 3_600_000, staleIfError: 86_400_000, failurePause: 5_000 }
const timeout = 5_000

/** The screening that an operator has set: a list, or a service with `{address}` in its URL. `readList` is read each time. */
export function createScreening(
  setting: ScreeningSetting,
  readList: (file: string) => ReadonlySet<string>,
  clock: () => number,
): Screening {
  if (setting.is === 'list')
    return async (address) => (readList(setting.file).has(sameAddress(address)) ? 'refused' : 'allowed')
  const cache = createResponseCache<boolean, string>(lifetime, clock, undefined, 10_000)
  return async (address) => {
    const result = await cache.get(sameAddress(address), () => askService(setting, address))
    if (result.is === 'failed') return 'unknown'
    return result.value ? 'refused' : 'allowed'
  }
}

/** The addresses of a list, one per line; text after `#` is a comment. */
export function readAddresses(text: string): ReadonlySet<string> {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim())
  return new Set(lines.filter((line) => line !== '').map(sameAddress))
}

/**
 * Rejects a body whose sender or recipient may not trade here: 451 (unavailable for legal reasons), or 503 while
 * the screening service does not answer. Nothing is sent in either case.
 */
export async function refuseScreened(screening: Screening | undefined, body: string): Promise<void> {
  if (!screening) return
  const { sender, recipient } = v.parse(parties, body)
  const addresses = new Set([sender, recipient].filter((one) => typeof one === 'string'))
  const found = await Promise.all([...addresses].map(screening))
  if (found.includes('refused')) throw refusalError(451, 'This deployment does not trade with one of these addresses.')
  if (found.includes('unknown'))
    throw refusalError(503, 'The addresses cannot be checked right now. Try again in a moment.', { 'retry-after': '5' })
}

const parties = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ sender: v.optional(v.unknown()), recipient: v.optional(v.unknown()) }),
)

async function askService(
  { url, key }: { readonly url: string; readonly key: string | undefined },
  address: string,
): Promise<LoadResult<boolean, string>> {
  try {
    const response = await fetch(url.replaceAll('{address}', encodeURIComponent(address)), {
      headers: { accept: 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const answer = v.parse(screeningAnswer, await response.json())
    return { is: 'loaded', value: 'refused' in answer ? answer.refused : answer.identifications.length > 0 }
  } catch (error) {
    return { is: 'failed', failure: String(error), isFinal: false }
  }
}

/** A plain answer, or that of the sanctions API of Chainalysis. */
const screeningAnswer = v.union([
  v.object({ refused: v.boolean() }),
  v.object({ identifications: v.array(v.unknown()) }),
])

/** Capital letters are a checksum in addresses of EVM chains and of bitcoin, and part of those of Solana. */
function sameAddress(address: string): string {
  const written = address.trim()
  return /^(0x|bc1|tb1)/i.test(written) ? written.toLowerCase() : written
}
