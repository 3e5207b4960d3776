import { hex } from '../../chain/rpc'
import type { Failure } from '../../orders/failure'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { withTimeout } from '../waiting'
import { WalletFailure } from '../wallets'
import { type Provider, requestWithTimeout } from './connection/provider'
import { evmFailure, explainEvm, isUnknownChain, isUnsupportedBy } from './failures'
import { readChainId } from './hex'

/** Milliseconds to wait for a wallet that neither switches nor declines. */
const defaultDeadline = 30_000

export type SwitchOptions = {
  /** Milliseconds for each request. */
  readonly deadline?: number
  /** Base for relative RPC URLs: the app's own origin. */
  readonly origin: string
}

/**
 * Asks a wallet to switch chains, adding the chain with the deployment's parameters if the wallet does not know it. The
 * wallet's answer is not trusted: its chain id is read afterwards. Throws `WalletFailure`.
 */
export async function switchChain(provider: Provider, chain: DeploymentChain, options: SwitchOptions): Promise<void> {
  const deadline = options.deadline ?? defaultDeadline
  const said = await answered(provider, 'wallet_switchEthereumChain', [{ chainId: hex(chain.chainId) }], deadline)
  if (said.is === 'failed' && isUnknownChain(said.error)) await addChain(provider, chain, { ...options, deadline })
  else if (said.is === 'failed') refuse(said.error, chain)
  if (await isOn(provider, chain.chainId)) return

  // Some wallets add a network without switching to it: request the switch again.
  if (said.is === 'failed') {
    const again = await answered(provider, 'wallet_switchEthereumChain', [{ chainId: hex(chain.chainId) }], deadline)
    if (again.is === 'failed') refuse(again.error, chain)
    if (await isOn(provider, chain.chainId)) return
  }
  throw evmFailure('wrong chain', { is: 'switch failed', chain: chain.name })
}

/**
 * Offers a wallet the deployment's private node for a chain. Whether the wallet uses the node, a page cannot know.
 * Throws `WalletFailure`.
 */
export async function addPrivateNode(provider: Provider, chain: DeploymentChain, url: string): Promise<void> {
  await addChain(provider, { ...chain, rpcUrls: [url] }, { origin: url, deadline: defaultDeadline })
}

async function addChain(provider: Provider, chain: DeploymentChain, options: SwitchOptions & { deadline: number }) {
  const rpcUrls = chain.rpcUrls.map((url) => new URL(url, options.origin).href)
  if (rpcUrls.length === 0) throw addManually(chain)
  const parameters = {
    chainId: hex(chain.chainId),
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls,
    ...(chain.explorerUrl === undefined ? {} : { blockExplorerUrls: [chain.explorerUrl] }),
  }
  const said = await answered(provider, 'wallet_addEthereumChain', [parameters], options.deadline)
  if (said.is === 'failed') refuse(said.error, chain)
}

type Said = { readonly is: 'answered' | 'silent' } | { readonly is: 'failed'; readonly error: unknown }

function answered(provider: Provider, method: string, params: readonly unknown[], deadline: number): Promise<Said> {
  const answer = provider.request({ method, params }).then(
    (): Said => ({ is: 'answered' }),
    (error: unknown): Said => ({ is: 'failed', error }),
  )
  return withTimeout(deadline, answer, (): Said => ({ is: 'silent' }))
}

/** A declined switch is a rejection; one the wallet cannot make is explained. */
function refuse(error: unknown, chain: DeploymentChain): never {
  if (isUnsupportedBy(error) || isUnknownChain(error)) throw addManually(chain, error)
  const failure = explainEvm(error)
  if (failure.code === 'rejected' || failure.code === 'busy' || failure.code === 'locked')
    throw new WalletFailure(failure.code === 'rejected' ? declined(chain) : failure, { cause: error })
  throw evmFailure('wrong chain', { is: 'switch failed', chain: chain.name }, error)
}

function declined({ name }: DeploymentChain): Failure {
  return { code: 'rejected', facts: { is: 'switch declined', chain: name }, detail: undefined }
}

function addManually({ name, chainId, nativeCurrency }: DeploymentChain, cause?: unknown) {
  const facts = { is: 'add chain manually', chain: name, chainId, currency: nativeCurrency.symbol } as const
  return evmFailure('wrong chain', facts, cause)
}

/** Polls for a moment: wallets announce a change shortly after they answer. */
async function isOn(provider: Provider, chainId: number): Promise<boolean> {
  for (const pause of [0, 100, 400]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    if (readChainId(await requestWithTimeout(provider, 'eth_chainId')) === chainId) return true
  }
  return false
}
