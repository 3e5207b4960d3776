import { listOf, memberOf, messageOf, quantity } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { native } from '../../guard/decode/evm/address'
import type { BalanceChange } from '../../guard/forecast'
import type { EvmStep } from '../../guard/plan'
import type { Batch } from '../../orders/batch'
import { mainStepOf } from '../../orders/batchTasks'
import type { TransactionStatus } from '../../orders/executor'
import { failureOf } from '../../orders/failure'
import { batchCalls } from './batch'
import { type Provider, requestWithTimeout } from './connection/provider'
import { isHash } from './hex'
import {
  confirmationsOf,
  costOfFailed,
  feeIn,
  isPositionIn,
  receiptOf,
  type StatusQuery,
  tokensGained,
} from './receipt'
import { accountKind, findCall, holdsAll } from './smartAccount'
import { askedOfAll, findSince, latestBlock, nonces, reasonOf } from './transactionStatus'

/** The facts by which a batch can be found again. */
export type BatchQuery = Omit<StatusQuery, 'step'> & {
  readonly batch: Batch
  /** The connected wallet, if it is the one of the batch's account. */
  readonly provider: Provider | undefined
}

/** Status of a batch. The wallet names the transaction; the chain's own node confirms that it did what was checked. */
export function getBatchStatus(query: BatchQuery, hash: string | undefined): Promise<TransactionStatus> {
  return askedOfAll(query, (node) => lookOnce({ ...query, node }, hash))
}

async function lookOnce(query: BatchQuery, hash: string | undefined): Promise<TransactionStatus> {
  if (hash !== undefined) return (await statusByHash(query, hash)) ?? statusOfUnknownHash(query)
  const said = await askWallet(query)
  switch (said.is) {
    case 'taken':
      return { is: 'taken', id: said.id }
    case 'given up':
      return (await statusOfExecuted(query)) ?? givenUp
    case 'on chain':
      if (query.claimed.has(said.hash)) return { is: 'undecided' }
      return said.isWhole
        ? ((await statusByHash(query, said.hash)) ?? { is: 'pending', hash: said.hash, confirmations: 0 })
        : { is: 'replaced', hash: said.hash, by: said.hash, how: 'altered' }
    case 'unknown':
      return findOnChain(query, said.isCertain)
  }
}

const givenUp: TransactionStatus = {
  is: 'given up',
  failure: { ...failureOf('refused'), facts: { is: 'batch given up' } },
}

/** The wallet's answer to `wallet_getCallsStatus`. */
type WalletAnswer =
  | { readonly is: 'taken'; readonly id: string }
  | { readonly is: 'given up' }
  /** `isWhole`: sent as one transaction, as requested. */
  | { readonly is: 'on chain'; readonly hash: string; readonly isWhole: boolean }
  /** `isCertain`: the wallet reported that it has no such batch; otherwise it could not be asked. */
  | { readonly is: 'unknown'; readonly isCertain: boolean }

async function askWallet({ provider, anchor }: BatchQuery): Promise<WalletAnswer> {
  const id = anchor.batch?.id
  if (!provider || id === undefined) return { is: 'unknown', isCertain: false }
  try {
    return readCallsStatus(id, await requestWithTimeout(provider, 'wallet_getCallsStatus', [id]))
  } catch (error) {
    return { is: 'unknown', isCertain: isUnknownBatch(error) }
  }
}

/** `status` is a number like an HTTP status; the first version of EIP-5792 used words. */
function readCallsStatus(id: string, answer: unknown): WalletAnswer {
  const said = memberOf(answer, 'status')
  const status = said === 'CONFIRMED' ? 200 : said === 'PENDING' ? 100 : Number(said)
  const hashes = new Set(
    listOf(memberOf(answer, 'receipts') ?? []).flatMap((receipt) => {
      const hash = memberOf(receipt, 'transactionHash')
      return isHash(hash) ? [hash.toLowerCase()] : []
    }),
  )
  const [hash] = hashes
  const isWhole = hashes.size === 1 && memberOf(answer, 'atomic') !== false && status < 600
  if (hash !== undefined) return { is: 'on chain', hash, isWhole }
  // 600: some of it was carried out, in transactions that the wallet does not name.
  if (status >= 400 && status < 600) return { is: 'given up' }
  return status >= 100 && status < 300 ? { is: 'taken', id } : { is: 'unknown', isCertain: false }
}

const methodNotFound = -32601
const unsupportedMethod = 4200

/** Code 5730 of EIP-5792; wallets without the code use a message. */
function isUnknownBatch(error: unknown): boolean {
  const code = memberOf(error, 'code')
  return (
    code === 5730 ||
    (code !== methodNotFound &&
      code !== unsupportedMethod &&
      /unknown (bundle|batch|calls?)|no (matching|such) (bundle|batch)|(bundle|batch|calls?)( id)? (was )?not found/i.test(
        messageOf(error),
      ))
  )
}

/** `undefined` while the node does not know the transaction. */
async function statusByHash(query: BatchQuery, hash: string): Promise<TransactionStatus | undefined> {
  const { node, chain, batch } = query
  const [sent, receipt] = await node.askAll([
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ])
  if (sent instanceof Error) throw sent
  if (receipt instanceof Error) throw receipt
  if (sent === null || !isSameAddress(memberOf(sent, 'hash'), hash)) return undefined
  if (!holdsCalls(sent, batch)) return { is: 'replaced', hash, by: hash, how: 'altered' }
  if (receipt === null) return { is: 'pending', hash, confirmations: 0 }
  if (!isSameAddress(memberOf(receipt, 'transactionHash'), hash)) return { is: 'undecided' }
  const block = quantity(memberOf(receipt, 'blockNumber'))
  const confirmations = await confirmationsOf(node, block)
  if (confirmations < chain.confirmations) return { is: 'pending', hash, confirmations }
  if (quantity(memberOf(receipt, 'status')) === 0n)
    return { ...(await failedIn(query, hash, sent, receipt, block)), why: await reasonOf(node, callIn(sent), block) }
  return statusOfMined(query, hash, sent, receipt, block)
}

/** A bundle transaction can succeed although the batch inside it failed: the amounts received decide. */
async function statusOfMined(
  query: BatchQuery,
  hash: string,
  sent: unknown,
  receipt: unknown,
  block: bigint,
): Promise<TransactionStatus> {
  const { node, chain, batch, accounts } = query
  const main = mainStepOf(batch.steps)
  if (!main) return { is: 'undecided' }
  const isPaidByAccount = isSameAddress(memberOf(receipt, 'from'), batch.from)
  const value = batch.steps.reduce((sum, step) => sum + step.value, 0n)
  const receiptQuery = { node, chain, accounts, step: { ...main, value } }
  const fee = isPaidByAccount ? await feeIn(receiptQuery, receipt, sent, block) : 0n
  const done = await receiptOf(receiptQuery, receipt, { hash, block, fee })
  if (hasArrived(batch, main, receipt, done.changes)) return { is: 'done', receipt: done }
  return failedIn(query, hash, sent, receipt, block)
}

/** The account pays for a failed batch only where it sent the transaction itself; else a bundler did. */
async function failedIn(query: BatchQuery, hash: string, sent: unknown, receipt: unknown, block: bigint) {
  const { node, chain, batch, accounts } = query
  const [step] = batch.steps
  const isPaid = step && isSameAddress(memberOf(receipt, 'from'), batch.from)
  const cost = isPaid ? await costOfFailed({ node, chain, accounts, step }, receipt, sent, block) : {}
  return { is: 'reverted', hash, why: undefined, ...cost } as const
}

/**
 * Whether the receipt shows the required outputs of the batch. Without any, it shows the increased position, or tokens
 * that moved: the native coins of a contract account are only presumed to be those that the batch was to send.
 */
function hasArrived({ assertion }: Batch, main: EvmStep, receipt: unknown, changes: readonly BalanceChange[]): boolean {
  const wanted = assertion.changes.filter(({ least }) => least > 0n)
  const isMoved = ({ token, account }: Bound) =>
    token !== native &&
    changes.some((change) => isSameAddress(change.token, token) && isSameAddress(change.account, account))
  if (wanted.length === 0)
    return assertion.changes.length === 0 || isPositionIn(receipt, main) || assertion.changes.some(isMoved)
  return wanted.every(
    ({ token, account, least }) =>
      BigInt(tokensGained(receipt, token, account)) >= least ||
      changes.some(
        (change) =>
          isSameAddress(change.token, token) &&
          isSameAddress(change.account, account) &&
          // Native amounts come from balances, which other transactions of the block may have changed too.
          (token === native || change.delta >= least),
      ),
  )
}

type Bound = Batch['assertion']['changes'][number]

function holdsCalls(sent: unknown, batch: Batch): boolean {
  return holdsAll(
    sent,
    batchCalls(batch).map(({ data }) => data),
  )
}

/**
 * The node does not know the hash: the wallet may have replaced the transaction since. If the wallet does not know the
 * batch either, and the account has sent nothing, the transaction was dropped.
 */
async function statusOfUnknownHash(query: BatchQuery): Promise<TransactionStatus> {
  const said = await askWallet(query)
  if (said.is === 'unknown' && said.isCertain) return (await isStill(query)) ? { is: 'not seen' } : { is: 'undecided' }
  if (said.is !== 'on chain' || !said.isWhole) return { is: 'undecided' }
  return (await statusByHash(query, said.hash)) ?? { is: 'undecided' }
}

/**
 * Searches the account's transactions since the anchor when the wallet cannot say. A batch that is neither on chain nor
 * known to the wallet was not sent; one that the wallet accepted may still be sent.
 */
async function findOnChain(query: BatchQuery, isUnknownToWallet: boolean): Promise<TransactionStatus> {
  const isUnmoved = await isStill(query)
  if (!isUnmoved) {
    const found = await findCalls(query)
    if (found !== undefined) return (await statusByHash(query, found)) ?? { is: 'undecided' }
  }
  const executed = await statusOfExecuted(query)
  if (executed) return executed
  const isUnsent = isUnmoved && isUnknownToWallet && !query.anchor.batch?.isTaken
  return isUnsent ? { is: 'not seen' } : { is: 'undecided' }
}

/**
 * A contract account sends nothing itself: its executed calls are found on chain, regardless of its wallet's answer. A
 * Safe reports a transaction as cancelled once its number was used, before it has seen that this transaction used it.
 */
async function statusOfExecuted(query: BatchQuery): Promise<TransactionStatus | undefined> {
  const executed = await findExecuted(query)
  return executed === undefined ? undefined : ((await statusByHash(query, executed)) ?? { is: 'undecided' })
}

/** A batch without a hash is found among what its account executed since the anchor. */
async function findExecuted(query: BatchQuery): Promise<string | undefined> {
  const step = mainStepOf(query.batch.steps)
  if (!step || (await accountKind(query.node, query.anchor.account)) !== 'contract') return undefined
  const found = await findCall({ ...query, step })
  const hash = found?.is === 'done' ? found.receipt.hash : found && 'hash' in found ? found.hash : undefined
  if (hash === undefined) return undefined
  return holdsCalls(await query.node.ask('eth_getTransactionByHash', [hash]), query.batch) ? hash : undefined
}

/** The account has sent nothing since the anchor. */
async function isStill({ node, anchor }: BatchQuery): Promise<boolean> {
  const [mined, pending] = await nonces(node, anchor.account)
  return mined <= (anchor.minedNonce ?? anchor.nonce) && pending <= anchor.nonce
}

async function findCalls({ node, batch, anchor, claimed }: BatchQuery): Promise<string | undefined> {
  const range = { first: anchor.block + 1n, latest: await latestBlock(node) }
  // The same swap may have been sent before.
  const firstNonce = anchor.minedNonce ?? anchor.nonce
  const found = await findSince(
    node,
    anchor.account,
    range,
    ({ hash, nonce, answer }) => nonce >= firstNonce && !claimed.has(hash.toLowerCase()) && holdsCalls(answer, batch),
  )
  return found?.hash.toLowerCase()
}

function callIn(sent: unknown) {
  const [from, to, data, value] = ['from', 'to', 'input', 'value'].map((name) => memberOf(sent, name))
  return { from, to, data, value }
}
