type Labels = Readonly<Record<string, string>>

/** Counters, histograms and gauges of the gateway. `src/gateway/node/metrics.ts` has their names and labels. */
export type Metrics = {
  readonly count: (name: CounterName, labels: Labels) => void
  readonly observe: (name: HistogramName, labels: Labels, milliseconds: number) => void
  /** A value that is read whenever the metrics are. */
  readonly gauge: (name: GaugeName, labels: Labels, read: () => number) => void
  /** Prometheus' text format. */
  readonly render: () => Promise<string>
}

export type CounterName =
  | 'requests'
  | 'upstream_requests'
  | 'upstream_refused'
  | 'rate_limited'
  | 'csp_reports'
  | 'store_failures'
export type HistogramName = 'request' | 'upstream'
export type GaugeName =
  | 'upstream_in_flight'
  | 'upstream_failing'
  | 'breaker_open'
  | 'halted'
  | 'list_age_seconds'
  | 'store_up'

/** For runtimes without Node, where an isolate is too short-lived to be scraped. */
export const noMetrics: Metrics = { count() {}, observe() {}, gauge() {}, render: async () => '' }
