import { type FactsOf, type FactsSpec, hasFacts, subjectsIn } from './factTypes'
import { findingFacts } from './findingFacts'
import { isReason, type Reason } from './reason'

export type Severity = 'ok' | 'info' | 'warn' | 'block'

type Specs = typeof findingFacts
/** The code of a rule and what it found: `V-004.zero-address`. */
export type FindingKey = keyof Specs
export type FindingFacts = { readonly [Key in FindingKey]: FactsOf<Specs[Key], Reason> }

/** The code of every rule. */
export type RuleCode =
  | 'A-21'
  | 'A-30'
  | 'A-31'
  | 'A-32'
  | 'B-1'
  | 'B-2'
  | 'B-3'
  | 'B-4'
  | 'B-5'
  | 'B-6'
  | 'M-088'
  | 'M-101'
  | 'S-1'
  | 'S-10'
  | 'S-12'
  | 'S-13'
  | 'S-2'
  | 'S-3'
  | 'S-4'
  | 'S-5'
  | 'S-6'
  | 'S-7'
  | 'S-7a'
  | 'S-7b'
  | 'S-7c'
  | 'S-7d'
  | 'S-7e'
  | 'S-8'
  | 'S-9'
  | 'V-001'
  | 'V-002'
  | 'V-003'
  | 'V-004'
  | 'V-005'
  | 'V-006'
  | 'V-007'
  | 'V-008'
  | 'V-009'
  | 'V-010'
  | 'V-011'
  | 'V-012'
  | 'V-013'
  | 'V-014'
  | 'V-015'
  | 'V-016'
  | 'V-017'
  | 'V-018'
  | 'V-019'
  | 'V-020'
  | 'V-021'
  | 'V-022'
  | 'V-023'
  | 'V-030'
  | 'V-031'
  | 'V-032'
  | 'V-033'
  | 'V-034'
  | 'V-035'
  | 'V-036'
  | 'V-037'
  | 'V-038'
  | 'V-039'
  | 'V-040'
  | 'V-041'
  | 'V-042'
  | 'V-043'
  | 'V-045'
  | 'V-046'
  | 'V-047'
  | 'V-048'
  | 'V-049'
  | 'V-050'
  | 'V-051'
  | 'V-052'
  | 'V-053'
  | 'V-054'
  | 'V-055'
  | 'V-056'
  | 'V-057'
  | 'V-058'

/** What a rule of this code may find. */
export type KindOf<Code extends string> = FindingKey extends infer Key
  ? Key extends `${Code}.${infer Kind}`
    ? Kind
    : never
  : never

/**
 * One thing a check found, as data: `code` is the rule's (V-004, S-6, A-21), `kind` what it found, `facts` the figures
 * and names. The sentence is made where it is shown.
 */
export type Finding<Key extends FindingKey = FindingKey> =
  | { [One in Key]: FindingOf<One> }[Key]
  /** Journals of earlier versions hold the sentence itself. */
  | (Found & { readonly code: string; readonly kind: 'sentence'; readonly facts: { readonly sentence: string } })

type FindingOf<Key extends FindingKey> = Key extends `${infer Code}.${infer Kind}`
  ? Found & { readonly code: Code; readonly kind: Kind; readonly facts: FindingFacts[Key] }
  : never

type Found = {
  readonly severity: Severity
  /** Index of the step it is about; `undefined` when about the whole plan. */
  readonly step: number | undefined
  /** A plan asked for anew may be without it: what blocks it has died with time, or moved with the price. */
  readonly renewable?: Renewable
}

export type Renewable = 'expired' | 'moved'

/** A finding as JSON has it, of this version or an earlier one. */
export type StoredFinding = Found & {
  readonly code: string
  readonly kind?: string
  readonly facts?: Readonly<Record<string, unknown>>
  readonly sentence?: string
}

/** A finding out of storage. What this version cannot name is kept with its code alone. */
export function readFinding({ code, kind = '', facts: stored = {}, sentence = '', ...found }: StoredFinding): Finding {
  const spec = specOf(`${code}.${kind}`)
  const facts = present(stored)
  if (spec && hasFacts(spec, facts, isReason)) return { ...found, code, kind, facts } as Finding // as `hasFacts` says
  const kept: unknown = kind === 'sentence' ? Reflect.get(facts, 'sentence') : sentence
  return { ...found, code, kind: 'sentence', facts: { sentence: typeof kept === 'string' ? kept : '' } }
}

/**
 * What makes two findings the same: the rule, what it found, and whom or what it is about. Never its figures: a price
 * that moves a little does not ask for the same consent again.
 */
export function findingKey(finding: Finding): string {
  const { code, kind, facts, step } = finding
  const spec = specOf(`${code}.${kind}`)
  const subjects = spec ? subjectsIn(spec, facts) : kind === 'sentence' ? [facts.sentence] : []
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
