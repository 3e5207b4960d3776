type Labels = Readonly<Record<string, string>>

/** Counters and timings in Prometheus' text format. */
export type Metrics = {
  readonly count: (name: string, labels: Labels) => void
  readonly observe: (name: string, labels: Labels, milliseconds: number) => void
  readonly render: () => string
}

export function createMetrics(): Metrics {
  const values = new Map<string, Map<string, number>>()

  function add(name: string, labels: Labels, value: number) {
    const key = labelText(labels)
    const series = values.get(name) ?? new Map<string, number>()
    series.set(key, (series.get(key) ?? 0) + value)
    values.set(name, series)
  }

  return {
    count: (name, labels) => add(`tidegate_${name}_total`, labels, 1),
    observe(name, labels, milliseconds) {
      add(`tidegate_${name}_seconds_sum`, labels, milliseconds / 1_000)
      add(`tidegate_${name}_seconds_count`, labels, 1)
    },
    render: () => [...values].map(([name, series]) => family(name, series)).join(''),
  }
}

function family(name: string, series: ReadonlyMap<string, number>): string {
  const lines = [...series].map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# TYPE ${name} counter\n${lines.join('')}`
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
