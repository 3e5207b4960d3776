import type { Finding, Severity } from './verdict'

/** One question asked of a matter. Rules stand alone: each can be taken away without touching another. */
export type Rule<Matter> = {
  readonly code: string
  /** What is verified, as a person would say it. */
  readonly title: string
  readonly find: (input: Matter, say: Say) => readonly Finding[]
}

/** Words a finding in the rule's own name. */
export type Say = Readonly<
  Record<Severity, (sentence: string, step?: number, evidence?: Readonly<Record<string, string>>) => Finding>
>

/** Everything the rules find, in the rules' order. */
export function findAll<Matter>(rules: readonly Rule<Matter>[], input: Matter): readonly Finding[] {
  return rules.flatMap((rule) => rule.find(input, sayAs(rule.code)))
}

function sayAs(code: string): Say {
  const as =
    (severity: Severity): Say[Severity] =>
    (sentence, step, evidence = {}) => ({ code, severity, sentence, step, evidence })
  return { ok: as('ok'), info: as('info'), warn: as('warn'), block: as('block') }
}
