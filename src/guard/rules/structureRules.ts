import { writeJson } from '../../protocol/json/json'
import type { ParsedAnswer, ParsedTransaction } from '../answer/parsedAnswer'
import type { Finding } from '../findings/finding'
import type { Rule } from '../rule'

/** A reset, an approval and a swap for each of a few routes. */
const maxTransactions = 12
const maxBytes = 256 * 1024
/** Members that only a wallet may decide; the first ones would change the meaning of a signature. */
const dangerous = ['authorizationList', 'blobVersionedHashes', 'blobs', 'delegateTo']
const ignored = ['accessList', 'nonce', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']

/** Rules that must hold before an answer counts as a plan. */
export const structureRules: readonly Rule<ParsedAnswer>[] = [
  {
    code: 'V-001',
    title: 'The answer has a reasonable number of transactions and a reasonable size',
    against: 'An answer that floods the browser, or holds nothing to sign',
    scopes: ['evm swap', 'solana swap', 'deposit'],
    find: ({ answer: { transactions } }, say) => {
      const count = transactions.length
      const bytes = transactions.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length / 2 : 0), 0)
      if (count === 0) return [say.block('no-transactions', {})]
      if (count > maxTransactions) return [say.block('too-many-transactions', { count, most: maxTransactions })]
      if (bytes > maxBytes)
        return [say.block('too-much-data', { kilobytes: Math.round(bytes / 1024), most: maxBytes / 1024 })]
      return [say.holds()]
    },
  },
  {
    code: 'V-002',
    title: 'The order of the transactions is clear',
    against: 'Transactions that are sent in another order than was checked',
    scopes: ['evm swap', 'solana swap', 'deposit'],
    find: ({ answer, transactions, repeated }, say) => {
      const orders = transactions.map(({ said }) => said.order)
      const repeats = repeated > 0 ? [say.warn('repeated', { count: repeated })] : []
      const unread = transactions.map(({ said: { rest } }) => rest.order).find((order) => order !== undefined)
      if (unread !== undefined) return [say.block('bad-place', { place: clipped(writeJson(unread)) })]
      if (answer.transactions.length === 1 && orders[0] === undefined) return []
      if (orders.some((order) => order === undefined)) return [say.block('no-order', {})]
      const bad = orders.find((order) => order !== undefined && (!Number.isSafeInteger(order) || order < 0))
      if (bad !== undefined) return [say.block('bad-place', { place: String(bad) })]
      if (new Set(orders).size < orders.length) return [say.block('same-place', {})]
      return [...repeats, say.holds()]
    },
  },
  {
    code: 'V-003',
    title: 'Every transaction belongs to a chain of this swap',
    against: 'A transaction that the wallet would sign for another chain',
    scopes: ['evm swap', 'solana swap', 'deposit'],
    find: ({ intent, transactions }, say) => {
      const { chain } = intent.sell.token
      if (chain.kind !== 'evm' && chain.kind !== 'solana')
        return [say.block('unreadable-kind', { chain: chain.name, kind: chain.kind })]
      const crosses = intent.buy.chain.chainId !== chain.chainId
      const found = each(transactions, (entry, step) => {
        if (entry.chain.is === 'contradiction') return say.block('contradiction', { why: entry.chain.why }, step)
        if (entry.chain.is === 'bought' && crosses && !(chain.kind === 'evm' && intent.buy.chain.kind === 'evm'))
          return say.block('unreadable-chain', { chain: intent.buy.chain.name }, step)
        return undefined
      })
      const first = transactions[0]
      if (first?.chain.is === 'bought' && crosses)
        return [...found, say.block('first-elsewhere', { chain: intent.buy.chain.name }, 0)]
      return [...found, say.holds()]
    },
  },
  {
    code: 'V-004',
    title: 'Every transaction has a target address',
    against: 'A transaction without a target, or to a mistyped address',
    // A Solana transaction contains its program addresses.
    scopes: ['evm swap', 'deposit'],
    find: ({ transactions }, say) =>
      each(transactions, ({ to, said }, step) => {
        if (to !== undefined) return undefined
        if (!said.to) return say.block('no-target', {}, step)
        return say.block('bad-address', { said: clipped(said.to) }, step)
      }),
  },
  {
    code: 'V-005',
    title: 'The data of every transaction is well formed',
    against: 'Calldata that wallets and the app would read in different ways',
    scopes: ['evm swap', 'solana swap', 'deposit'],
    find: ({ transactions }, say) =>
      each(transactions, ({ data }, step) => {
        if (data.is === 'unreadable') return say.block('unreadable', { why: data.why }, step)
        if (data.is === 'hex' && data.hex !== '0x' && !data.hadPrefix) return say.warn('no-prefix', {}, step)
        return undefined
      }),
  },
  {
    code: 'V-006',
    title: 'The native value of each transaction is unambiguous',
    against: 'A value read in the wrong unit, which sends the wrong amount of the native coin',
    scopes: ['evm swap', 'solana swap', 'deposit'],
    find: ({ transactions, intent }, say) =>
      each(transactions, ({ value, said }, step) => {
        if (value.is === 'unclear') return say.block('unclear', { why: value.why }, step)
        if (value.read === 'whole coins')
          return say.info('whole-coins', { said: said.value ?? '', chain: intent.sell.token.chain.name }, step)
        return undefined
      }),
  },
  {
    code: 'V-009',
    title: 'The service does not decide nonces, fees, access lists or delegations',
    against: 'Delegations, nonces or fees that are smuggled in with a transaction',
    scopes: ['evm swap', 'solana swap', 'deposit'],
    find: ({ transactions }, say) =>
      each(transactions, ({ said: { rest } }, step) => {
        const bad = dangerous.find((member) => isPresent(rest[member]))
        if (bad) return say.block('dangerous', { member: bad }, step)
        const named = ignored.filter((member) => isPresent(rest[member]))
        return named.length > 0 ? say.info('ignored', { members: named }, step) : undefined
      }),
  },
]

function each(
  entries: readonly ParsedTransaction[],
  find: (entry: ParsedTransaction, step: number) => Finding | undefined,
): Finding[] {
  return entries.flatMap((entry, step) => find(entry, step) ?? [])
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
