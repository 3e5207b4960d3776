/** The counters: the help text of each, and its labels. */
export const counters = {
  requests: ['Requests to the gateway.', 'kind', 'status'],
  upstream_requests: ['Calls to the service, by status or the reason why there was none.', 'route', 'outcome'],
  upstream_refused: ['Quotes and deposits that were not sent to the service.', 'route', 'reason'],
  rate_limited: ['Requests over a limit of their caller.', 'kind'],
  store_failures: ['What this gateway did by itself because the store did not answer.', 'operation'],
  csp_reports: ['Violations of the content policy that browsers reported.'],
} as const

export const histograms = {
  request: ['Time until the gateway answered.', 'kind'],
  upstream: ['Time until the service answered.', 'route'],
} as const

export const gauges = {
  upstream_in_flight: ['Quotes and deposits that the service is working on.'],
  upstream_failing: ['1 while the latest calls of a route fail.', 'route'],
  breaker_open: ['1 while calls of a route are refused because the service fails.', 'route'],
  halted: ['1 while the notice halts the deployment.'],
  store_up: ['1 while the store answers.'],
  list_age_seconds: ['Age of the list of chains that is served.', 'list'],
} as const

type Labels = Readonly<Record<string, string>>

export type Metrics = {
  readonly count: (name: keyof typeof counters, labels: Labels) => void
  readonly observe: (name: keyof typeof histograms, labels: Labels, milliseconds: number) => void
  /** A value that is read whenever the metrics are. */
  readonly gauge: (name: keyof typeof gauges, labels: Labels, read: () => number) => void
  /** Prometheus' text format. */
  readonly render: () => Promise<string>
}

/** For runtimes without Node, where an isolate is too short-lived to be scraped. */
export const noMetrics: Metrics = { count() {}, observe() {}, gauge() {}, render: async () => '' }
