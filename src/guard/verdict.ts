import type { Finding, Severity } from './findings/finding'

/**
 * How far a plan may be trusted, the strongest first; docs/guard.md defines each level. `unchecked`: a check could not
 * run, which is never green; its warnings, if any, still need their acknowledgement.
 */
export type Level = 'enforced' | 'proven' | 'tried' | 'blocked' | 'unchecked'

/** The result of all checks of a plan. */
export type Verdict = {
  readonly level: Level
  readonly findings: readonly Finding[]
}

/** The verdict from findings: the worst one decides, and a check that could not run is never green. */
export function judge(found: readonly Finding[], couldNotRun: boolean): Verdict {
  const findings = found.filter(isSaidOnce)
  const worst = (severity: Severity) => findings.some((finding) => finding.severity === severity)
  const isEnforced = findings.some(({ code, severity }) => code === 'V-060' && severity === 'ok')
  const green = isEnforced ? 'enforced' : 'proven'
  const level = worst('block') ? 'blocked' : couldNotRun ? 'unchecked' : worst('warn') ? 'tried' : green
  return { level, findings }
}

/** The verdict with other findings. */
export function withFindings({ level }: Verdict, findings: readonly Finding[]): Verdict {
  return judge(findings, level === 'unchecked')
}

/** A question holds once for a plan, and only where it finds nothing else. */
function isSaidOnce({ code, kind }: Finding, index: number, all: readonly Finding[]): boolean {
  if (kind !== 'holds') return true
  const first = all.findIndex((each) => each.code === code)
  return first === index && all.every((each) => each.code !== code || each.kind === 'holds')
}

/** Every step is decoded or bounded, so signing needs no further consent. */
export function isGreen({ level }: Pick<Verdict, 'level'>): boolean {
  return level === 'enforced' || level === 'proven'
}

/** Findings that block signing. */
export function blocksOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'block')
}

/** Findings the person must acknowledge before signing. */
export function warningsOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'warn')
}
