import type { OperatorNotice } from '../components/halt'
import { cleanText } from '../domain/label'

/** Asks the gateway what its operator says. Throws when nobody answers; then what was said last holds on. */
export async function askNotice(ask: typeof fetch = fetch): Promise<OperatorNotice> {
  const answer = await ask('/notice.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  if (answer.status === 404) return { halt: undefined }
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`)
  return readNotice(await answer.json())
}

/** Decodes `/notice.json`. Only a plain `false` means that nothing is halted. */
export function readNotice(json: unknown): OperatorNotice {
  const { halt, message }: { readonly halt?: unknown; readonly message?: unknown } = Object(json)
  return { halt: halt === false ? undefined : cleanText(typeof message === 'string' ? message : '', 300) }
}
