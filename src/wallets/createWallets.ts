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
  /** One WalletConnect session serves both chain kinds; its library loads when the person chooses it. */
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
  /** Solana wallets can be listed without loading the code that signs. */
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
    select: async (_account, address) => openedEvm?.select(address),
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
      // EVM and Solana load independently: neither waits for the other, nor fails with it.
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

  /** Combines the state of EVM and Solana wallets. */
  function gather() {
    const opened = [openedEvm, openedSolana].filter((half) => half !== undefined)
    store.setState({
      accounts: opened.flatMap((half) => half.account() ?? []),
      funding: opened.flatMap((half) => half.funding() ?? []),
      options: [...(openedEvm?.options() ?? []), ...(announced?.options() ?? [])],
    })
  }
}

/** RPC requests to a chain's nodes, whose code loads with the first request. */
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

/** Milliseconds to wait for a wallet of an earlier visit. */
const patience = 2_000

/** Storage keys of the wallets connected last: wagmi writes the EVM key, we write the Solana key. */
const evmKey = 'tidegate.recentConnectorId'
const solanaKey = 'tidegate.recentSolanaWallet'

/** `null` when browser storage is blocked. */
function keptIn({ localStorage }: Window, key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Loads a value when first needed; a failed load is retried on the next call. */
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

/** The chain is not in the deployment's settings, so it has no node to trust. */
export class UnknownChain extends Error {
  override readonly name = 'UnknownChain'

  constructor(chainId: number) {
    super(`The deployment has no node for the chain number ${chainId}.`)
  }
}
