import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../../../package.json'
import type { CounterName, GaugeName, HistogramName, Metrics } from '../metrics'

/** Metrics of this process for Prometheus, with those of Node itself. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'tidegate_' })
  // Gauges with the suffix of counters, which promtool refuses.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`tidegate_nodejs_active_${name}_total`)
  const counters = mapped(
    counterHelp,
    (name, [help, ...labelNames]) => new Counter({ name: `tidegate_${name}_total`, help, labelNames, registers }),
  )
  const histograms = mapped(
    histogramHelp,
    (name, [help, ...labelNames]) =>
      new Histogram({ name: `tidegate_${name}_seconds`, help, labelNames, registers, buckets }),
  )
  new Gauge({ name: 'tidegate_build_info', help: 'The version, as a label.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  const reads = new Map<
    GaugeName,
    { readonly labels: Readonly<Record<string, string>>; readonly read: () => number }[]
  >()
  for (const [name, [help, ...labelNames]] of entriesOf(gaugeHelp))
    new Gauge({
      ...{ name: `tidegate_${name}`, help, labelNames, registers },
      collect() {
        for (const { labels, read } of reads.get(name) ?? []) this.set(labels, read())
      },
    })

  return {
    count: (name, labels) => counters[name].inc(labels),
    observe: (name, labels, milliseconds) => histograms[name].observe(labels, milliseconds / 1_000),
    gauge: (name, labels, read) => void reads.set(name, [...(reads.get(name) ?? []), { labels, read }]),
    render: () => registry.metrics(),
  }
}

/** Seconds. The service may need 15 for a quote. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16]

/** The help text of each counter, and its labels. */
const counterHelp: Readonly<Record<CounterName, readonly string[]>> = {
  requests: ['Requests to the gateway.', 'kind', 'status'],
  upstream_requests: ['Calls to the service, by status or the reason why there was none.', 'route', 'outcome'],
  upstream_refused: ['Quotes and deposits that were not sent to the service.', 'route', 'reason'],
  rate_limited: ['Requests over a limit of their caller.', 'kind'],
  store_failures: ['What this gateway did by itself because the store did not answer.', 'operation'],
  csp_reports: ['Violations of the content policy that browsers reported.'],
}

const histogramHelp: Readonly<Record<HistogramName, readonly string[]>> = {
  request: ['Time until the gateway answered.', 'kind'],
  upstream: ['Time until the service answered.', 'route'],
}

const gaugeHelp: Readonly<Record<GaugeName, readonly string[]>> = {
  upstream_in_flight: ['Quotes and deposits that the service is working on.'],
  upstream_failing: ['1 while the latest calls of a route fail.', 'route'],
  breaker_open: ['1 while calls of a route are refused because the service fails.', 'route'],
  halted: ['1 while the notice halts the deployment.'],
  store_up: ['1 while the store answers.'],
  list_age_seconds: ['Age of the list of chains that is served.', 'list'],
}

function mapped<Name extends string, Value>(
  help: Readonly<Record<Name, readonly string[]>>,
  make: (name: Name, words: readonly [string, ...string[]]) => Value,
): Readonly<Record<Name, Value>> {
  const made = entriesOf(help).map(([name, words]) => [name, make(name, words)] as const)
  return Object.fromEntries(made) as Record<Name, Value>
}

function entriesOf<Name extends string>(help: Readonly<Record<Name, readonly string[]>>) {
  return Object.entries<readonly string[]>(help) as [Name, [string, ...string[]]][]
}
