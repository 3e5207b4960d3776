import type { Finding } from '../guard/verdict'
import type { Failure } from '../orders/failure'
import type { Refusal, RefusalCode } from '../protocol/refusal'

/** Why an order stops when the checks block it: the first finding, the others as detail. */
export function refusedByChecks(blocks: readonly Finding[]): Failure {
  const [sentence = 'The checks found something wrong.', ...others] = blocks.map(({ sentence }) => sentence)
  return { code: 'refused', sentence, detail: others.length > 0 ? others.join(' ') : undefined }
}

/** Why an order stops when the service does not give a new quote. */
export function refusedByService({ code, sentence, said }: Refusal): Failure {
  return { code: failureCodes[code] ?? 'refused', sentence, detail: said }
}

const failureCodes: Partial<Record<RefusalCode, Failure['code']>> = {
  unreachable: 'unreachable',
  offline: 'unreachable',
  timeout: 'timeout',
  busy: 'busy',
  failing: 'busy',
}
