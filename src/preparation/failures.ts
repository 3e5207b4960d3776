import type { Finding } from '../guard/findings/finding'
import type { Failure } from '../orders/failure'
import type { Refusal, RefusalCode } from '../protocol/refusal'

/** Why an order stops when the checks block it: the findings themselves, which have no sentence of their own. */
export function refusedByChecks(findings: readonly Finding[]): Failure {
  return { code: 'refused', facts: { is: 'blocked by checks', findings }, detail: undefined }
}

/** Why an order stops when the service does not give a new quote. */
export function refusedByService({ code, said }: Refusal): Failure {
  return {
    code: failureCodes[code] ?? 'refused',
    facts: { is: 'refused by service', refusal: code, said },
    detail: said,
  }
}

const failureCodes: Partial<Record<RefusalCode, Failure['code']>> = {
  unreachable: 'unreachable',
  offline: 'unreachable',
  timeout: 'timeout',
  busy: 'busy',
  failing: 'busy',
}
