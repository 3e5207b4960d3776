import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../../../package.json'
import { counters, gauges, histograms, type Metrics } from '../metrics'

/** Metrics of this process for Prometheus, with those of Node itself. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'tidegate_' })
  // Gauges with the suffix of counters, which promtool refuses.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`tidegate_nodejs_active_${name}_total`)
  const counted = mapped(
    counters,
    (name, [help, ...labelNames]) => new Counter({ name: `tidegate_${name}_total`, help, labelNames, registers }),
  )
  const observed = mapped(
    histograms,
    (name, [help, ...labelNames]) =>
      new Histogram({ name: `tidegate_${name}_seconds`, help, labelNames, registers, buckets }),
  )
  new Gauge({ name: 'tidegate_build_info', help: 'The version, as a label.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  const reads = new Map<string, { readonly labels: Readonly<Record<string, string>>; readonly read: () => number }[]>()
  for (const [name, [help, ...labelNames]] of entriesOf(gauges))
    new Gauge({
      ...{ name: `tidegate_${name}`, help, labelNames, registers },
      collect() {
        for (const { labels, read } of reads.get(name) ?? []) this.set(labels, read())
      },
    })

  return {
    count: (name, labels) => counted[name].inc(labels),
    observe: (name, labels, milliseconds) => observed[name].observe(labels, milliseconds / 1_000),
    gauge: (name, labels, read) => void reads.set(name, [...(reads.get(name) ?? []), { labels, read }]),
    render: () => registry.metrics(),
  }
}

/** Seconds. The service may need 15 for a quote. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16]

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
