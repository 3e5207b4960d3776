import { createStore } from 'zustand/vanilla'
import type { ChainKind } from '../domain/chain'
import type { Executor } from '../orders/executor'
import type { Deployment } from '../protocol/deployment'
import type { EvmWallets } from './evm/evmWallets'
import type { EvmNodes } from './evm/nodes'
import type { SolanaAnnouncements } from './solana/announcements'
import type { SolanaWallets } from './solana/solanaWallets'
import { type Rpc, WalletFailure, type Wallets, type WalletsState } from './wallets'

/**
 * The wallets of a deployment. Little more than this file loads until a wallet is looked for, was connected on an
 * earlier visit, or a chain is read.
 */
export function createWallets(deployment: Deployment, page: Window = window): Wallets {
  const store = createStore<WalletsState>(() => ({ at: 'idle', accounts: [], options: [] }))
  let openedEvm: EvmWallets | undefined
  let openedSolana: SolanaWallets | undefined
  let announced: SolanaAnnouncements | undefined

  const nodes = once(async (): Promise<EvmNodes> => {
    const { createEvmNodes } = await import('./evm/nodes')
    return createEvmNodes(deployment.chains, () => openedEvm?.provider())
  })
  /** One session serves both kinds of chains; its library loads when the person chooses it. */
  const link = once(async () => {
    const settings = deployment.walletConnect
    if (!settings) return undefined
    const { WalletConnectLink } = await import('./walletConnect/link')
    return new WalletConnectLink({
      settings,
      name: deployment.name,
      origin: page.location.origin,
      chains: deployment.chains,
      storage: page.localStorage,
      onPairing: (pairing) => store.setState({ pairing }),
      open: async (options) => (await import('./walletConnect/client')).openClient(options),
    })
  })
  const evm = once(async () => {
    const [{ EvmWallets }, node, linked] = await Promise.all([import('./evm/evmWallets'), nodes(), link()])
    openedEvm = new EvmWallets({ deployment, node, page, link: linked, onChange: gather })
    return openedEvm
  })
  const rpc = (chainId: number) => rpcOf(deployment, nodes, chainId)
  const solana = once(async () => {
    const [{ createSolanaWallets }, linked] = await Promise.all([import('./solana/solanaWallets'), link()])
    openedSolana = await createSolanaWallets({ deployment, rpc, page, link: linked, onChange: gather })
    return openedSolana
  })
  /** Who offers to sign on Solana can be listed without what signs. */
  const announcements = once(async () => {
    const { listenForSolanaWallets } = await import('./solana/announcements')
    announced = listenForSolanaWallets(deployment, page, gather)
    return announced
  })

  return {
    store,
    restore,
    discover,
    connect: async (optionId) => (await walletsOf(optionId.startsWith('solana:') ? 'solana' : 'evm')).connect(optionId),
    disconnect: async ({ kind }) => (await walletsOf(kind)).disconnect(),
    executor: async (kind): Promise<Executor> => (await walletsOf(kind)).executor(),
    watchToken: async (token) => {
      const { watchToken } = await import('./evm/watchToken')
      return watchToken(token, openedEvm?.provider())
    },
    batchSupport: async (account, chainId) => openedEvm?.batchSupport(account, chainId),
    rpc,
  }

  async function restore() {
    const [evmBefore, solanaBefore] = [evmKey, solanaKey].map((key) => keptIn(page, key))
    if (evmBefore || solanaBefore) {
      store.setState({ at: 'restoring' })
      // Each kind is there as soon as it can be; none waits for the other, and none fails with it.
      await Promise.allSettled([
        evmBefore && evm().then((wallets) => wallets.restore()),
        solanaBefore && restoreSolana(solanaBefore),
      ])
    }
    store.setState({ at: 'ready' })
  }

  async function restoreSolana(id: string) {
    const option = await (await announcements()).wait(id, patience)
    if (option) await (await solana()).restore(id)
  }

  async function discover() {
    const has = (kind: ChainKind) => deployment.chains.some((chain) => chain.kind === kind)
    const opened = await Promise.allSettled([
      ...(has('evm') ? [evm()] : []),
      ...(has('solana') ? [announcements()] : []),
    ])
    gather()
    store.setState({ at: 'ready' })
    const failed = opened.find((each) => each.status === 'rejected')
    if (failed && opened.every(({ status }) => status === 'rejected')) throw failed.reason
  }

  function walletsOf(kind: ChainKind): Promise<EvmWallets | SolanaWallets> {
    switch (kind) {
      case 'evm':
        return evm()
      case 'solana':
        return solana()
      case 'bitcoin':
      case 'unknown':
        return Promise.reject(unsupported(kind))
    }
  }

  /** What the halves know, put together. */
  function gather() {
    const opened = [openedEvm, openedSolana].filter((half) => half !== undefined)
    store.setState({
      accounts: opened.flatMap((half) => half.account() ?? []),
      funding: opened.flatMap((half) => half.funding() ?? []),
      options: [...(openedEvm?.options() ?? []), ...(announced?.options() ?? [])],
    })
  }
}

/** Calls of a chain's nodes, whose code loads with the first call. */
function rpcOf({ chains }: Deployment, nodes: () => Promise<EvmNodes>, chainId: number): Rpc {
  const chain = chains.find((known) => known.chainId === chainId)
  switch (chain?.kind) {
    case 'solana':
      return async (method, params) => (await import('./solana/node')).solanaNodeOf(chain)(method, params)
    case 'evm':
      return async (method, params) => {
        const node = (await nodes())(chainId)
        if (!node) throw new UnknownChain(chainId)
        return node.ask(method, params)
      }
    case 'bitcoin':
    case 'unknown':
    case undefined:
      return () => Promise.reject(new UnknownChain(chainId))
  }
}

/** How long a wallet of an earlier visit is waited for, in milliseconds. */
const patience = 2_000

/** Which wallets were connected when the page was last open: wagmi keeps its own, we the one of Solana. */
const evmKey = 'tidegate.recentConnectorId'
const solanaKey = 'tidegate.recentSolanaWallet'

/** A browser that keeps nothing remembers no wallet. */
function keptIn({ localStorage }: Window, key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Loads a thing when it is first needed; a failed load is tried again at the next need. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

function unsupported(kind: ChainKind): WalletFailure {
  return new WalletFailure({ code: 'unsupported', facts: { is: 'no wallets', kind }, detail: undefined })
}

/** A chain that is not in the deployment's settings has no node that could be believed. */
export class UnknownChain extends Error {
  override readonly name = 'UnknownChain'

  constructor(chainId: number) {
    super(`The deployment has no node for the chain number ${chainId}.`)
  }
}
