import { readAllowance } from '../../chain/allowance'
import { hex, listOf, memberOf, messageOf, quantity, revertDataOf } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { evmChains } from '../../domain/chain'
import { shortReason } from '../../domain/text/shortReason'
import { readRevert } from '../../guard/decode/evm/revert'
import type { EvmStep } from '../../guard/plan'
import { codeHashOf } from '../../guard/simulate/evm/gather'
import { walletGasLimit } from '../../guard/simulate/evm/walletGas'
import type { Batch } from '../../orders/batch'
import type { Executor } from '../../orders/executor'
import type { SentNonce } from '../../orders/requests/sentNonces'
import type { EvmAnchor, TransactionAnchor } from '../../orders/requests/transactionAnchor'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { batchAnchor, readBatchSupport, sendBatch } from './batch'
import { getBatchStatus } from './batchStatus'
import { cancellationRequest, quoteCancellation } from './cancellation'
import { switchChain } from './chainSwitch'
import { type Provider, requestWithTimeout } from './connection/provider'
import { evmFailure, explainEvm, requestFailure } from './failures'
import { isHash, readChainId } from './hex'
import type { EvmNode } from './node'
import { accountKind } from './smartAccount'
import { getTransactionStatus, isHashOf, latestBlock, nonces } from './transactionStatus'

/** The connected wallet as an executor sees it. */
export type WalletConnection = {
  readonly current: () => { readonly address: string; readonly provider: Provider } | undefined
  /** Called when the account, chain or connection changes. */
  readonly onChange: (listener: () => void) => () => void
}

export type EvmExecutorDeps = {
  readonly connection: WalletConnection
  readonly chains: readonly DeploymentChain[]
  readonly node: (chain: DeploymentChain) => EvmNode
  /** Base for relative RPC URLs. */
  readonly origin: string
  /** Milliseconds a wallet may take to switch. */
  readonly switchDeadline?: number
}

/** The orders give each executor only requests of its kind. */
type Request = EvmStep | Batch

/** Executes steps on EVM chains. Each request is sent to the connected wallet once, and checked before and after. */
export function createEvmExecutor(deps: EvmExecutorDeps): Executor {
  return {
    ensureReady: (own: Request, onSwitch) => ensureReady(deps, own, onSwitch),
    createAnchor: (own: Request, lost, sent = []) =>
      own.kind === 'evm' ? createAnchor(deps, own, sent, lost) : createBatchAnchor(deps, own, lost),
    send: async (own: Request, anchor: EvmAnchor, _, onTaken) => {
      const provider = connectedWallet(deps, own)
      if (own.kind === 'evm') return askForTransaction(provider, requestFor(own, anchor))
      if (!anchor.batch) throw evmFailure('unsupported', { is: 'no atomic batch' })
      await onTaken?.(await sendBatch(provider, own, anchor.batch))
      return undefined
    },
    getStatus: (own: Request, anchor: EvmAnchor, hash, accounts = [], claimed = new Set()) => {
      const chain = chainOf(deps, own)
      const query = { node: deps.node(chain), chain, anchor, accounts, claimed }
      if (own.kind === 'evm') return getTransactionStatus({ ...query, step: own }, hash)
      const connected = deps.connection.current()
      const provider = isSameAddress(connected?.address, own.from) ? connected?.provider : undefined
      return getBatchStatus({ ...query, batch: own, provider }, hash)
    },
    isOfStep: async (own: Request, anchor: EvmAnchor, hash) =>
      own.kind !== 'evm' || isHashOf({ node: deps.node(chainOf(deps, own)), step: own, anchor }, hash),
    quoteCancellation: (pending) => quoteCancellation(deps.node(chainOf(deps, pending.step)), pending),
    cancel: async ({ step }, cancellation) => {
      await ensureReady(deps, step, () => undefined)
      await askForTransaction(connectedWallet(deps, step), cancellationRequest(cancellation))
    },
    toFailure: explainEvm,
    remainingSteps: (steps: readonly EvmStep[]) => uncoveredSteps(steps, (step) => deps.node(chainOf(deps, step))),
    onChange: deps.connection.onChange,
  }
}

async function ensureReady(deps: EvmExecutorDeps, step: Request, onSwitch?: () => void): Promise<void> {
  const chain = chainOf(deps, step)
  const provider = await providerFor(deps, step)
  if (await isOn(provider, step.chainId)) return
  if (!onSwitch) throw evmFailure('wrong chain', { is: 'not on chain', chain: chain.name })
  onSwitch()
  const { origin, switchDeadline } = deps
  await switchChain(provider, chain, {
    origin,
    ...(switchDeadline === undefined ? {} : { deadline: switchDeadline }),
  })
  // While switching networks the person may also have changed the account.
  await providerFor(deps, step)
}

/** The wallet, if it is connected, unlocked, and gives this page the account of the step. */
async function providerFor({ connection }: EvmExecutorDeps, { from }: Request): Promise<Provider> {
  const connected = connection.current()
  if (!connected) throw evmFailure('locked', { is: 'no wallet connected' })
  const accounts = listOf(await requestWithTimeout(connected.provider, 'eth_accounts'))
  if (accounts.length === 0) throw evmFailure('locked', { is: 'wallet locked' })
  if (isSameAddress(connected.address, from) && accounts.some((account) => isSameAddress(account, from)))
    return connected.provider
  throw evmFailure('wrong account', { is: 'other account', wanted: from, current: undefined })
}

async function createAnchor(
  deps: EvmExecutorDeps,
  step: EvmStep,
  sent: readonly SentNonce[],
  lost?: TransactionAnchor,
): Promise<EvmAnchor> {
  const chain = chainOf(deps, step)
  const provider = await providerFor(deps, step)
  if (!(await isOn(provider, step.chainId))) throw evmFailure('wrong chain', { is: 'left chain', chain: chain.name })
  const node = deps.node(chain)
  const [[mined, pending], block, gas, code, kind] = await Promise.all([
    nonces(node, step.from),
    latestBlock(node),
    gasFor(node, step),
    codeOf(node, step),
    accountKind(node, step.from).catch(() => 'key' as const),
  ])
  // The nonce of a contract account counts the contracts it created; its wallet numbers transactions separately.
  if (kind === 'contract') {
    const open = { nonce: mined, isOpenNonce: true, isContract: true } as const
    return { kind: 'evm', account: step.from, ...open, block, minedNonce: mined, ...gas, ...code }
  }
  const nonce = nextNonce({ mined, pending, block }, sent)
  const fresh = { kind: 'evm', account: step.from, ...nonce, block, minedNonce: mined, ...gas, ...code } as const
  // Do not reuse a nonce that has been mined since, or one that the wallet chose.
  if (lost?.kind !== 'evm' || lost.nonce < mined || lost.isOpenNonce) return fresh
  const rivals = sent.filter((own) => own.nonce === lost.nonce)
  if (rivals.some((own) => own.block !== undefined)) return fresh
  // Until one of them is mined, the lost request may still win: reusing its nonce would replace the other transaction,
  // a new nonce could send the step twice.
  if (rivals.length > 0) throw evmFailure('busy', { is: 'nonce awaited', nonce: lost.nonce })
  return { ...fresh, nonce: lost.nonce, block: lost.block, isPinned: true }
}

type NodeCounts = { readonly mined: number; readonly pending: number; readonly block: bigint }

/** Nodes keep at most this many pending transactions per account, so a higher count is not credible. */
const maxPending = 64

/**
 * Picks the nonce for a request. A node that has not seen our last transaction counts too low, and the next request
 * would replace that transaction: use the nonce after ours instead. If the node should have seen it and still
 * disagrees, one of the two is wrong, and the wallet chooses.
 */
function nextNonce({ mined, pending, block }: NodeCounts, sent: readonly SentNonce[]) {
  const unconfirmed = sent.filter(({ nonce }) => nonce >= pending)
  const next = Math.max(pending, ...unconfirmed.map(({ nonce }) => nonce + 1))
  const isContradictory = unconfirmed.some((own) => own.block !== undefined && own.block <= block)
  const isBelievable = next - mined <= maxPending
  return isContradictory || !isBelievable ? { nonce: pending, isOpenNonce: true as const } : { nonce: next }
}

/**
 * Asks the wallet again whether it supports atomic batches. If it no longer does, no request is made, because none of
 * the steps may be sent separately.
 */
async function createBatchAnchor(deps: EvmExecutorDeps, batch: Batch, lost?: TransactionAnchor): Promise<EvmAnchor> {
  const chain = chainOf(deps, batch)
  const provider = await providerFor(deps, batch)
  if (!(await isOn(provider, batch.chainId))) throw evmFailure('wrong chain', { is: 'left chain', chain: chain.name })
  const node = deps.node(chain)
  const [support, [mined, pending], block] = await Promise.all([
    readBatchSupport(provider, batch.from, batch.chainId),
    nonces(node, batch.from),
    latestBlock(node),
  ])
  const before = lost?.kind === 'evm' ? lost : undefined
  // A single transaction that may still land cannot be pinned to the batch: the wallet chooses its nonce.
  const isAmbiguous = before !== undefined && !before.batch && before.nonce >= mined
  if (support === undefined || isAmbiguous) throw evmFailure('unsupported', { is: 'no atomic batch' })
  return { kind: 'evm', account: batch.from, nonce: pending, block, minedNonce: mined, batch: batchAnchor(before) }
}

function connectedWallet({ connection }: EvmExecutorDeps, { from }: Request): Provider {
  const connected = connection.current()
  if (!isSameAddress(connected?.address, from) || !connected)
    throw evmFailure('wrong account', { is: 'other account', wanted: from, current: undefined })
  return connected.provider
}

/** The only place that asks for a transaction. The wallet returns a hash, or the outcome is unknown. */
async function askForTransaction(provider: Provider, request: Readonly<Record<string, string>>): Promise<string> {
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [request] }).catch((error: unknown) => {
    throw requestFailure(error)
  })
  if (!isHash(hash)) throw evmFailure('not a hash', undefined, JSON.stringify(hash))
  return hash.toLowerCase()
}

function chainOf({ chains }: EvmExecutorDeps, { chainId }: Request): DeploymentChain {
  const chain = evmChains(chains).find((known) => known.chainId === chainId)
  if (!chain) throw evmFailure('unsupported', { is: 'unknown chain', chainId })
  return chain
}

/**
 * The only fields sent to the wallet, which chooses the fee itself. Every request names its nonce, so that a prompt
 * that outlives its page and the repeated prompt cannot both be mined. The exception is a nonce that cannot be
 * determined.
 */
function requestFor({ from, to, data, value, chainId }: EvmStep, { gas, nonce, isOpenNonce }: EvmAnchor) {
  return {
    from,
    to,
    data,
    value: hex(value),
    chainId: hex(chainId),
    ...(gas === undefined ? {} : { gas: hex(gas) }),
    ...(isOpenNonce ? {} : { nonce: hex(nonce) }),
  }
}

/** The gas limit, by the same rule as in the simulation, from a new estimate. Throws when the call would revert: the wallet is never asked to sign it. */
async function gasFor(node: EvmNode, { from, to, data, value }: EvmStep): Promise<{ readonly gas?: bigint }> {
  try {
    const block = node.ask('eth_getBlockByNumber', ['latest', false])
    // The estimate is checked first: a call that would revert is reported even where the block cannot be read.
    block.catch(() => undefined)
    const estimate = quantity(await node.ask('eth_estimateGas', [{ from, to, data, value: hex(value) }]))
    return { gas: walletGasLimit(estimate, quantity(memberOf(await block, 'gasLimit'))) }
  } catch (error) {
    const failure = explainEvm(error)
    if (failure.code === 'insufficient funds') throw evmFailure(failure.code, failure.facts, error)
    const data = revertDataOf(error)
    if (failure.code !== 'reverted' && data === undefined) return {}
    const reason = (data && readRevert(data)) || shortReason(messageOf(error))
    throw evmFailure('reverted', { is: 'would revert', reason }, error)
  }
}

/**
 * Hash of the contract's code, compared in a later review. It is optional: a node that cannot return it blocks nothing.
 */
async function codeOf(node: EvmNode, { to }: EvmStep): Promise<{ readonly codeHash?: string }> {
  try {
    const codeHash = await codeHashOf(to, node.ask)
    return codeHash === undefined ? {} : { codeHash }
  } catch {
    return {}
  }
}

async function isOn(provider: Provider, chainId: number): Promise<boolean> {
  return readChainId(await requestWithTimeout(provider, 'eth_chainId')) === chainId
}

/** The steps still needed: an approval that is sufficient on chain is not repeated and needs no reset. */
async function uncoveredSteps(
  steps: readonly EvmStep[],
  nodeFor: (step: EvmStep) => EvmNode,
): Promise<readonly EvmStep[]> {
  const covered = await Promise.all(steps.map((step) => isCovered(step, steps, nodeFor)))
  return steps.filter((_, index) => !covered[index])
}

async function isCovered(
  step: EvmStep,
  steps: readonly EvmStep[],
  nodeFor: (step: EvmStep) => EvmNode,
): Promise<boolean> {
  const { purpose } = step
  if (purpose.does !== 'approve' && purpose.does !== 'reset') return false
  const allowed = await readAllowance(nodeFor(step).ask, step.from, purpose)
  if (purpose.does === 'approve') return allowed >= purpose.amount
  const wanted = steps.find(
    (other) => other.purpose.does === 'approve' && isSameAddress(other.purpose.token, purpose.token),
  )
  const isEnough = wanted?.purpose.does === 'approve' && allowed >= wanted.purpose.amount
  return allowed === 0n || isEnough
}
