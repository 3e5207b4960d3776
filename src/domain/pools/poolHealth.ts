import type { ClassState, ListFreshness } from './poolFreshness'
import type { Drift } from './schema'
import type { SelfCheckCode } from './selfCheck'

/*
 * The findings about the pools of a deployment, network by network, with their start. A finding lasts as long as each
 * poll of its network repeats it; without a poll none begins or ends.
 */

export type HealthFinding = {
  readonly network: string
  /** Identifies the finding at the next poll. */
  readonly key: string
  /** When it began, where the figures say so themselves. */
  readonly at: number | undefined
} & HealthFacts

export type HealthFacts =
  | { readonly is: 'no answer' | 'last request failed'; readonly why: string }
  | { readonly is: 'no pools' }
  | { readonly is: 'stale' | 'frozen'; readonly figures: 'live' | 'hourly' }
  | { readonly is: 'list shrank'; readonly from: number; readonly to: number }
  | { readonly is: 'schema changed'; readonly drift: readonly Drift[] }
  | { readonly is: 'self-check fails'; readonly check: SelfCheckCode; readonly pools: readonly string[] }
  | { readonly is: 'pools left behind'; readonly pools: readonly string[] }

/** The result of one poll of a network's pools. */
export type NetworkLook = {
  readonly network: string
  /** Some networks have no pools at all: there an empty list is not a finding. */
  readonly hasPools: boolean
  readonly freshness: ListFreshness
  readonly count: number
  /** The most pools that were listed within a day. */
  readonly most: number
  readonly drift: readonly Drift[]
  /** Ids of the pools that fail a check, by check. */
  readonly failing: ReadonlyMap<SelfCheckCode, readonly string[]>
  readonly leftBehind: readonly string[]
}

/** `undefined` before the network's first answer. */
export function findingsOf(look: NetworkLook): readonly HealthFinding[] | undefined {
  const { network, hasPools, freshness, count, most, drift, failing, leftBehind } = look
  const { list, live, hourly } = freshness
  if (list.is === 'waiting') return undefined
  // While a request is pending, old figures of the last visit are no sign of a faulty service.
  if (list.is === 'listed' && list.from === 'cache' && list.refusal === undefined) return undefined
  const found = (facts: HealthFacts, name: string = facts.is, at?: number): HealthFinding => ({
    network,
    key: `${network} ${name}`,
    at,
    ...facts,
  })
  if (list.is === 'failed') return [found({ is: 'no answer', why: list.why })]
  return [
    ...(list.refusal === undefined ? [] : [found({ is: 'last request failed', why: list.refusal })]),
    ...(list.is === 'empty' && hasPools ? [found({ is: 'no pools' })] : []),
    ...ageFinding('live', live),
    ...ageFinding('hourly', hourly),
    ...(count < most ? [found({ is: 'list shrank', from: most, to: count })] : []),
    ...(drift.length > 0 ? [found({ is: 'schema changed', drift })] : []),
    ...[...failing].map(([check, pools]) => found({ is: 'self-check fails', check, pools }, `check ${check}`)),
    ...(leftBehind.length > 0 ? [found({ is: 'pools left behind', pools: leftBehind })] : []),
  ]

  function ageFinding(figures: 'live' | 'hourly', state: ClassState): readonly HealthFinding[] {
    if (state.is !== 'stale' && state.is !== 'frozen') return []
    return [found({ is: state.is, figures }, `${figures} ${state.is}`, state.at)]
  }
}

/** The state stored between polls and visits. */
export type HealthLog = {
  readonly since: Readonly<Record<string, number>>
  readonly ended: readonly { readonly key: string; readonly from: number; readonly to: number }[]
  readonly most: Readonly<Record<string, { readonly count: number; readonly at: number }>>
}

export const emptyHealthLog: HealthLog = { since: {}, ended: [], most: {} }

/** Findings that are over and are kept. */
const maxEnded = 100
const day = 86_400_000

/** The log after a poll of a network. The same object when nothing changed. */
export function noted(
  log: HealthLog,
  network: string,
  look: { readonly findings: readonly HealthFinding[]; readonly count: number },
  now: number,
): HealthLog {
  const found = new Map(look.findings.map((finding) => [finding.key, finding]))
  const own = Object.keys(log.since).filter((key) => key.startsWith(`${network} `))
  const over = own.filter((key) => !found.has(key))
  const fresh = [...found.values()].filter(({ key }) => log.since[key] === undefined)
  const before = log.most[network]
  const most = !before || before.count <= look.count || now - before.at > day ? { count: look.count, at: now } : before
  const isSameMost = before !== undefined && most.count === before.count && now - before.at < 60_000
  if (over.length === 0 && fresh.length === 0 && (isSameMost || most === before)) return log
  const kept = Object.entries(log.since).filter(([key]) => !over.includes(key))
  return {
    since: Object.fromEntries([...kept, ...fresh.map(({ key, at }) => [key, at ?? now] as const)]),
    ended: [...over.map((key) => ({ key, from: log.since[key] ?? now, to: now })), ...log.ended].slice(0, maxEnded),
    most: { ...log.most, [network]: most },
  }
}
