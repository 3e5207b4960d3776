import type { OperatorNotice } from '../components/services'
import { cleanText } from '../domain/text/label'
import type { Deployment } from '../protocol/deployment/deployment'

/**
 * Reads the operator's notice. Throws when it cannot be read; the last one read then stays in force. A static host has no
 * notice unless its operator adds one, and many static hosts answer with the app's HTML instead.
 */
export async function askNotice(
  { apiBase }: Pick<Deployment, 'apiBase'>,
  ask: typeof fetch = fetch,
): Promise<OperatorNotice> {
  const answer = await ask('/notice.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  const isStaticHost = apiBase !== ''
  const isPage = /^text\/html/i.test(answer.headers.get('content-type') ?? '')
  if (answer.status === 404 || (isStaticHost && answer.ok && isPage)) return { halt: undefined }
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`)
  return readNotice(await answer.json())
}

/** Decodes `/notice.json`. Only a plain `false` means that nothing is halted. */
export function readNotice(json: unknown): OperatorNotice {
  const { halt, message }: { readonly halt?: unknown; readonly message?: unknown } = Object(json)
  return { halt: halt === false ? undefined : cleanText(typeof message === 'string' ? message : '', 300) }
}
