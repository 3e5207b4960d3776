import { fromBase58 } from '../../domain/encodings'
import { isRecord } from '../../domain/record'
import { compareSigned } from '../../guard/check/compareSigned'
import { isSignedBy } from '../../guard/decode/solana/ed25519'
import { readTransaction } from '../../guard/decode/solana/wire'
import type { Reason } from '../../guard/findings/reason'
import type { SolanaStep } from '../../guard/plan'
import type { TransactionStatus } from '../../orders/executor'
import type { NetworkCost } from '../../orders/progress'
import type { SolanaAnchor } from '../../orders/requests/transactionAnchor'
import type { Rpc } from '../wallets'
import { movementIn } from './changes'
import { contextValue, SolanaNodeError } from './node'

/** A signature, and where it is looked for. */
export type SignatureQuery = {
  readonly rpc: Rpc
  readonly step: SolanaStep
  readonly anchor: SolanaAnchor
  readonly hash: string
  readonly accounts: readonly string[]
}

/**
 * Looks once for a signature: at the preferred node, then at all of them. That a node does not know it proves nothing;
 * while it can land it is sent again, and it has expired only when every node that answers proves it.
 */
export async function getSignatureStatus(query: SignatureQuery): Promise<TransactionStatus> {
  const { rpc, anchor } = query
  const first = await find(query, rpc).catch(() => undefined)
  if (first && !isHalfKnown(first)) return first
  const nodes = (await rpc.each?.()) ?? [rpc]
  const looks = await Promise.allSettled(nodes.map((node) => lookAt(query, node)))
  const answers = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []))
  if (answers.length === 0) throw looks.find((look) => look.status === 'rejected')?.reason
  const found = answers.filter((answer) => typeof answer === 'object')
  if (found[0]) return found.find((status) => !isHalfKnown(status)) ?? found[0]
  if (answers.includes('alive')) return anchor.signed === undefined ? pending(query) : sendAgain(query, nodes)
  return answers.every((answer) => answer === 'absent') ? { is: 'expired' } : { is: 'undecided' }
}

/**
 * Whether a pasted signature is of this step: of the very bytes that were checked, or of what a node shows under it, as
 * the wallet wrote it.
 */
export async function isSignatureOf({
  step,
  hash,
  rpc,
}: Pick<SignatureQuery, 'step' | 'hash' | 'rpc'>): Promise<boolean> {
  const [checked, signature] = [readTransaction(step.transaction), fromBase58(hash)]
  if (checked && signature && isSignedBy(step.from, signature, checked.message)) return true
  for (const node of [rpc, ...((await rpc.each?.()) ?? [])]) {
    const found = await transactionOf(node, hash, 'confirmed', 'base64').catch(() => undefined)
    const [text] = isRecord(found) && Array.isArray(found.transaction) ? found.transaction : []
    if (typeof text === 'string') return (await comparedOnChain(step.transaction, text, node)) === undefined
  }
  return false
}

/**
 * Why a signed transaction is not the checked one. Reads lookup tables only where the wallet has written the accounts in
 * another way than they were checked.
 */
export async function comparedOnChain(checked: string, signed: string, rpc: Rpc): Promise<Reason | undefined> {
  const compared = compareSigned(checked, signed)
  if (compared?.code !== 'signed.rewritten') return compared
  const { readTables } = await import('../../guard/simulate/solana/gather')
  const lookups = [checked, signed].flatMap((text) => readTransaction(text)?.lookups ?? [])
  const tables = await readTables({ lookups }, rpc)
  return tables ? compareSigned(checked, signed, tables) : compared
}

/** Confirmed, and the node has not indexed what it moved: another one may have. */
function isHalfKnown(status: TransactionStatus): boolean {
  return status.is === 'pending' && status.confirmations > 0
}

/** Asks a node to send a signed transaction. We repeat it ourselves, so the node need not. */
export async function broadcast(rpc: Rpc, signed: string): Promise<void> {
  await rpc('sendTransaction', [signed, { encoding: 'base64', preflightCommitment: 'processed', maxRetries: 0 }])
}

/** The lamports of an account, and the slot they are of. Rejects where the node does not say. */
export async function balanceAt(rpc: Rpc, account: string, options: object): Promise<Balance> {
  const answer = await rpc('getBalance', [account, options])
  const slot = slotOf(answer)
  if (slot < 0n) throw new SolanaNodeError('getBalance', 0, 'no slot', undefined)
  return { slot, lamports: BigInt(Number(contextValue(answer))) }
}

type Balance = NonNullable<SolanaAnchor['before']>

/** One node is enough: the others hear of it from that one. */
async function sendAgain(query: SignatureQuery, nodes: readonly Rpc[]): Promise<TransactionStatus> {
  const { signed = '' } = query.anchor
  const sent = await Promise.allSettled(nodes.map((node) => broadcast(node, signed)))
  const isKnown = sent.some(
    (each) => each.status === 'fulfilled' || /already been processed|AlreadyProcessed/i.test(String(each.reason)),
  )
  return isKnown ? pending(query) : { is: 'not accepted' }
}

/** `alive`: it may still land. `absent`: proven not to have landed. `unclear`: the node cannot prove it yet. */
type Verdict = TransactionStatus | 'alive' | 'absent' | 'unclear'

async function lookAt(query: SignatureQuery, node: Rpc): Promise<Verdict> {
  const found = await find(query, node)
  if (found) return found
  const { lastValidBlockHeight } = query.anchor
  const epoch = await node('getEpochInfo', [{ commitment: 'finalized' }])
  if (!isRecord(epoch)) return 'unclear'
  if (BigInt(Number(epoch.blockHeight)) <= lastValidBlockHeight) return 'alive'
  return isAbsent(query, node, Number(epoch.absoluteSlot)).catch(() => 'unclear' as const)
}

/**
 * Proves by a node's finalized state that the transaction never landed. Its blockhash is dead, neither the node's index
 * nor the account's history has it, and the history explains every lamport of the account since the request. The last
 * condition holds even where the indexes lag, because the account pays the fee of any transaction. The slot `since` is
 * one of this node in which the transaction could not land any more; older answers, as of another machine behind the
 * same address, do not count.
 */
async function isAbsent(query: SignatureQuery, node: Rpc, since: number): Promise<'alive' | 'absent' | 'unclear'> {
  const { hash, step, anchor } = query
  const options = { commitment: 'finalized', minContextSlot: since }
  const read = readTransaction(step.transaction)
  if (!read || !anchor.before) return 'unclear'
  const validity = await node('isBlockhashValid', [read.recentBlockhash, options])
  if (contextValue(validity) === true) return 'alive'
  const statuses = await node('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])
  const history = await node('getSignaturesForAddress', [step.from, { ...options, limit: maxHistory }])
  const balance = await balanceAt(node, step.from, options)
  const isRecent = [slotOf(validity), slotOf(statuses), balance.slot].every((slot) => slot >= BigInt(since))
  if (!isRecent || statusIn(statuses) || !Array.isArray(history)) return 'unclear'
  const moved = await movedSince(anchor.before.slot, balance.slot, history.filter(isRecord), query, node)
  return moved === balance.lamports - anchor.before.lamports ? 'absent' : 'unclear'
}

/** The most signatures that a node returns in one response. */
const maxHistory = 1_000
/** More transactions than this are not read to explain a balance. */
const maxExplained = 50

/**
 * The effect of the account's listed transactions between two slots on its lamports; `undefined` when that cannot be
 * read.
 */
async function movedSince(
  after: bigint,
  until: bigint,
  history: readonly Record<string, unknown>[],
  { hash, step: { from, chainId } }: SignatureQuery,
  node: Rpc,
): Promise<bigint | undefined> {
  if (history.some(({ signature }) => signature === hash)) return undefined
  const slots = history.map(({ slot }) => BigInt(Number(slot)))
  const recent = history.filter((_, index) => slots[index]! > after && slots[index]! <= until)
  const isWhole = history.length < maxHistory || slots.some((slot) => slot <= after)
  if (!isWhole || recent.length > maxExplained) return undefined
  const movements = await Promise.all(
    recent.map(async ({ signature }) =>
      movementIn(await transactionOf(node, String(signature), 'finalized'), chainId, [from]),
    ),
  )
  let sum = 0n
  for (const movement of movements) {
    if (!movement) return undefined
    const { changes, fee, payer } = movement
    sum += changes.reduce((total, { token, delta }) => total + (token === 'native' ? delta : 0n), 0n)
    if (payer === from) sum -= fee
  }
  return sum
}

/** The signature's status in either index of a node; `undefined` when neither has it. */
async function find(query: SignatureQuery, node: Rpc): Promise<TransactionStatus | undefined> {
  const { hash } = query
  let refusal: unknown
  const statuses = await node('getSignatureStatuses', [[hash], { searchTransactionHistory: true }]).catch((error) => {
    refusal = error
  })
  const status = statusIn(statuses)
  // Until a block is confirmed, another fork may replace it and its failure. A cache may keep `processed` for ever.
  const level = status?.confirmationStatus === 'processed' ? 'finalized' : 'confirmed'
  const transaction = await transactionOf(node, hash, level).catch((error) => {
    // A node may serve only one of the two indexes.
    if (!status) throw refusal ?? error
  })
  const meta = isRecord(transaction) && isRecord(transaction.meta) ? transaction.meta : undefined
  if (!meta && !status) return undefined
  const isDecided = isConfirmed(status?.confirmationStatus)
  if (!meta && !isDecided) return pending(query)
  const error = (isDecided ? status?.err : undefined) ?? meta?.err
  if (error !== null && error !== undefined)
    return { is: 'reverted', hash, why: reasonIn(meta, error), ...costIn(transaction, meta) }
  return done(query, transaction)
}

function costIn(transaction: unknown, meta: Record<string, unknown> | undefined): { readonly cost?: NetworkCost } {
  const time = isRecord(transaction) ? transaction.blockTime : undefined
  if (typeof meta?.fee !== 'number') return {}
  return { cost: { fee: BigInt(meta.fee), ...(typeof time === 'number' && { minedAt: time * 1_000 }) } }
}

function isConfirmed(status: unknown): boolean {
  return status === 'confirmed' || status === 'finalized'
}

function done({ step, hash, accounts }: SignatureQuery, transaction: unknown): TransactionStatus {
  const people = accounts.length > 0 ? accounts : [step.from]
  const movement = movementIn(transaction, step.chainId, people)
  if (!movement) return { is: 'pending', hash, confirmations: 1 }
  const { slot, payer: _, ...moved } = movement
  return { is: 'done', receipt: { hash, block: slot, ...moved, received: undefined, spent: undefined } }
}

function pending({ hash }: SignatureQuery): TransactionStatus {
  return { is: 'pending', hash, confirmations: 0 }
}

function transactionOf(
  node: Rpc,
  hash: string,
  commitment: 'confirmed' | 'finalized',
  encoding: 'json' | 'base64' = 'json',
): Promise<unknown> {
  return node('getTransaction', [hash, { encoding, commitment, maxSupportedTransactionVersion: 0 }])
}

type Status = { readonly err: unknown; readonly confirmationStatus: unknown }

function statusIn(statuses: unknown): Status | undefined {
  const answer = contextValue(statuses)
  const status: unknown = Array.isArray(answer) ? answer[0] : undefined
  return isRecord(status) ? { err: status.err ?? null, confirmationStatus: status.confirmationStatus } : undefined
}

function reasonIn(meta: Record<string, unknown> | undefined, error: unknown): string {
  const logs = Array.isArray(meta?.logMessages) ? meta.logMessages : []
  const errorLine = logs.map(String).findLast((line) => /error|insufficient|failed/i.test(line))
  return errorLine?.replace(/^Program log: /, '') ?? JSON.stringify(error)
}

/** The slot of an answer with a context; otherwise a slot before the first one. */
function slotOf(answer: unknown): bigint {
  const context = isRecord(answer) ? answer.context : undefined
  return isRecord(context) && typeof context.slot === 'number' ? BigInt(context.slot) : -1n
}
