import { createStore } from 'zustand/vanilla'
import { type ChainKind, chainKindNames } from '../domain/chain'
import { errorClass } from '../domain/errorClass'
import { once } from '../domain/once'
import { errorMessage } from '../domain/text/errorMessage'
import type { Deployment } from '../protocol/deployment/deployment'
import type { EvmNodes } from './evm/node'
import type { EvmWallets } from './evmWallets'
import { type LazyWallets, type LazyWalletsDeps, type OpenWallets, recentSolanaKey, storedIn } from './lazyWallets'
import { isInSafe } from './safe/isInSafe'
import type { SolanaAnnouncements } from './solana/announcements'
import type { SolanaWallets } from './solanaWallets'
import {
  type Account,
  type Rpc,
  type UnstartedWallets,
  WalletFailure,
  type Wallets,
  type WalletsState,
} from './wallets'

/**
 * The wallets of a deployment. Little more than this file loads until a wallet is looked for, was connected on an
 * earlier visit, or a chain is read.
 */
export function createWallets(deployment: Deployment, page: Window = window): Wallets {
  const store = createStore<WalletsState>(() => ({ at: 'idle', accounts: [], options: [] }))
  const rpc = (chainId: number) => rpcOf(deployment, evm.nodes, chainId)
  /** The WalletConnect session. Where the operator does not allow WalletConnect, none of its code is loaded. */
  const link = once(async () => {
    const { walletConnect: settings } = deployment
    if (!settings) return undefined
    const { WalletConnectSession } = await import('./walletConnect/session')
    return new WalletConnectSession({ deployment, settings, page, onPairing: (pairing) => store.setState({ pairing }) })
  })
  /** The wallets that could not start. All others continue without them; a later search that finds one removes it. */
  const unstarted = new Map<string, UnstartedWallets>()
  const onFailed: LazyWalletsDeps['onFailed'] = (what, error) =>
    void unstarted.set(typeof what === 'string' ? what : what.name, { what, detail: errorMessage(error) })
  const deps = {
    ...{ deployment, page, rpc, onFailed, onChange: gather },
    link: () => link().catch((error: unknown) => void onFailed({ name: 'WalletConnect' }, error)),
  }
  const evm = lazyEvmWallets(deps)
  /** Who signs on chains of a kind; `undefined` where no wallet is ever connected. */
  const walletsBy: Readonly<Record<ChainKind, LazyWallets | undefined>> = {
    evm,
    solana: lazySolanaWallets(deps),
    bitcoin: undefined,
    unknown: undefined,
  }
  const all = Object.values(walletsBy).flatMap((wallets) => wallets ?? [])

  return {
    store,
    restore,
    discover,
    connect: async (optionId) => {
      const account = await (await open(kindOfOption(optionId))).connect(optionId)
      if (store.getState().options.some(({ id, isDemo }) => isDemo && id === optionId)) await fund(account)
      return account
    },
    disconnect: async ({ kind }) => (await open(kind)).disconnect(),
    select: async ({ kind }, address) => walletsBy[kind]?.opened()?.select(address),
    executor: async (kind) => (await open(kind)).executor(),
    watchToken: async (token) => {
      const { watchToken } = await import('./evm/watchToken')
      return watchToken(token, evm.opened()?.provider())
    },
    addPrivateNode: async (chainId) => {
      const chain = deployment.chains.find((known) => known.chainId === chainId)
      const provider = evm.opened()?.provider()
      if (!chain?.privateRpcUrl || !provider) throw new UnknownChain(chainId)
      const { addPrivateNode } = await import('./evm/chainSwitch')
      await addPrivateNode(provider, chain, chain.privateRpcUrl)
    },
    batchSupport: async (account, chainId) => evm.opened()?.batchSupport(account, chainId),
    rpc,
  }

  async function restore() {
    const restoring = all.flatMap((wallets) => wallets.restore() ?? [])
    if (restoring.length > 0) {
      store.setState({ at: 'restoring' })
      // The kinds load independently: none waits for another, nor fails with it.
      await Promise.allSettled(restoring)
    }
    store.setState({ at: 'ready' })
  }

  async function discover() {
    const kinds = chainKindNames.filter((name) => deployment.chains.some(({ kind }) => kind === name))
    unstarted.clear()
    const found = await Promise.allSettled(
      kinds.flatMap((kind) => {
        const looked = walletsBy[kind]?.discover()
        looked?.catch((error: unknown) => onFailed(kind, error))
        return looked ?? []
      }),
    )
    gather()
    const failed = found.find((each) => each.status === 'rejected')
    if (failed && found.every(({ status }) => status === 'rejected')) {
      store.setState({ at: 'ready' })
      throw failed.reason
    }
    store.setState({ at: 'ready', unstarted: [...unstarted.values()] })
  }

  async function open(kind: ChainKind): Promise<OpenWallets> {
    const wallets = walletsBy[kind]
    if (!wallets) throw new WalletFailure({ code: 'unsupported', facts: { is: 'no wallets', kind }, detail: undefined })
    return wallets.open()
  }

  /** The faucet fills the account of a demo wallet. */
  async function fund({ kind, address }: Account) {
    store.setState(({ funding = [] }) => ({ funding: [...funding, address] }))
    const { fundDemo } = await import('./demo')
    await fundDemo(deployment, kind, address)
    store.setState(({ funding = [] }) => ({ funding: funding.toSpliced(funding.indexOf(address), 1) }))
  }

  /** Combines the state of the wallets of all kinds. */
  function gather() {
    const opened = all.flatMap((wallets) => wallets.opened() ?? [])
    store.setState({
      accounts: opened.flatMap((wallets) => wallets.account() ?? []),
      options: all.flatMap((wallets) => wallets.options()),
    })
  }
}

/** wagmi's storage key of the wallet that was connected last. */
const recentEvmKey = 'tidegate.recentConnectorId'
/** Milliseconds to wait for the announcement of the Solana wallet that was connected last. */
const announcementTimeout = 2_000

type LazyEvmWallets = Omit<LazyWallets, 'opened'> & {
  readonly opened: () => EvmWallets | undefined
  readonly nodes: () => Promise<EvmNodes>
}

/** EVM wallets; a caller that only reads a chain loads only its nodes. */
function lazyEvmWallets({ deployment, page, link, onFailed, onChange }: LazyWalletsDeps): LazyEvmWallets {
  let wallets: EvmWallets | undefined
  const opened = () => wallets
  const nodes = once(async () => {
    const { createEvmNodes } = await import('./evm/node')
    return createEvmNodes(deployment.chains, () => wallets?.provider())
  })
  const open = once(async () => {
    const [{ EvmWallets }, node, linked] = await Promise.all([import('./evmWallets'), nodes(), link()])
    wallets = new EvmWallets({ deployment, node, page, link: linked, onFailed, onChange })
    return wallets
  })
  return {
    discover: open,
    restore: () =>
      storedIn(page, recentEvmKey) || isInSafe(deployment, page) ? open().then((evm) => evm.restore()) : undefined,
    open,
    opened,
    options: () => wallets?.options() ?? [],
    nodes,
  }
}

/** Solana wallets: found by their announcements (Wallet Standard) without loading the code that signs. */
function lazySolanaWallets({ deployment, page, rpc, link, onFailed, onChange }: LazyWalletsDeps): LazyWallets {
  let wallets: SolanaWallets | undefined
  let announced: SolanaAnnouncements | undefined
  const open = once(async () => {
    const [{ createSolanaWallets }, linked] = await Promise.all([import('./solanaWallets'), link()])
    wallets = await createSolanaWallets({ deployment, rpc, page, link: linked, onFailed, onChange })
    return wallets
  })
  const discover = once(async () => {
    const { listenForSolanaWallets } = await import('./solana/announcements')
    announced = listenForSolanaWallets(deployment, onChange)
    return announced
  })
  return {
    discover,
    restore: () => {
      const id = storedIn(page, recentSolanaKey)
      return id ? restore(id) : undefined
    },
    open,
    opened: () => wallets,
    options: () => announced?.options() ?? [],
  }

  async function restore(id: string) {
    const option = await (await discover()).wait(id, announcementTimeout)
    if (option) await (await open()).restore(id)
  }
}

/** The ids of Solana wallets begin with their kind; all others are those of wagmi's connectors. */
function kindOfOption(optionId: string): ChainKind {
  return optionId.startsWith('solana:') ? 'solana' : 'evm'
}

/** RPC requests to a chain's nodes, whose code loads with the first request. */
function rpcOf({ chains }: Deployment, nodes: () => Promise<EvmNodes>, chainId: number): Rpc {
  const chain = chains.find((known) => known.chainId === chainId)
  switch (chain?.kind) {
    case 'solana': {
      const ask: Rpc = async (method, params) => (await import('./solana/node')).solanaNodeOf(chain)(method, params)
      return Object.assign(ask, { each: async () => (await import('./solana/node')).solanaNodesOf(chain) })
    }
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

/** The chain is not in the deployment's settings, so it has no node to trust. */
export const UnknownChain = errorClass(
  'UnknownChain',
  (chainId: number) => `The deployment has no node for the chain number ${chainId}.`,
)
