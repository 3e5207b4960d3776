import { type FactsOf, type FactsSpec, hasFacts, subjectsIn } from './factTypes'
import { findingFacts } from './findingFacts'
import { currentKey } from './retired'

export type Severity = 'ok' | 'info' | 'warn' | 'block'

type Specs = typeof findingFacts
/** The code of a rule and what it found: `V-001.zero-address`. */
export type FindingKey = keyof Specs
export type FindingFacts = { readonly [Key in FindingKey]: FactsOf<Specs[Key]> }

/** The code of every rule. */
export type RuleCode = FindingKey extends infer Key ? (Key extends `${infer Code}.${string}` ? Code : never) : never

/**
 * One thing a check found, as data: `code` is the rule's (V-001, A-21), `kind` what it found, `facts` the figures
 * and names. The sentence is made where it is shown.
 */
export type Finding<Key extends FindingKey = FindingKey> =
  | { [One in Key]: FindingOf<One> }[Key]
  /** The rule found nothing: its title is true of the plan. */
  | (Found & { readonly code: RuleCode; readonly kind: 'holds'; readonly facts: Readonly<Record<string, never>> })
  /** Of a stored order, where this version no longer finds what another one found. `was`: the code it had there. */
  | (Found & { readonly code: string; readonly kind: 'unnamed'; readonly facts: { readonly was: string } })

type FindingOf<Key extends FindingKey> = Key extends `${infer Code}.${infer Kind}`
  ? Found & { readonly code: Code; readonly kind: Kind; readonly facts: FindingFacts[Key] }
  : never

type Found = {
  readonly severity: Severity
  /** Index of the step it is about; `undefined` when about the whole plan. */
  readonly step: number | undefined
  /** A new plan may be without it: the reason for the block has expired, or moved with the price. */
  readonly renewable?: Renewable
}

type Renewable = 'expired' | 'moved'

const renewables: Readonly<{ [Key in FindingKey]?: Renewable }> = {
  'V-016.too-little': 'moved',
  'V-017.quote-expired': 'expired',
  'V-030.reverts': 'moved',
  'V-060.not-bounded': 'moved',
}

export const block = found('block')
export const warn = found('warn')
export const info = found('info')
export const ok = found('ok')

/** Creates findings of a severity: of the plan, or of one step. Their specs say where the amount has to be typed. */
function found(severity: Severity) {
  return <Key extends FindingKey>(key: Key, facts: Omit<FindingFacts[Key], 'acknowledge'>, step?: number): Finding => {
    const [[code, kind], renewable] = [key.split('.'), renewables[key]]
    const isTyped = 'acknowledge' in findingFacts[key]
    return {
      ...{ code, kind, severity, step, facts: isTyped ? { ...facts, acknowledge: 'type the amount' } : facts },
      ...(renewable && { renewable }),
      // The key decides the facts, which TypeScript cannot infer from its two parts.
    } as Finding
  }
}

/**
 * The title of the question is true of this plan. It counts once for a plan, and only where no check of the question finds
 * anything else.
 */
export function holds(code: RuleCode, step?: number): Finding {
  return { code, kind: 'holds', severity: 'ok', facts: {}, step }
}

/** A finding as JSON has it. */
export type StoredFinding = Found & {
  readonly code: string
  readonly kind: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** A finding from storage, by the code that its rule has now. One that this app cannot name is kept with its codes only. */
export function readFinding({ code, kind, facts: stored, ...found }: StoredFinding): Finding {
  const facts = present(stored)
  for (const key of [{ code, kind }, currentKey(code, kind)]) {
    if (key.kind === 'holds' && key.code === currentKey(code, kind).code)
      return { ...found, ...key, facts: {} } as Finding
    const spec = specOf(`${key.code}.${key.kind}`)
    if (spec && hasFacts(spec, facts)) return { ...found, ...key, facts } as Finding // as checked by `hasFacts`
  }
  const was = 'was' in facts ? String(facts.was) : code
  return { ...found, code: currentKey(code, kind).code, kind: 'unnamed', facts: { was } }
}

/**
 * Identifies equal findings: the rule, the kind, and the addresses concerned. Never the figures: a price
 * that moves a little does not ask for the same consent again.
 */
export function findingKey(finding: Finding): string {
  const { code, kind, facts, step } = finding
  const spec = specOf(`${code}.${kind}`)
  const subjects = spec ? subjectsIn(spec, facts) : []
  const about = subjects.length > 0 ? subjects.join(' ').toLowerCase() : (step ?? '')
  return `${code}.${kind}/${about}`
}

/** A journal writes what is absent as null. */
function present(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
}

function specOf(key: string): FactsSpec | undefined {
  const specs: Readonly<Record<string, FactsSpec>> = findingFacts
  return Object.hasOwn(specs, key) ? specs[key] : undefined
}
