import type { Finding, RuleCode } from './findings/finding'
import type { RuleScopes, Scope } from './scope'

/**
 * A check of plans, with the code of the question (`findings/questions.ts`) that it answers: one question may have a check
 * for each kind of plan. Checks are independent: each can be removed without changing another.
 */
export type Rule<Input> = {
  readonly code: RuleCode
  /** The scopes it applies to; it is skipped in others. */
  readonly scopes: RuleScopes
  readonly find: (input: Input) => readonly Finding[]
}

export function rule<Input>(code: RuleCode, scopes: RuleScopes, find: Rule<Input>['find']): Rule<Input> {
  return { code, scopes, find }
}

/** The findings of a scope's rules, in the rules' order. `at`: the step of all that name none. */
export function findAll<Input>(
  rules: readonly Rule<Input>[],
  scope: Scope,
  input: Input,
  at?: number,
): readonly Finding[] {
  const found = rules.flatMap(({ scopes, find }) => (scopes.includes(scope) ? find(input) : []))
  return at === undefined ? found : found.map((finding) => ({ ...finding, step: finding.step ?? at }))
}
