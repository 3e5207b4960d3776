import { readRevert } from '../../guard/decode/evm/revert'
import type { EvmStep, Step } from '../../guard/plan'
import { codeHashOf } from '../../guard/simulate/evm/gather'
import { listOf, memberOf, messageOf, quantity, revertDataOf } from '../../guard/simulate/rpc'
import type { Executor } from '../../orders/executor'
import type { EvmAnchor, TransactionAnchor } from '../../orders/transactionAnchor'
import type { DeploymentChain } from '../../protocol/deployment'
import { switchChain } from './chainSwitch'
import { evmFailure, explainEvm } from './failures'
import { allowanceCall, isHash, isSameAddress, readChainId, toHex } from './hex'
import type { EvmNode } from './node'
import { type Provider, requestWithTimeout } from './provider'
import { getTransactionStatus, latestBlock, nonces } from './transactionStatus'

/** The connected wallet as an executor sees it. */
export type WalletConnection = {
  readonly current: () => { readonly address: string; readonly provider: Provider } | undefined
  /** Calls back when account, chain or connection change. */
  readonly onChange: (listener: () => void) => () => void
}

export type EvmExecutorDeps = {
  readonly connection: WalletConnection
  readonly chains: readonly DeploymentChain[]
  readonly node: (chain: DeploymentChain) => EvmNode
  /** Where relative addresses of nodes begin. */
  readonly origin: string
  /** Milliseconds a wallet may take to switch. */
  readonly switchDeadline?: number
}

/** Executes steps on EVM chains: every request goes to the connected wallet itself, once, and is checked before and after. */
export function createEvmExecutor(world: EvmExecutorDeps): Executor {
  const { connection } = world

  return {
    ensureReady: (step, onSwitch) => ready(evmOnly(step), onSwitch),
    createAnchor: (step, lost) => mark(evmOnly(step), lost),
    send: (step, mark, onHash) => send(evmOnly(step), evmMark(mark), onHash),
    getStatus: (step, mark, hash, accounts = []) => {
      const chain = chainOf(evmOnly(step))
      const search = { node: world.node(chain), chain, step: evmOnly(step), mark: evmMark(mark), accounts }
      return getTransactionStatus(search, hash)
    },
    toFailure: explainEvm,
    remainingSteps,
    onChange: connection.onChange,
  }

  async function ready(step: EvmStep, onSwitch?: () => void): Promise<void> {
    const chain = chainOf(step)
    const provider = await providerFor(step)
    if (await isOn(provider, step.chainId)) return
    if (!onSwitch) throw evmFailure('wrong chain', { is: 'not on chain', chain: chain.name })
    onSwitch()
    const { origin, switchDeadline } = world
    await switchChain(provider, chain, {
      origin,
      ...(switchDeadline === undefined ? {} : { deadline: switchDeadline }),
    })
    // The person may have changed more than the network.
    await providerFor(step)
  }

  /** The wallet, if it is connected, open, and gives this page the account of the step. */
  async function providerFor({ from }: EvmStep): Promise<Provider> {
    const connected = connection.current()
    if (!connected) throw evmFailure('locked', { is: 'no wallet connected' })
    const accounts = listOf(await requestWithTimeout(connected.provider, 'eth_accounts'))
    if (accounts.length === 0) throw evmFailure('locked', { is: 'wallet locked' })
    if (isSameAddress(connected.address, from) && accounts.some((account) => isSameAddress(account, from)))
      return connected.provider
    throw evmFailure('wrong account', { is: 'other account', wanted: from, current: undefined })
  }

  async function mark(step: EvmStep, lost?: TransactionAnchor): Promise<EvmAnchor> {
    const chain = chainOf(step)
    const provider = await providerFor(step)
    if (!(await isOn(provider, step.chainId))) {
      throw evmFailure('wrong chain', { is: 'left chain', chain: chain.name })
    }
    const node = world.node(chain)
    const [[mined, pending], block, gas, code] = await Promise.all([
      nonces(node, step.from),
      latestBlock(node),
      gasFor(node, step),
      codeOf(node, step),
    ])
    const fresh = {
      kind: 'evm',
      account: step.from,
      nonce: pending,
      block,
      minedNonce: mined,
      ...gas,
      ...code,
    } as const
    // A nonce that is used up can pin nothing any more.
    if (lost?.kind !== 'evm' || lost.nonce < mined) return fresh
    return { ...fresh, nonce: lost.nonce, block: lost.block, isPinned: true }
  }

  /** One method, one call. What comes back is a hash, or the outcome is not known. */
  async function send(step: EvmStep, mark: EvmAnchor, onHash: (hash: string) => void): Promise<string> {
    const connected = connection.current()
    if (!isSameAddress(connected?.address, step.from) || !connected) {
      throw evmFailure('wrong account', { is: 'other account', wanted: step.from, current: undefined })
    }
    const hash = await connected.provider.request({ method: 'eth_sendTransaction', params: [requestFor(step, mark)] })
    if (!isHash(hash)) throw evmFailure('not a hash', undefined, `It answered ${JSON.stringify(hash)}.`)
    onHash(hash.toLowerCase())
    return hash.toLowerCase()
  }

  /** Approvals and resets that the chain has already; an amount that is allowed needs no reset either. */
  async function remainingSteps(steps: readonly Step[]): Promise<readonly Step[]> {
    const covered = await Promise.all(steps.map((step) => isCovered(evmOnly(step), steps)))
    return steps.filter((_, index) => !covered[index])
  }

  async function isCovered(step: EvmStep, steps: readonly Step[]): Promise<boolean> {
    const { purpose } = step
    if (purpose.does !== 'approve' && purpose.does !== 'reset') return false
    const node = world.node(chainOf(step))
    const data = allowanceCall(step.from, purpose.spender)
    const allowed = quantity(await node.ask('eth_call', [{ to: purpose.token, data }, 'latest']))
    if (purpose.does === 'approve') return allowed >= purpose.amount
    const wanted = steps.find(
      (other) => other.purpose.does === 'approve' && isSameAddress(other.purpose.token, purpose.token),
    )
    const isEnough = wanted?.purpose.does === 'approve' && allowed >= wanted.purpose.amount
    return allowed === 0n || isEnough
  }

  function chainOf({ chainId }: EvmStep): DeploymentChain {
    const chain = world.chains.find((known) => known.kind === 'evm' && known.chainId === chainId)
    if (!chain) throw evmFailure('unsupported', { is: 'unknown chain', chainId })
    return chain
  }
}

/** What the wallet is given, and nothing else: the fee is its own business. */
function requestFor({ from, to, data, value, chainId }: EvmStep, { gas, nonce, isPinned }: EvmAnchor) {
  return {
    from,
    to,
    data,
    value: toHex(value),
    chainId: toHex(chainId),
    ...(gas === undefined ? {} : { gas: toHex(gas) }),
    ...(isPinned ? { nonce: toHex(nonce) } : {}),
  }
}

/** Our own estimate and a fifth more, at most half a block but never less than the estimate. A call that would fail is not brought before the wallet. */
async function gasFor(node: EvmNode, { from, to, data, value }: EvmStep): Promise<{ readonly gas?: bigint }> {
  try {
    const estimate = quantity(await node.ask('eth_estimateGas', [{ from, to, data, value: toHex(value) }]))
    const limit = quantity(memberOf(await node.ask('eth_getBlockByNumber', ['latest', false]), 'gasLimit'))
    const wanted = (estimate * 6n) / 5n
    const most = limit / 2n > estimate ? limit / 2n : estimate
    return { gas: wanted > most ? most : wanted }
  } catch (error) {
    const failure = explainEvm(error)
    if (failure.code === 'insufficient funds') throw evmFailure(failure.code, failure.facts, error)
    const data = revertDataOf(error)
    if (failure.code !== 'reverted' && data === undefined) return {}
    const reason = (data && readRevert(data)) || messageOf(error)
    throw evmFailure('reverted', { is: 'would revert', reason }, error)
  }
}

/** What the contract is remembered by; only a later review leans on it, so a node that does not tell is no hindrance. */
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

function evmOnly(step: Step): EvmStep {
  if (step.kind !== 'evm') throw evmFailure('unsupported', { is: 'other chain kind' })
  return step
}

function evmMark(mark: TransactionAnchor): EvmAnchor {
  if (mark.kind !== 'evm') throw evmFailure('unsupported', { is: 'other chain kind' })
  return mark
}
