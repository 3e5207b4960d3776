import { errorClass } from '../../domain/errorClass'
import { isRecord } from '../../domain/record'
import type { Token } from '../../domain/token'
import { readDeliveryMemo } from '../../guard/decode/solana/deliveryMemo'
import { programs } from '../../guard/decode/solana/programs'
import { accountsOf } from '../solana/balances'
import { type Movement, movementIn } from '../solana/changes'
import { SolanaNodeError } from '../solana/node'
import type { Rpc } from '../wallets'
import type { Arrival } from './evm'

/** Page size of `getSignaturesForAddress`, newest first, and the most pages per poll. */
const page = 50
const maxPages = 4
/** The most transactions read per poll, and how many in parallel: nodes limit requests per second. */
const maxReads = 150
const atOnce = 2
/** The most token accounts of the sender that are searched for a refund. */
const breadth = 12

/** The results for the searched accounts. */
export type AccountMovements = {
  readonly arrivals: readonly Arrival[]
  /** There were more transactions than were read, so a transfer may have been missed. */
  readonly isPartial: boolean
}

/**
 * Results of earlier polls; the next poll continues where they stopped. A transaction without a value was requested,
 * and the node has not returned it yet.
 */
export type SolanaHistoryCache = {
  readonly accounts: Map<string, AccountHistory>
  readonly transactions: Map<string, AccountTransaction | undefined>
}

export function createHistoryCache(): SolanaHistoryCache {
  return { accounts: new Map(), transactions: new Map() }
}

/** Successful transactions of an account since a slot, as far as they are listed. */
type AccountHistory = {
  readonly hashes: readonly string[]
  /** Everything up to this one is listed. */
  readonly newest: Listed | undefined
  /** An unfinished listing of newer transactions: it started at `top` and continues at `before`. */
  readonly pass: { readonly top: Listed; readonly before: string } | undefined
  /** Whether the node's history begins only after the slot; `undefined` while unknown. */
  readonly isCut: boolean | undefined
}

/** The transfers of one transaction to an account. */
type AccountTransaction = Pick<Movement, 'payer' | 'changes' | 'minedAt'> & {
  readonly hash: string
  readonly memos: readonly string[]
}

export async function slotOnSolana(ask: Rpc): Promise<bigint> {
  return BigInt(Number(await ask('getSlot', [confirmed])))
}

/** Transfers of a token to an account since a slot. */
export async function arrivalsOnSolana(
  ask: Rpc,
  { isNative, address, chain }: Token,
  recipient: string,
  from: bigint,
  historyCache: SolanaHistoryCache,
): Promise<AccountMovements> {
  const owners = isNative ? [recipient] : await tokenAccounts(ask, recipient, address)
  const token = isNative ? 'native' : address
  const { transactions, isPartial } = await transactionsOf(
    ask,
    owners,
    from,
    { chainId: chain.chainId, who: recipient },
    historyCache,
  )
  const arrivals = transactions.flatMap(({ changes, hash }) => {
    const change = changes.find((each) => each.token === token)
    return change && change.delta > 0n ? [{ token, units: change.delta, hash }] : []
  })
  return { arrivals, isPartial }
}

/** Refunds to the sender from accounts the deployment vouches for, with the payment in the memo. */
export async function returnsOnSolana(
  ask: Rpc,
  sender: string,
  payment: { readonly chainId: number; readonly hash: string; readonly block: bigint },
  trusted: readonly string[],
  historyCache: SolanaHistoryCache,
): Promise<AccountMovements> {
  const held = await accountsOf(ask, sender, programs.token)
  const owners = [sender, ...held.slice(0, breadth).map(({ account }) => account)]
  const { chainId, block } = payment
  const { transactions, isPartial } = await transactionsOf(ask, owners, block, { chainId, who: sender }, historyCache)
  const arrivals = transactions.flatMap(({ hash, payer, memos, changes, minedAt }) => {
    const names = memos.some((memo) => memo.includes(payment.hash))
    if (hash === payment.hash || !payer || !trusted.includes(payer) || !names) return []
    const time = minedAt === undefined ? {} : { minedAt }
    return changes.filter(({ delta }) => delta > 0n).map(({ token, delta }) => ({ token, units: delta, hash, ...time }))
  })
  return { arrivals, isPartial }
}

/** The bridge's deadline in seconds since the epoch, read from the payment itself. */
export async function deadlineOnSolana(ask: Rpc, hash: string): Promise<number | undefined> {
  const [ticket] = memosIn(await readTransaction(ask, hash)).flatMap((memo) => readDeliveryMemo(memo) ?? [])
  return ticket?.deadline
}

async function tokenAccounts(ask: Rpc, owner: string, mint: string): Promise<readonly string[]> {
  const accounts = await Promise.all([
    accountsOf(ask, owner, programs.token),
    accountsOf(ask, owner, programs.token2022).catch(() => []),
  ])
  return accounts
    .flat()
    .filter((held) => held.mint === mint)
    .map(({ account }) => account)
}

/** Transfers to an account since a slot, by transactions that touched these accounts. */
async function transactionsOf(
  ask: Rpc,
  owners: readonly string[],
  from: bigint,
  whose: { readonly chainId: number; readonly who: string },
  { accounts, transactions }: SolanaHistoryCache,
): Promise<{ readonly transactions: readonly AccountTransaction[]; readonly isPartial: boolean }> {
  // One request after another, so that the node can still answer others.
  const wholes: boolean[] = []
  for (const owner of owners) wholes.push(await listNewTransactions(ask, owner, from, accounts))
  const hashes = [...new Set(owners.flatMap((owner) => accounts.get(accountKey(owner, from))?.hashes ?? []))]
  await readTransactions(ask, hashes, whose, transactions)
  const reported = hashes.flatMap((hash) => transactions.get(transactionKey(hash, whose.who)) ?? [])
  return { transactions: reported, isPartial: reported.length < hashes.length || wholes.includes(false) }
}

/**
 * Lists the transactions since the last poll, page by page back to the first slot. Each page is cached. Returns whether
 * the list is complete.
 */
async function listNewTransactions(
  ask: Rpc,
  owner: string,
  from: bigint,
  trails: Map<string, AccountHistory>,
): Promise<boolean> {
  const name = accountKey(owner, from)
  for (let pages = 0; pages < maxPages; pages++) {
    const { hashes, newest, pass, isCut } = trails.get(name) ?? emptyHistory
    const bounds = { before: pass?.before, until: newest?.signature }
    const listed = listedIn(await ask('getSignaturesForAddress', [owner, { limit: page, ...bounds, ...confirmed }]))
    if (pass && listed.length === 0) {
      // A page begins with the last transaction of the one before: a node that does not list that one lags behind.
      trails.set(name, { hashes, newest, pass: undefined, isCut })
      return false
    }
    const top = pass?.top ?? listed[0]
    const [next] = listed.slice(-2)
    const reaches = (slot: bigint) => listed.some((each) => each.slot < slot)
    const news = listed.flatMap(({ slot, signature, hasFailed }) => (slot >= from && !hasFailed ? [signature] : []))
    const known = [...new Set([...hashes, ...news])]
    if (top && next && listed.length >= page && !reaches(newest?.slot ?? from)) {
      trails.set(name, { hashes: known, newest, pass: { top, before: next.signature }, isCut })
      continue
    }
    const isOld = top && newest && top.slot < newest.slot
    const now = isCut ?? (reaches(from) ? false : await endsAfter(ask, from))
    trails.set(name, { hashes: known, newest: isOld ? newest : (top ?? newest), pass: undefined, isCut: now })
    return now === false
  }
  return false
}

const emptyHistory: AccountHistory = { hashes: [], newest: undefined, pass: undefined, isCut: undefined }

function accountKey(owner: string, from: bigint): string {
  return `${owner} ${from}`
}

/** Whether a node's history ends before reaching back to a slot; `undefined` if it does not say. */
async function endsAfter(ask: Rpc, slot: bigint): Promise<boolean | undefined> {
  const first = await ask('getFirstAvailableBlock', []).catch(() => undefined)
  return typeof first === 'number' ? BigInt(first) > slot : undefined
}

type Listed = { readonly signature: string; readonly slot: bigint; readonly hasFailed: boolean }

function listedIn(answer: unknown): readonly Listed[] {
  if (!Array.isArray(answer)) throw new NoList()
  return answer.flatMap((entry): Listed[] =>
    isRecord(entry) && typeof entry.signature === 'string'
      ? [{ signature: entry.signature, slot: BigInt(Number(entry.slot ?? 0)), hasFailed: Boolean(entry.err) }]
      : [],
  )
}

/** Reads the transactions not read yet, those that failed before last. Stops early when the node is unreachable. */
async function readTransactions(
  ask: Rpc,
  hashes: readonly string[],
  { chainId, who }: { readonly chainId: number; readonly who: string },
  transactions: Map<string, AccountTransaction | undefined>,
): Promise<void> {
  const wanted = new Map(hashes.map((hash) => [transactionKey(hash, who), hash]))
  const again = [...transactions].flatMap(([name, done]) => (done ? [] : (wanted.get(name) ?? [])))
  const fresh = hashes.filter((hash) => !transactions.has(transactionKey(hash, who)))
  const queue = [...fresh, ...again].slice(0, maxReads)
  for (let done = 0; done < queue.length; done += atOnce) {
    const answers = await Promise.all(queue.slice(done, done + atOnce).map(readOne))
    if (answers.includes('away')) return
  }

  async function readOne(hash: string): Promise<'there' | 'away'> {
    const name = transactionKey(hash, who)
    // Move it to the end, so that a transaction the node does not return is retried last.
    transactions.delete(name)
    transactions.set(name, undefined)
    try {
      const found = await readTransaction(ask, hash)
      const movement = movementIn(found, chainId, [who])
      if (movement) transactions.set(name, { ...movement, hash, memos: memosIn(found) })
      return 'there'
    } catch (error) {
      // A node refuses some transactions, such as those of unsupported versions, but still returns others.
      return error instanceof SolanaNodeError && error.code < 0 ? 'there' : 'away'
    }
  }
}

function transactionKey(hash: string, who: string): string {
  return `${hash} ${who}`
}

function readTransaction(ask: Rpc, hash: string): Promise<unknown> {
  return ask('getTransaction', [hash, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, ...confirmed }])
}

/** Memos of a transaction, parsed by the node. */
function memosIn(found: unknown): readonly string[] {
  const message = isRecord(found) && isRecord(found.transaction) ? found.transaction.message : undefined
  const instructions = isRecord(message) && Array.isArray(message.instructions) ? message.instructions : []
  return instructions.flatMap((instruction) => {
    if (!isRecord(instruction) || instruction.program !== 'spl-memo') return []
    return typeof instruction.parsed === 'string' ? [instruction.parsed] : []
  })
}

const confirmed = { commitment: 'confirmed' } as const

/** The node's answer to `getSignaturesForAddress` could not be decoded. */
const NoList = errorClass('NoList', () => 'The Solana node answered with no list of transactions.')
