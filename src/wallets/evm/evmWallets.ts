import { type Chain, createClient, custom, defineChain } from 'viem'
import { type Config, type Connector, createConfig, createStorage } from 'wagmi'
import { connect, disconnect, getConnection, reconnect, watchConnection } from 'wagmi/actions'
import type { Executor } from '../../orders/executor'
import type { Deployment, DeploymentChain } from '../../protocol/deployment'
import { type Account, type Rpc, WalletFailure, type WalletOption } from '../wallets'
import { announcedWallet } from './connector'
import { allowsEvmDemo, announceEvmDemo, fundEvmDemo } from './demo'
import { type Announcement, createDiscovery } from './discovery'
import { createEvmExecutor } from './executor'
import { evmFailure, explainEvm } from './failures'
import { type EvmNode, NoEvmNode } from './node'
import { type Provider, withAllowedMethods } from './provider'

/** The EVM half of the wallets. Everything it needs of wagmi and viem loads with it. */
export type EvmWallets = {
  readonly options: () => readonly WalletOption[]
  readonly account: () => Account | undefined
  /** The connected wallet, for reading the chain when no node answers. */
  readonly provider: () => Provider | undefined
  readonly restore: () => Promise<void>
  readonly connect: (optionId: string) => Promise<Account>
  readonly disconnect: () => Promise<void>
  readonly executor: () => Executor
}

export type EvmWalletsOptions = {
  readonly deployment: Deployment
  readonly node: (chainId: number) => EvmNode | undefined
  /** Called whenever options or the account change. */
  readonly onChange: () => void
  readonly page: Window
  /** How long an earlier wallet is waited for after a reload, in milliseconds. */
  readonly patience?: number
}

const prefix = 'evm:'
/** What wagmi keeps, it keeps under this name. */
export const storagePrefix = 'tidegate'

export function createEvmWallets({
  deployment,
  node,
  onChange,
  page,
  patience = 2_000,
}: EvmWalletsOptions): EvmWallets {
  const { localStorage: storage } = page
  const chains = deployment.chains.filter(({ kind }) => kind === 'evm')
  const config = configFor(chains, node, storage)
  const discovery = createDiscovery(page)
  const known = new Map<string, { readonly connector: Connector; readonly provider: Provider }>()
  const listeners = new Set<() => void>()
  let current: Provider | undefined
  let demo: Provider | undefined

  discovery.subscribe(() => {
    enlist()
    onChange()
  })
  watchConnection(config, { onChange: take })
  if (allowsEvmDemo(deployment)) demo = announceEvmDemo(deployment, page, { storage })
  discovery.ask()

  return {
    options: () => discovery.found().map(optionOf),
    account,
    provider: () => current,
    restore,
    connect: connectWith,
    disconnect: leave,
    executor: () =>
      createEvmExecutor({
        chains,
        node: (chain) => nodeOf(chain),
        origin: page.location.origin,
        connection: {
          current: () => {
            const { address } = getConnection(config)
            return address && current ? { address, provider: current } : undefined
          },
          onChange: (listener) => {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
      }),
  }

  /** wagmi must know a wallet to take it up again when it is unlocked. */
  function enlist() {
    for (const announcement of discovery.found()) {
      if (known.has(announcement.id)) continue
      const provider = withAllowedMethods(announcement.provider)
      const connector = config._internal.connectors.setup(announcedWallet(announcement, provider))
      known.set(announcement.id, { connector, provider })
    }
    config._internal.connectors.setState([...known.values()].map(({ connector }) => connector))
  }

  async function connectWith(optionId: string): Promise<Account> {
    enlist()
    const id = optionId.slice(prefix.length)
    const connector = known.get(id)?.connector
    if (!connector) throw evmFailure('unsupported', { is: 'wallet gone' })
    try {
      if (getConnection(config).connector?.uid !== connector.uid) await connect(config, { connector })
    } catch (error) {
      throw new WalletFailure(explainEvm(error), { cause: error })
    }
    take()
    const connected = account()
    if (!connected) throw evmFailure('locked')
    if (isDemo(announcementOf(id))) await fundEvmDemo(deployment, connected.address)
    return connected
  }

  /** Takes up the wallet of the last visit, if it announces itself in time and still lets us. */
  async function restore() {
    const wanted = await config.storage?.getItem('recentConnectorId')
    if (typeof wanted !== 'string') return
    const announcement = await announced(wanted)
    // Which of two wallets of one name it was, only the person knows.
    if (!announcement || announcement.isTwin) return
    enlist()
    const connector = known.get(wanted)?.connector
    if (connector) await reconnect(config, { connectors: [connector] })
    take()
  }

  function announced(id: string): Promise<Announcement | undefined> {
    const early = announcementOf(id)
    if (early) return Promise.resolve(early)
    return new Promise((resolve) => {
      const stop = discovery.subscribe(() => announcementOf(id) && finish())
      const alarm = setTimeout(finish, patience)
      function finish() {
        stop()
        clearTimeout(alarm)
        resolve(announcementOf(id))
      }
    })
  }

  async function leave() {
    for (const { connector } of [...config.state.connections.values()]) await disconnect(config, { connector })
    await config.storage?.removeItem('recentConnectorId')
    take()
  }

  /** Whatever wagmi knows now is what the app goes by. */
  function take() {
    const { connector } = getConnection(config)
    current = connector && known.get(connector.id)?.provider
    onChange()
    for (const listener of listeners) listener()
  }

  function account(): Account | undefined {
    const { address, chainId, connector } = getConnection(config)
    if (!address || !connector || !current) return undefined
    const { id, name, icon } = connector
    return { kind: 'evm', address, walletId: prefix + id, walletName: name, walletIcon: icon, chainId }
  }

  function optionOf(announcement: Announcement): WalletOption {
    const { id, name, icon, isTwin } = announcement
    // Two wallets of one name are told apart by their place; the person has to choose.
    const shown = isTwin ? `${name} (${id.split('#')[1] ?? 1})` : name
    return { id: prefix + id, name: shown, kind: 'evm', icon, isDemo: isDemo(announcement) }
  }

  function isDemo(announcement: Announcement | undefined): boolean {
    return demo !== undefined && announcement?.provider === demo
  }

  function announcementOf(id: string): Announcement | undefined {
    return discovery.found().find((announcement) => announcement.id === id)
  }

  function nodeOf({ chainId, name }: DeploymentChain): EvmNode {
    const found = node(chainId)
    if (!found) throw new NoEvmNode(name)
    return found
  }
}

/** wagmi reads no chain by itself here: its clients ask the same nodes as everything else. */
function configFor(
  chains: readonly DeploymentChain[],
  node: (chainId: number) => EvmNode | undefined,
  storage: Storage,
): Config {
  const [first = nowhere, ...rest] = chains.map(viemChain)
  return createConfig({
    chains: [first, ...rest],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage, key: storagePrefix }),
    client: ({ chain }) =>
      createClient({ chain, transport: custom({ request: ({ method, params }) => rpcOf(chain.id)(method, params) }) }),
  })

  function rpcOf(chainId: number): Rpc {
    return node(chainId)?.ask ?? (() => Promise.reject(new NoEvmNode(String(chainId))))
  }
}

function viemChain({ chainId, name, nativeCurrency, rpcUrls }: DeploymentChain): Chain {
  return defineChain({ id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [...rpcUrls] } } })
}

/** wagmi cannot be without a chain; a deployment can. */
const nowhere = defineChain({
  id: 1,
  name: 'Nowhere',
  nativeCurrency: { name: 'Nothing', symbol: '-', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
