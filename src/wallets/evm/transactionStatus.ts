import { bytes, hex, listOf, memberOf, quantity, quantityOrNone, revertDataOf } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { compareSent, readSent } from '../../guard/check/compareSent'
import { explainFailure } from '../../guard/decode/evm/revert'
import type { EvmStep } from '../../guard/plan'
import type { TransactionStatus } from '../../orders/executor'
import type { EvmAnchor } from '../../orders/requests/transactionAnchor'
import { wordOf } from './hex'
import type { EvmNode } from './node'
import { confirmationsOf, costOfFailed, feeIn, receiptOf, type StatusQuery } from './receipt'
import { NoNodeAnswers } from './rpc/sourcesInTurn'
import { isPassedOver } from './safeQueue'
import { accountKind, findCall, findExecution, statusOfRelayed } from './smartAccount'

/** The fields of a node's transaction that identify it. */
type Found = { readonly hash: string; readonly nonce: number; readonly answer: unknown }

/** Looks once for a step on chain: by its hash, or among the account's transactions since the anchor. */
export function getTransactionStatus(query: StatusQuery, hash: string | undefined): Promise<TransactionStatus> {
  return askedOfAll(query, (node) => lookOnce({ ...query, node }, hash))
}

/**
 * A node without the transaction, or without its block, proves nothing. The transaction counts as not seen only when no
 * other source of the chain has more, and the node has the block of the wallet request.
 */
export async function askedOfAll(
  { node, anchor }: Pick<StatusQuery, 'node' | 'anchor'>,
  look: (node: EvmNode) => Promise<TransactionStatus>,
): Promise<TransactionStatus> {
  const [first] = await Promise.allSettled([look(node)])
  if (first.status === 'rejected' && first.reason instanceof NoNodeAnswers) throw first.reason
  if (first.status === 'fulfilled' && !isOpen(first.value)) return first.value
  const looks = await Promise.allSettled((node.each?.() ?? []).map(look))
  const answers = [first, ...looks].flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (first.status === 'rejected' && answers.length === 0) throw first.reason
  const known = answers.find((each) => !isOpen(each)) ?? answers.find(({ is }) => is === 'pending')
  const best = known ?? answers.find(({ is }) => is === 'undecided')
  if (best) return best
  const isUnproven = first.status === 'rejected' || (await latestBlock(node)) < anchor.block
  return { is: isUnproven ? 'undecided' : 'not seen' }
}

/** A node that is behind returns the same. */
function isOpen(status: TransactionStatus): boolean {
  const { is } = status
  return is === 'not seen' || is === 'undecided' || (is === 'pending' && status.confirmations === 0)
}

async function lookOnce(query: StatusQuery, hash: string | undefined): Promise<TransactionStatus> {
  if (hash === undefined) return findUnnamed(query)
  const known = await byHash(query.node, hash)
  if (!known) return findUnknown(query, hash)
  const isOwn = isSameAddress(memberOf(known.answer, 'from'), query.step.from)
  return isOwn ? statusOf(query, known, hash) : statusOfOthers(query, known)
}

/**
 * Whether a pasted hash may be of this step: not if it was mined before the wallet request, nor if it is another call
 * of the account with another nonce.
 */
export async function isHashOf({ node, step, anchor }: Pick<StatusQuery, 'node' | 'step' | 'anchor'>, hash: string) {
  const found = await byHash(node, hash)
  const block = quantityOrNone(memberOf(found?.answer, 'blockNumber'))
  if (!found || (block !== undefined && block <= anchor.block)) return !found
  const isOfOthers = !isSameAddress(memberOf(found.answer, 'from'), step.from)
  return isOfOthers || found.nonce === anchor.nonce || isSameCall(step, found) || isEdited(step, found.answer)
}

/**
 * A transaction sent by another account: only contract accounts act that way. Of any other account it is the wrong hash,
 * so the account's own transactions are looked through.
 */
async function statusOfOthers(query: StatusQuery, { hash, answer }: Found): Promise<TransactionStatus> {
  const kind = await accountKind(query.node, query.step.from)
  const status = kind === 'key' ? await findByAnchor(query) : await statusOfRelayed(query, hash, answer)
  // Otherwise nothing is known: a foreign transaction that does not do what the step does will not be executed later.
  return status?.is === 'pending' || status?.is === 'done' || status?.is === 'reverted' ? status : { is: 'undecided' }
}

/** No node has the hash. It may not be a transaction hash: then the account's events name the transaction. */
async function findUnknown(query: StatusQuery, hash: string): Promise<TransactionStatus> {
  const kind = await accountKind(query.node, query.step.from)
  // An EOA acts only by its own transactions, regardless of events.
  const executed = kind === 'key' ? undefined : await findExecution(query, hash).catch(() => undefined)
  if (executed) return executed
  if (kind === 'contract') {
    // It waits until a node returns something else.
    const isOver = await isPassedOver(query, hash).catch(() => false)
    return isOver ? { is: 'replaced', hash, by: hash, how: 'cancelled' } : { is: 'queued' }
  }
  const status = await findReplacement(query, hash)
  // The nonce of a delegated account does not show what its bundler still holds.
  return kind === 'delegated' && status.is === 'not seen' ? { is: 'undecided' } : status
}

/** Without a hash, a contract account is searched by its events, any other account by its nonces. */
async function findUnnamed(query: StatusQuery): Promise<TransactionStatus> {
  if (!query.anchor.isContract) return findByAnchor(query)
  return (await findCall(query)) ?? { is: 'not seen' }
}

/** Status of a transaction that a node has. */
async function statusOf(query: StatusQuery, found: Found, asked: string): Promise<TransactionStatus> {
  const { node, step, chain } = query
  const sent = readSent(found.answer)
  if (!sent || !isSameAddress(sent.from, step.from)) return { is: 'undecided' }
  const comparison = compareSent(step, sent)
  const receipt = await node.ask('eth_getTransactionReceipt', [found.hash])
  if (comparison === 'different') return { is: 'replaced', hash: asked, by: found.hash, how: 'altered' }
  if (receipt === null) return { is: 'pending', hash: found.hash, confirmations: 0 }
  // Only once it is in a block, because the remaining allowance is read next.
  if (comparison === 'lowered') return { is: 'replaced', hash: asked, by: found.hash, how: 'lowered' }

  if (!isReceiptOf(receipt, found.hash, step)) return { is: 'undecided' }
  const block = quantity(memberOf(receipt, 'blockNumber'))
  const confirmations = await confirmationsOf(node, block)
  if (confirmations < chain.confirmations) return { is: 'pending', hash: found.hash, confirmations }
  if (quantity(memberOf(receipt, 'status')) === 0n)
    return {
      is: 'reverted',
      hash: found.hash,
      why: await reasonOf(node, { from: step.from, to: step.to, data: step.data, value: hex(step.value) }, block),
      ...(await costOfFailed(query, receipt, found.answer, block)),
    }
  const fee = await feeIn(query, receipt, found.answer, block)
  return { is: 'done', receipt: await receiptOf(query, receipt, { hash: found.hash, block, fee }) }
}

/** Rejects a receipt that belongs to another transaction. */
function isReceiptOf(receipt: unknown, hash: string, { from, to }: EvmStep): boolean {
  return (
    isSameAddress(memberOf(receipt, 'transactionHash'), hash) &&
    isSameAddress(memberOf(receipt, 'from'), from) &&
    isSameAddress(memberOf(receipt, 'to'), to)
  )
}

/** The node does not know the hash: dropped, not propagated yet, or replaced by another transaction with its nonce. */
async function findReplacement(query: StatusQuery, hash: string): Promise<TransactionStatus> {
  const { node, anchor } = query
  if ((await countAt(node, anchor.account)) <= anchor.nonce)
    return { is: (await isInLogs(query, hash)) ? 'undecided' : 'not seen' }
  const taker = await minedWith(query, anchor.nonce)
  if (!taker) return { is: 'undecided' }
  // Another step of this account took the nonce: this step got a later nonce, or was never sent.
  if (query.claimed.has(taker.hash)) return findByAnchor(query)
  if (taker.hash === hash || isSameCall(query.step, taker)) return statusOf(query, taker, hash)
  return { is: 'replaced', hash, by: taker.hash, how: isCancellation(taker, anchor.account) ? 'cancelled' : 'replaced' }
}

/** Whether tokens of the account moved in this transaction, though the node shows neither it nor its nonce. */
async function isInLogs({ node, anchor }: StatusQuery, hash: string): Promise<boolean> {
  const topics = [null, `0x${wordOf(anchor.account)}`]
  try {
    const logs = await node.ask('eth_getLogs', [{ fromBlock: hex(anchor.block), toBlock: 'latest', topics }])
    return listOf(logs).some((log) => isSameAddress(memberOf(log, 'transactionHash'), hash))
  } catch {
    // Logs can only add to what receipt and nonce say.
    return false
  }
}

/** No hash is known: compares every transaction of the account since the anchor with the step. */
async function findByAnchor(query: StatusQuery): Promise<TransactionStatus> {
  const { node, anchor, step } = query
  const first = anchor.minedNonce ?? anchor.nonce
  const [mined, pending] = await nonces(node, anchor.account)
  if (mined <= first && pending <= anchor.nonce) return { is: 'not seen' }

  const isOwn = ({ hash }: Found) => !query.claimed.has(hash)
  const inPoolNow = pending > mined ? await pendingOf(node, anchor.account) : []
  const waiting = inPoolNow.filter(isOwn)
  const inPool = waiting.find((found) => isSameCall(step, found))
  if (inPool) return statusOf(query, inPool, inPool.hash)

  const sent: Found[] = []
  for (let nonce = first; nonce < mined; nonce++) {
    const found = await minedWith(query, nonce)
    if (!found) return { is: 'undecided' }
    if (!isOwn(found)) continue
    if (isSameCall(step, found)) return statusOf(query, found, found.hash)
    sent.push(found)
  }
  const candidates = [...sent, ...waiting].filter(({ nonce }) => nonce >= anchor.nonce)
  const edited = candidates.find(({ nonce, answer }) => nonce === anchor.nonce && isEdited(step, answer))
  if (edited) return statusOf(query, edited, edited.hash)
  // Every transaction is known, and none of them is this step.
  const isAllKnown = inPoolNow.length >= pending - mined
  if (isAllKnown && candidates.length === 0) return { is: 'not seen' }
  return { is: 'undecided' }
}

function isSameCall(step: EvmStep, { answer }: Found): boolean {
  const sent = readSent(answer)
  return sent !== undefined && compareSent(step, sent) === 'same'
}

/** An approval with another amount than the checked one. */
function isEdited(step: EvmStep, answer: unknown): boolean {
  const sent = readSent(answer)
  return sent !== undefined && ['lowered', 'raised'].includes(compareSent(step, sent))
}

/** A cancellation sends nothing to the account itself. */
function isCancellation({ answer }: Found, account: string): boolean {
  const sent = readSent(answer)
  return sent !== undefined && isSameAddress(sent.to, account) && sent.value === 0n && sent.data === '0x'
}

/** The account's mined transaction with this nonce, if it is in a block since the anchor. */
async function minedWith({ node, anchor }: StatusQuery, nonce: number): Promise<Found | undefined> {
  const latest = await latestBlock(node)
  const block = await blockThatTook(node, anchor, nonce, latest)
  const range = block === undefined ? { first: anchor.block, latest } : { first: block, latest: block }
  return findSince(node, anchor.account, range, (found) => found.nonce === nonce)
}

/**
 * Finds the block in which an account's nonce was used, by binary search. `undefined` on a node without archive state.
 */
async function blockThatTook(
  node: EvmNode,
  anchor: EvmAnchor,
  nonce: number,
  latest: bigint,
): Promise<bigint | undefined> {
  let before = anchor.block
  let after = latest
  try {
    if ((await countAt(node, anchor.account, hex(before))) > nonce) return undefined
    while (after - before > 1n) {
      const middle = (before + after) / 2n
      if ((await countAt(node, anchor.account, hex(middle))) > nonce) after = middle
      else before = middle
    }
    return after
  } catch {
    // Nodes prune old states but keep the blocks.
    return undefined
  }
}

/** The most blocks searched; if there are more, the result is `undecided`. */
const maxBlocks = 300n

/** The first of an account's transactions since a block that fits. */
export async function findSince(
  node: EvmNode,
  account: string,
  { first, latest }: { readonly first: bigint; readonly latest: bigint },
  fits: (found: Found) => boolean,
): Promise<Found | undefined> {
  const last = latest - first > maxBlocks ? first + maxBlocks : latest
  for (let block = first; block <= last; block++) {
    const found = (await sentIn(node, hex(block), account)).find(fits)
    if (found) return found
  }
  return undefined
}

/** The account's transactions in the node's pending block. */
async function pendingOf(node: EvmNode, account: string): Promise<readonly Found[]> {
  try {
    return await sentIn(node, 'pending', account)
  } catch {
    // Not every node has a pending block.
    return []
  }
}

async function sentIn(node: EvmNode, block: string, account: string): Promise<readonly Found[]> {
  const answer = await node.ask('eth_getBlockByNumber', [block, true])
  return listOf(memberOf(answer, 'transactions'))
    .filter((transaction) => isSameAddress(memberOf(transaction, 'from'), account))
    .map(foundIn)
}

async function byHash(node: EvmNode, hash: string): Promise<Found | undefined> {
  const answer = await node.ask('eth_getTransactionByHash', [hash])
  if (isSameAddress(memberOf(answer, 'hash'), hash)) return foundIn(answer)
  // One index of a node may be behind the other.
  const receipt = await node.ask('eth_getTransactionReceipt', [hash])
  const [block, from] = [memberOf(receipt, 'blockNumber'), memberOf(receipt, 'from')]
  if (typeof block !== 'string' || typeof from !== 'string') return undefined
  return (await sentIn(node, block, from)).find((found) => isSameAddress(found.hash, hash))
}

function foundIn(answer: unknown): Found {
  return { hash: bytes(memberOf(answer, 'hash')), nonce: Number(quantity(memberOf(answer, 'nonce'))), answer }
}

/**
 * Simulates a call on the block before the one it failed in, to read the revert reason. If it succeeds there, an
 * earlier transaction of the same block is the cause, and the call is simulated at the end of that block.
 */
export async function reasonOf(node: EvmNode, call: object, block: bigint): Promise<string | undefined> {
  const failureAfter = (after: bigint) => node.ask('eth_call', [call, hex(after)]).then(() => undefined, revertReasonOf)
  return (await failureAfter(block - 1n)) ?? (await failureAfter(block))
}

/** The contract's reason in a failed call: from its return data or a revert message. A node's own trouble is no reason. */
export function revertReasonOf(error: unknown): string | undefined {
  const texts = [memberOf(error, 'details'), memberOf(error, 'message')].filter((text) => typeof text === 'string')
  return explainFailure(revertDataOf(error), texts.join('\n'), false) || undefined
}

export async function latestBlock(node: EvmNode): Promise<bigint> {
  return quantity(await node.ask('eth_blockNumber', []))
}

/** The number of transactions that an account has sent by a block. */
async function countAt(node: EvmNode, account: string, block = 'latest'): Promise<number> {
  return Number(quantity(await node.ask('eth_getTransactionCount', [account, block])))
}

/** The account's next nonce: by mined transactions, and including pending ones. */
export async function nonces(node: EvmNode, account: string): Promise<readonly [number, number]> {
  const [mined, pending] = await node.askAll([
    { method: 'eth_getTransactionCount', params: [account, 'latest'] },
    { method: 'eth_getTransactionCount', params: [account, 'pending'] },
  ])
  if (mined instanceof Error) throw mined
  const latest = Number(quantity(mined))
  // Not every node has a pending state.
  return [latest, pending instanceof Error ? latest : Math.max(latest, Number(quantity(pending)))]
}
