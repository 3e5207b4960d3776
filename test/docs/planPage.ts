import { formatUnits } from 'viem'
import { effectsOf } from '../../src/guard/decode/decodedPlan'
import type { LedgerEffect } from '../../src/guard/ledger/effect'
import { findingText } from '../../src/signing/findings/findingText'
import { namesDollar } from '../guard/corpus/everyday'
import { honestCases } from '../guard/corpus/honest'
import { type Case, decodedCase, judgeCase } from '../guard/corpus/world'
import { eth, me, router, usdc, weth } from '../guard/fixtures'

/** A plan of the corpus, from its bytes to its verdict, and with single words of it changed. For `docs/guard.md`. */
export function planPage(): string {
  const found = honestCases.find(({ name }) => name === 'Router02: coins for the caller, without a recipient')!
  const example = { ...found, known: namesDollar }
  const { steps, stops } = decodedCase(example)!
  const [, swap] = steps
  const minimum = word(swap!.flow.inflows[0]!.minimum)
  return `**Bytes.** The person pays 1,000 USDC for ETH with a tolerance of 0.5 %, and the service answers with two transactions:

| order | to | calldata | decoded as |
|---|---|---|---|
${steps.flatMap(({ step, call }) => rowsOf(call).map((cells, at) => row([at === 0 ? `${step.index}` : '', ...cells]))).join('\n')}

**Effects.** Each call becomes entries of the ledger:

| order | effects |
|---|---|
${steps
  .map(({ step, call }) =>
    row([
      `${step.index}`,
      effectsOf(call, weth.address, () => true)
        .map(effectText)
        .join('; '),
    ]),
  )
  .join('\n')}

**Ledger.** The sums after each transaction, where the plan may stop:

| after | the person has paid | has received at least | contracts hold | rights given |
|---|---|---|---|---|
${stops
  .map(({ index, changes }, at) => {
    const { flow } = steps[at]!
    const rights = steps.slice(0, at + 1).flatMap(({ flow }) => flow.rights)
    return row([
      `${index}`,
      listed(changes.filter(({ paid }) => paid > 0n).map(({ asset, paid }) => amountText(asset, paid))),
      listed(changes.filter(({ received }) => received > 0n).map(({ asset, received }) => amountText(asset, received))),
      listed(flow.stranded.map(({ token, amount }) => amountText(token, amount))),
      listed(rights.map(({ token, spender, amount }) => `${nameOf(spender)}: ${amountText(token, amount)}`)),
    ])
  })
  .join('\n')}

**Rules.** They compare these sums with the request, the chain and two simulations:

| code | severity | finding |
|---|---|---|
${findingRows(example).join('\n')}

**Verdict**: ${judgeCase(example).level}. With one word of the calldata changed:

| changed | verdict | because |
|---|---|---|
${[
  [
    'the recipient of the bought WETH: a stranger',
    changed(example, word(500n) + word(2n), word(500n) + word(BigInt(stranger))),
  ],
  ['both minimums: zero', changed(example, minimum, word(0n))],
  ['the minimum of the unwrapping: zero', changed(example, `49616997${minimum}`, `49616997${word(0n)}`)],
  ['the approved amount: without limit', changed(example, word(example.intent.sell.units), word(2n ** 256n - 1n), 0)],
  ['the spender of the approval: a stranger', changed(example, word(BigInt(router)), word(BigInt(stranger)), 0)],
]
  .map(([what, one]) => changedRow(what as string, one as Case, example))
  .join('\n')}`
}

type Call = NonNullable<ReturnType<typeof decodedCase>>['steps'][number]['call']

function rowsOf(call: Call): readonly (readonly string[])[] {
  const inner = call.effect.does === 'batch' ? call.effect.calls : []
  const fields = call.fields.filter(({ name }) => name !== 'data')
  const signature = `${call.name}(${fields.map(({ name, text }) => `${name.replace('params.', '')}: ${named(text)}`).join(', ')})`
  return [[nameOf(call.to), `\`${call.selector}…\``, signature], ...inner.flatMap(rowsOf)]
}

function effectText(effect: LedgerEffect): string {
  switch (effect.does) {
    case 'grant':
      return `${nameOf(effect.owner)} grants ${nameOf(effect.spender)} ${amountText(effect.token, effect.amount)}`
    case 'trade':
      return `${nameOf(effect.by)} trades ${amountText(effect.sells, effect.quantity)} of ${nameOf(effect.payer!)} for at least ${amountText(effect.buys, effect.least)}, to ${nameOf(effect.to)}`
    case 'pass':
      return `${nameOf(effect.by)} passes ${amountText(effect.asset, effect.quantity)} on as ${nameOf(effect.as)}, at least ${amountText(effect.as, effect.least)}, to ${nameOf(effect.to)}`
    default:
      throw new Error(`The example has no effect of the kind ${effect.does}.`)
  }
}

/** The findings with a sentence of their own; questions whose title holds share one row. */
function findingRows(one: Case): readonly string[] {
  const { findings } = judgeCase(one)
  const holding = findings.filter(({ kind }) => kind === 'holds').map(({ code }) => code)
  return [
    row([holding.join(', '), 'ok', 'The titles of these questions hold']),
    ...findings
      .filter(({ kind }) => kind !== 'holds')
      .map((finding) => row([finding.code, finding.severity, named(findingText(finding))])),
  ]
}

/** The blocking findings, or else the new ones. */
function changedRow(what: string, one: Case, before: Case): string {
  const { level, findings } = judgeCase(one)
  const known = judgeCase(before).findings.map((finding) => findingText(finding))
  const blocks = findings.filter(({ severity }) => severity === 'block')
  const news = findings.filter((finding) => !known.includes(findingText(finding)))
  const reasons = (blocks.length > 0 ? blocks : news).map(
    (finding) => `${finding.code}: ${named(findingText(finding))}`,
  )
  return row([what, level, reasons.join(' ') || 'The ledger follows the minimum of the trade through the router.'])
}

function changed(one: Case, from: string, to: string, order = 1): Case {
  const transactions = one.answer.transactions.map((each) => {
    if (each.order !== order || typeof each.data !== 'string') return each
    const data = each.data.replaceAll(from, to)
    if (data === each.data) throw new Error(`${from} is not in transaction ${order}.`)
    return { ...each, data }
  })
  return { ...one, answer: { ...one.answer, transactions } }
}

const stranger = '0x00000000000000000000000000000000000bad00'

const names: readonly (readonly [string, string])[] = [
  [me, 'the person'],
  [router, 'the router'],
  [usdc.address, 'USDC'],
  [weth.address, 'WETH'],
  ['0x0000000000000000000000000000000000000002', 'the router itself'],
  [stranger, 'the stranger'],
]

function nameOf(address: string): string {
  return (
    names.find(([one]) => one.toLowerCase() === address.toLowerCase())?.[1] ?? (address === 'native' ? 'ETH' : address)
  )
}

/** The text with names for addresses. */
function named(text: string): string {
  return names.reduce((shown, [address, name]) => shown.replaceAll(new RegExp(address, 'gi'), name), text)
}

function amountText(asset: string, amount: bigint | 'all held'): string {
  const token = [usdc, weth, eth].find(({ address, isNative }) => (isNative ? asset === 'native' : address === asset))
  if (amount === 'all held') return `all ${nameOf(asset)} that it holds`
  return `${formatUnits(amount, token?.decimals ?? 0)} ${nameOf(asset)}`
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function listed(items: readonly string[]): string {
  return items.join(', ') || 'nothing'
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
