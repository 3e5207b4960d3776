import type { Finding, FindingFacts, FindingKey, KindOf, Renewable, RuleCode, Severity } from './findings/finding'
import type { RuleScopes, Scope } from './scope'

/** One question asked of a plan. Rules stand alone: each can be taken away without touching another. */
export type Rule<Input> = { [Code in RuleCode]: RuleOf<Input, Code> }[RuleCode]

type RuleOf<Input, Code extends RuleCode> = {
  readonly code: Code
  /** What is verified, as a person would say it. */
  readonly title: string
  /** What would happen without it. */
  readonly against: string
  /** What it applies to; the check skips it elsewhere. */
  readonly scopes: RuleScopes
  readonly find: (input: Input, say: Say<Code>) => readonly Finding[]
  /** A plan asked for anew may be without what this rule blocks. */
  readonly renewable?: Renewable
}

/** Makes a finding in the rule's own name, with the facts that its kind has. */
export type Say<Code extends RuleCode> = Readonly<Record<Severity, FindAs<Code>>>

type FindAs<Code extends RuleCode> = <Kind extends KindOf<Code>>(
  kind: Kind,
  facts: FactsFor<Code, Kind>,
  step?: number,
) => Finding

type FactsFor<Code extends string, Kind extends string> = `${Code}.${Kind}` extends infer Key extends FindingKey
  ? FindingFacts[Key]
  : never

/** A rule without its code: what it finds is checked where it is written. */
type AnyRule<Input> = {
  readonly code: string
  readonly scopes: RuleScopes
  readonly find: (input: Input, say: Readonly<Record<Severity, FindAny>>) => readonly Finding[]
  readonly renewable?: Renewable
}

type FindAny = (kind: string, facts: object, step?: number) => Finding

/** What the rules of a scope find, in the rules' order. */
export function findAll<Input>(rules: readonly AnyRule<Input>[], scope: Scope, input: Input): readonly Finding[] {
  return rules.filter(({ scopes }) => scopes.includes(scope)).flatMap((rule) => rule.find(input, sayAs(rule)))
}

function sayAs({ code, renewable }: Pick<AnyRule<never>, 'code' | 'renewable'>): Readonly<Record<Severity, FindAny>> {
  const as =
    (severity: Severity): FindAny =>
    (kind, facts, step) =>
      // `Say` has compared kind and facts where the rule stands.
      ({ code, kind, severity, facts, step, ...(renewable && { renewable }) }) as Finding
  return { ok: as('ok'), info: as('info'), warn: as('warn'), block: as('block') }
}
