import { readdirSync, readFileSync } from 'node:fs'
import type { Severity } from '../../src/guard/findings/finding'
import { findingFacts } from '../../src/guard/findings/findingFacts'
import { paymentAnswerRules, paymentRules } from '../../src/guard/rules/bitcoin/rules'
import { transactionRules } from '../../src/guard/rules/bitcoin/transactionRules'
import { commonChainRules } from '../../src/guard/rules/common/chain'
import { commonSimulationRules } from '../../src/guard/rules/common/simulation'
import { commonTermRules } from '../../src/guard/rules/common/terms'
import { liquidityRules } from '../../src/guard/rules/liquidity/rules'
import { solanaRules } from '../../src/guard/rules/solana/rules'
import { solanaSumRules } from '../../src/guard/rules/solana/sums'
import { structureRules } from '../../src/guard/rules/structureRules'
import { swapRules } from '../../src/guard/rules/swap/rules'
import type { Scope } from '../../src/guard/scope'

type AnyRule = {
  readonly code: string
  readonly title: string
  readonly against: string
  readonly scopes: readonly string[]
}

type Section = {
  readonly title: string
  readonly files: readonly string[]
  readonly rules: readonly AnyRule[]
}

const commonRules = [...commonTermRules, ...commonChainRules, ...commonSimulationRules]
const isOwn = (rule: { readonly code: string; readonly title: string }) =>
  !commonRules.some(({ code, title }) => code === rule.code && title === rule.title)

export const sections: readonly Section[] = [
  { title: 'The answer of the service, before it is a plan', files: ['structureRules.ts'], rules: structureRules },
  { title: 'Every plan', files: filesIn('common'), rules: commonRules },
  { title: 'Swaps', files: filesIn('swap'), rules: swapRules.filter(isOwn) },
  { title: 'Each transaction on Solana', files: ['solana/rules.ts', 'solana/escrow.ts'], rules: solanaRules },
  { title: 'All transactions on Solana together', files: ['solana/sums.ts'], rules: solanaSumRules },
  { title: 'The answer that asks for a payment in bitcoin', files: ['bitcoin/rules.ts'], rules: paymentAnswerRules },
  {
    title: 'The bitcoin transaction that the service asks to sign',
    files: ['bitcoin/transactionRules.ts'],
    rules: transactionRules,
  },
  { title: 'Payments in bitcoin', files: ['bitcoin/rules.ts'], rules: paymentRules },
  { title: 'Liquidity', files: filesIn('liquidity'), rules: liquidityRules.filter(isOwn) },
]

function filesIn(folder: string): readonly string[] {
  return readdirSync(`src/guard/rules/${folder}`)
    .filter((name) => !name.includes('.test.'))
    .map((name) => `${folder}/${name}`)
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

/** Findings without a rule: those of decoding an answer, renewing a plan and the wallet's signature. */
const elsewhere: Readonly<Record<string, readonly [holds: string, file: string]>> = {
  'S-1': ['A Solana transaction can be read to the last byte', 'src/guard/decode/solana/wire.ts'],
  'S-2': ['It is of a version that is known, and small enough to be sent', 'src/guard/decode/solana/wire.ts'],
  'S-11': ['What the wallet signed is what was checked', 'src/guard/check/compareSigned.ts'],
  'M-088': ['The minimum is written in a unit that can be told', 'src/guard/plan/planSwap.ts'],
  'V-057': ['A renewed plan is the one that was confirmed', 'src/guard/check/worse.ts'],
  'V-060': ['The bounds of a batch are enforced by the chain', 'src/guard/check/enforcement.ts'],
}

/** Codes of findings that no rule makes and this page does not name. */
export function missingCodes(): readonly string[] {
  const named = new Set([...sections.flatMap(({ rules }) => rules.map(({ code }) => code)), ...Object.keys(elsewhere)])
  const found = Object.keys(findingFacts).map((key) => key.split('.')[0]!)
  return [...new Set(found)].filter((code) => !named.has(code))
}

/** `docs/rules.md`, out of the rules themselves. */
export function rulesPage(): string {
  return `# Rules

What is checked before a wallet is asked to sign. Written by \`npm run rules\` out of \`src/guard/rules/\`; a test fails when
this page is out of date. How the findings of all rules become one verdict: [guard](guard.md).

A rule may say that its title is true of the plan (ok), tell (info), ask for consent (warn) or refuse (block). A refusal has no override.
A rule is asked about the plans of its scopes alone:

| scope | the plan |
|---|---|
${Object.entries(scopes).map(row).join('\n')}

${sections.map(sectionText).join('\n\n')}

## Found elsewhere

| code | what holds | where |
|---|---|---|
${Object.entries(elsewhere)
  .map(([code, [holds, file]]) => row([code, holds, `\`${file}\``]))
  .join('\n')}
`
}

function sectionText({ title, files, rules }: Section): string {
  const source = sourceOf(files)
  const rows = rules.map(({ code, title, against, scopes }) =>
    row([code, title.replace(/\.$/, ''), against, severitiesIn(source, code).join(', '), scopes.join(', ')]),
  )
  return `## ${title}

| code | what holds | what it protects against | may say | scopes |
|---|---|---|---|---|
${rows.join('\n')}`
}

export function sourceOf(files: Section['files']): string {
  return files.map((file) => readFileSync(`src/guard/rules/${file}`, 'utf8')).join('\n')
}

const severities: readonly Severity[] = ['ok', 'info', 'warn', 'block']

/** The severities in a rule and in its functions. */
export function severitiesIn(source: string, code: string): readonly Severity[] {
  const own = source
    .split(/\n(?= {2}\{\n {4}code: |\]|(?:export )?function )/)
    .filter((part) => part.startsWith(`  {\n    code: '${code}'`) || part.includes(`Say<'${code}'>`))
  const says = (severity: string) => own.some((part) => part.includes(`say.${severity}(`))
  return severities.filter((severity) => says(severity) || (severity === 'ok' && says('holds')))
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
