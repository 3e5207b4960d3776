import type { Finding, Severity } from './findings/finding'

/**
 * What the guard says of a plan. `unavailable`: a check could not run, which is never green; its warnings, if any,
 * still need their acknowledgement. `block` wins over everything.
 */
export type Verdict = {
  readonly level: 'ok' | 'warn' | 'block' | 'unavailable'
  readonly findings: readonly Finding[]
}

/** The verdict over findings: the worst decides, and what could not be checked is never green. */
export function judge(findings: readonly Finding[], couldNotRun: boolean): Verdict {
  const worst = (severity: Severity) => findings.some((finding) => finding.severity === severity)
  const level = worst('block') ? 'block' : couldNotRun ? 'unavailable' : worst('warn') ? 'warn' : 'ok'
  return { level, findings }
}

/** What stands in the way for good. */
export function blocksOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'block')
}

/** What a person must acknowledge before going on. */
export function warningsOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'warn')
}
