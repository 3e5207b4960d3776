import { liquidityRules, swapRules } from '../../src/guard/check/judgePlan'
import type { Severity } from '../../src/guard/findings/finding'
import { findingFacts } from '../../src/guard/findings/findingFacts'
import { questions } from '../../src/guard/findings/questions'
import { currentKey, retired } from '../../src/guard/findings/retired'
import type { Rule } from '../../src/guard/rule'
import { paymentAnswerRules, paymentRules } from '../../src/guard/rules/bitcoin/rules'
import { commonSimulationRules } from '../../src/guard/rules/common/simulation'
import { solanaRules } from '../../src/guard/rules/solana/rules'
import { structureRules } from '../../src/guard/rules/structureRules'
import type { Scope } from '../../src/guard/scope'
import { ruleTitles } from '../../src/signing/findings/ruleTitle.messages'
import { currentCodes } from '../guard/currentCodes'

/** All checks, each once. */
export const rules: readonly Pick<Rule<object>, 'code' | 'scopes'>[] = [
  ...new Set([
    ...[...structureRules, ...swapRules, ...commonSimulationRules, ...solanaRules],
    ...[...paymentAnswerRules, ...paymentRules, ...liquidityRules],
  ]),
]

export const sources: readonly string[] = Object.values(
  import.meta.glob<string>(['../../src/guard/**/*.ts', '!**/*.test.ts'], {
    query: '?raw',
    eager: true,
    import: 'default',
  }),
)

/** Findings that no check of a plan makes: those of decoding an answer, renewing a plan and the wallet's signature. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'V-001': ['src/guard/decode/solana/wire.ts', 'src/guard/plan/planSwap.ts', 'src/guard/plan/figure.ts'],
  'V-010': ['src/guard/check/compareSigned.ts'],
  'V-057': ['src/guard/check/worse.ts'],
  'V-060': ['src/guard/check/enforcement.ts'],
}

const scopes: Readonly<Record<Scope, string>> = {
  'evm swap': 'A swap whose transactions start on an EVM chain',
  'solana swap': 'A swap whose transactions start on Solana',
  'bitcoin payment': 'A swap that is paid by hand in bitcoin',
  revocation: 'Approvals are revoked, and nothing else happens',
  refund: 'A late deposit is taken out of a bridge, and nothing else happens',
  deposit: 'Liquidity is added in a new position',
  increase: 'Liquidity is added to a position',
  withdrawal: 'Liquidity is removed from a position',
  claim: 'Only the fees of a position are collected',
}

/** The checks of a question. */
function rulesOf(question: string) {
  return rules.filter(({ code }) => currentCodes(code).includes(question))
}

/** `docs/rules.md`, out of the questions, their titles and their checks. */
export function rulesPage(): string {
  return `# Rules

What is checked before a wallet is asked to sign: ${Object.keys(questions).length} questions, each with one code and one or more checks. Written by
\`npm run rules\` out of \`src/guard\`; a test fails when this page is out of date. How all findings become one verdict:
[guard](guard.md).

A question may find that its title is true of the plan (ok), tell (info), ask for consent (warn) or refuse (block). A refusal has no
override. It is asked only about the plans of its scopes:

| scope | the plan |
|---|---|
${Object.entries(scopes).map(row).join('\n')}

## The questions

| code | what holds | what it protects against | may say | scopes |
|---|---|---|---|---|
${Object.entries(questions).map(questionRow).join('\n')}

## What each may find

The names are those of the findings in the code (\`src/guard/findings\`), in journals and in the output of \`npm run judge\`.

${Object.keys(questions)
  .map((code) => `- **${code}**: ${kindsOf(code).join(', ')}.`)
  .join('\n')}

Some findings are made outside \`src/guard/rules\`:

${Object.entries(elsewhere)
  .map(([code, files]) => `- ${code}: ${files.map((file) => `\`${file}\``).join(', ')}`)
  .join('\n')}

## Retired codes

Older versions used more codes. Orders that they stored are shown with the codes above. A code in this table is never used again.

| retired | now |
|---|---|
${retiredCodes.map((code) => row([code, currentCodes(code).join(', ')])).join('\n')}
`
}

const retiredCodes = [...new Set(Object.keys(retired).map((key) => key.split('.')[0]!))]
  .filter((code) => !Object.hasOwn(questions, code))
  .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

function questionRow([code, against]: readonly [string, string]): string {
  const asked = new Set(rulesOf(code).flatMap(({ scopes }) => scopes))
  const isEverywhere = asked.size === Object.keys(scopes).length
  const titles: Readonly<Record<string, string>> = ruleTitles
  const named = isEverywhere ? 'all' : Object.keys(scopes).filter((scope) => asked.has(scope as Scope))
  return row([
    code,
    titles[code]!.replace(/\.$/, ''),
    against,
    severitiesOf(code).join(', '),
    named.toString().replaceAll(',', ', ') || 'see below',
  ])
}

/** The names of a question's findings. */
function kindsOf(question: string): readonly string[] {
  const keys = Object.keys(findingFacts).map((key) => key.split('.'))
  const current = keys.map(([code = '', kind = '']) => currentKey(code, kind))
  return current.filter(({ code }) => code === question).map(({ kind }) => kind)
}

/** The severities of a question, in its checks and in the other files that make findings of it. */
export function severitiesOf(question: string): readonly Severity[] {
  const found = sources.flatMap((source) => severitiesIn(source, question))
  return severities.filter((severity) => found.includes(severity))
}

const severities: readonly Severity[] = ['ok', 'info', 'warn', 'block']

/** The severities that source code gives the findings of a question. */
export function severitiesIn(source: string, question: string): readonly Severity[] {
  const says = (name: string) =>
    new RegExp(`\\b${name}\\([^;()]*(?:\\([^()]*\\) )?[^;()]*?['\`]${question}['.]`).test(source)
  return severities.filter((severity) => says(severity) || (severity === 'ok' && says('holds')))
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
