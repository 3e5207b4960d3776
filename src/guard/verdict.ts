import type { Finding, Severity } from './findings/finding'

/**
 * How far a plan may be trusted, the strongest first; docs/guard.md says what each level claims. `unchecked`: a check
 * could not run, which is never green; its warnings, if any, still need their acknowledgement.
 */
export type Level = 'enforced' | 'proven' | 'tried' | 'blocked' | 'unchecked'

/** What the guard says of a plan. */
export type Verdict = {
  readonly level: Level
  readonly findings: readonly Finding[]
}

/** The verdict over findings: the worst decides, and what could not be checked is never green. */
export function judge(findings: readonly Finding[], couldNotRun: boolean): Verdict {
  const worst = (severity: Severity) => findings.some((finding) => finding.severity === severity)
  const level = worst('block') ? 'blocked' : couldNotRun ? 'unchecked' : worst('warn') ? 'tried' : 'proven'
  return { level, findings }
}

/** Every step is explained or bounded: the person signs without agreeing to anything else. */
export function isGreen({ level }: Pick<Verdict, 'level'>): boolean {
  return level === 'enforced' || level === 'proven'
}

/** What stands in the way for good. */
export function blocksOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'block')
}

/** What a person must acknowledge before going on. */
export function warningsOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'warn')
}
