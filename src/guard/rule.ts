import type { Finding, FindingFacts, FindingKey, KindOf, Renewable, RuleCode, Severity } from './findings/finding'
import type { RuleScopes, Scope } from './scope'

/**
 * A check of plans, with the code of the question (`findings/questions.ts`) that it answers: one question may have a check
 * for each kind of plan. Checks are independent: each can be removed without changing another.
 */
export type Rule<Input> = { [Code in RuleCode]: RuleOf<Input, Code> }[RuleCode]

type RuleOf<Input, Code extends RuleCode> = {
  readonly code: Code
  /** The scopes it applies to; it is skipped in others. */
  readonly scopes: RuleScopes
  readonly find: (input: Input, say: Say<Code>) => readonly Finding[]
  /** A re-quote may resolve what this rule blocks. */
  readonly renewable?: Renewable
}

/**
 * Creates findings with the rule's code and the facts that their kind requires. `holds`: the title of the question is true of
 * this plan. It counts once for a plan, and only where no check of the question finds anything else.
 */
export type Say<Code extends RuleCode> = Readonly<Record<Severity, FindAs<Code>>> & Holds

type Holds = { readonly holds: (step?: number) => Finding }

type FindAs<Code extends RuleCode> = <Kind extends KindOf<Code>>(
  kind: Kind,
  facts: FactsFor<Code, Kind>,
  step?: number,
) => Finding

type FactsFor<Code extends string, Kind extends string> = `${Code}.${Kind}` extends infer Key extends FindingKey
  ? FindingFacts[Key]
  : never

/** A rule of any code. Its findings are type-checked where the rule is defined. */
type AnyRule<Input> = {
  readonly code: string
  readonly scopes: RuleScopes
  readonly find: (input: Input, say: SayAny) => readonly Finding[]
  readonly renewable?: Renewable
}

type SayAny = Readonly<Record<Severity, FindAny>> & Holds

type FindAny = (kind: string, facts: object, step?: number) => Finding

/** The findings of a scope's rules, in the rules' order. `at`: the step of all that name none. */
export function findAll<Input>(
  rules: readonly AnyRule<Input>[],
  scope: Scope,
  input: Input,
  at?: number,
): readonly Finding[] {
  return rules.filter(({ scopes }) => scopes.includes(scope)).flatMap((rule) => rule.find(input, sayAs(rule, at)))
}

function sayAs({ code, renewable }: Omit<AnyRule<never>, 'find' | 'scopes'>, at: number | undefined): SayAny {
  const as =
    (severity: Severity): FindAny =>
    (kind, facts, step = at) =>
      // `Say` has type-checked kind and facts where the rule is defined.
      ({ code, kind, severity, facts, step, ...(renewable && { renewable }) }) as Finding
  const holds = (step?: number) => as('ok')('holds', {}, step)
  return { ok: as('ok'), info: as('info'), warn: as('warn'), block: as('block'), holds }
}
