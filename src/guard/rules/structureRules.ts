import { clip } from '../../domain/text/label'
import type { ParsedAnswer, ParsedTransaction } from '../answer/parsedAnswer'
import { decodeStep, purposeOf } from '../decode/decodedPlan'
import { block, type Finding, holds, info, warn } from '../findings/finding'
import type { EvmStep, Step } from '../plan'
import { findAll, type Rule, rule } from '../rule'
import type { Scope } from '../scope'

/** A reset, an approval and a swap for each of a few routes. */
const maxTransactions = 12
const maxBytes = 256 * 1024
/** Members that only a wallet may decide; the first ones would change the meaning of a signature. */
const dangerous = ['authorizationList', 'blobVersionedHashes', 'blobs', 'delegateTo']
const ignored = ['accessList', 'nonce', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']

/** Rules that must hold before an answer counts as a plan. */
export const structureRules: readonly Rule<ParsedAnswer>[] = [
  rule('V-001', ['evm swap', 'solana swap', 'deposit'], (draft) => {
    const found = [...findSize(draft), ...findOrder(draft), ...draft.transactions.flatMap(findContents)]
    return [...found, holds('V-001')]
  }),
  // A Solana transaction contains its program addresses.
  rule('V-001', ['evm swap', 'deposit'], ({ transactions }) =>
    each(transactions, ({ to, said }, step) => {
      if (to !== undefined) return undefined
      if (!said.to) return block('V-001.no-target', {}, step)
      return block('V-001.bad-address', { said: clip(said.to, 60) }, step)
    }),
  ),
  rule('V-003', ['evm swap', 'solana swap', 'deposit'], ({ intent, transactions }) => {
    const { chain } = intent.sell.token
    if (chain.kind !== 'evm' && chain.kind !== 'solana') return [block('V-003.unreadable-chain', { chain: chain.name })]
    const crosses = intent.buy.chain.chainId !== chain.chainId
    const found = each(transactions, (entry, step) => {
      if (entry.chain.is === 'contradiction') return block('V-003.contradiction', { why: entry.chain.why }, step)
      if (entry.chain.is === 'bought' && crosses && !(chain.kind === 'evm' && intent.buy.chain.kind === 'evm'))
        return block('V-003.unreadable-chain', { chain: intent.buy.chain.name }, step)
      return undefined
    })
    const first = transactions[0]
    if (first?.chain.is === 'bought' && crosses)
      return [...found, block('V-003.first-elsewhere', { chain: intent.buy.chain.name }, 0)]
    return [...found, holds('V-003')]
  }),
  rule('V-009', ['evm swap', 'solana swap', 'deposit'], ({ transactions }) =>
    each(transactions, ({ said: { rest } }, step) => {
      const bad = dangerous.find((member) => isPresent(rest[member]))
      if (bad) return block('V-009.dangerous', { member: bad }, step)
      const named = ignored.filter((member) => isPresent(rest[member]))
      return named.length > 0 ? info('V-009.ignored', { members: named }, step) : undefined
    }),
  ),
]

function findSize({ answer: { transactions } }: ParsedAnswer): readonly Finding[] {
  const count = transactions.length
  const bytes = transactions.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length / 2 : 0), 0)
  if (count === 0) return [block('V-001.no-transactions', {})]
  if (count > maxTransactions) return [block('V-001.too-many-transactions', { count, most: maxTransactions })]
  if (bytes <= maxBytes) return []
  return [block('V-001.too-much-data', { kilobytes: Math.round(bytes / 1024), most: maxBytes / 1024 })]
}

/** Transactions whose order is not clear may be sent in another order than was checked. */
function findOrder({ answer, transactions, repeated }: ParsedAnswer): readonly Finding[] {
  const orders = transactions.map(({ said }) => said.order)
  const isUnread = transactions.some(({ said: { rest } }) => rest.order !== undefined)
  if (!isUnread && answer.transactions.length === 1 && orders[0] === undefined) return []
  const isClear = orders.every((order) => order !== undefined && Number.isSafeInteger(order) && order >= 0)
  if (isUnread || !isClear || new Set(orders).size < orders.length) return [block('V-001.no-order', {})]
  return repeated > 0 ? [warn('V-001.repeated', { count: repeated })] : []
}

/** Data and value that wallets and the app would read in different ways. */
function findContents({ data, value }: ParsedTransaction, step: number): readonly Finding[] {
  return [
    ...(data.is === 'unreadable' ? [block('V-001.unreadable', { why: data.why }, step)] : []),
    ...(data.is === 'hex' && data.hex !== '0x' && !data.hadPrefix ? [warn('V-001.no-prefix', {}, step)] : []),
    ...(value.is === 'unclear' ? [block('V-001.unreadable', { why: value.why }, step)] : []),
  ]
}

function each(
  entries: readonly ParsedTransaction[],
  find: (entry: ParsedTransaction, step: number) => Finding | undefined,
): Finding[] {
  return entries.flatMap((entry, step) => find(entry, step) ?? [])
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

/** The steps of an answer; absent where a rule refuses it, or a part of it cannot be read. */
export function stepsIn(
  draft: ParsedAnswer,
  scope: Scope,
  rules: readonly Rule<ParsedAnswer>[] = structureRules,
): { readonly findings: readonly Finding[]; readonly steps: readonly Step[] | undefined } {
  const findings = findAll(rules, scope, draft)
  const steps = draft.transactions.flatMap((entry, index) => stepOf(entry, index, draft) ?? [])
  const isRefused = findings.some(({ severity }) => severity === 'block') || steps.length < draft.transactions.length
  return { findings, steps: isRefused ? undefined : steps }
}

function stepOf(
  { chain, to, data, value, said }: ParsedTransaction,
  index: number,
  { intent, context }: ParsedAnswer,
): Step | undefined {
  if (chain.is === 'contradiction') return undefined
  const common = { index, chainId: chain.chainId, from: intent.sender, said }
  if (data.is === 'solana') return { kind: 'solana', ...common, transaction: data.base64, purpose: { does: 'swap' } }
  if (to === undefined || data.is !== 'hex' || value.is !== 'wei') return undefined
  const step: EvmStep = { kind: 'evm', ...common, to, data: data.hex, value: value.wei, purpose: { does: 'opaque' } }
  return { ...step, purpose: purposeOf(decodeStep(step, context.chains).call) }
}
