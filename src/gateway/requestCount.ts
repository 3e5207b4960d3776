import type { GatewayOptions } from './gatewayOptions'
import type { Metrics } from './metrics'

export type CountDeps = Pick<GatewayOptions, 'log'> & { readonly metrics: Metrics }
export type CountedRequest = { readonly method: string; readonly path: string }

/** Counts and logs a request by its first path segment, never its contents. */
export function countRequest({ log, metrics }: CountDeps, request: CountedRequest, status: number, ms: number): void {
  const kind = kindOf(request.path)
  metrics.count('requests', { kind, status: String(status) })
  metrics.observe('request', { kind }, ms)
  log({ event: 'request', kind, method: request.method, status, ms })
}

const kinds = [
  ...['api', 'rpc', 'assets', 'faucet', 'config.json', 'notice.json', 'start.json'],
  ...['healthz', 'readyz', 'metrics', 'csp-report'],
]

function kindOf(path: string): string {
  const [, first = ''] = path.split('/')
  return kinds.includes(first) ? first : 'page'
}
