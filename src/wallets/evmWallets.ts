import { type Chain, createClient, custom, defineChain } from 'viem'
import { type Config, type Connector, createConfig, createStorage } from 'wagmi'
import { connect, disconnect, getConnection, reconnect, watchConnection } from 'wagmi/actions'
import { isSameAddress } from '../domain/address'
import { evmChains } from '../domain/chain'
import { Listeners } from '../domain/listeners'
import type { BatchSupport } from '../guard/check/checkedPlan'
import type { Executor } from '../orders/executor'
import type { DeploymentChain } from '../protocol/deployment/deployment'
import { readBatchSupport } from './evm/batch'
import { announcedWallet } from './evm/connection/connector'
import { createDiscovery, type Discovery } from './evm/connection/discovery'
import { type Announcement, type Provider, withAllowedMethods } from './evm/connection/provider'
import { evmDemoName, evmDemos } from './evm/demo/demo'
import { createEvmExecutor } from './evm/executor'
import { evmFailure, explainWallet } from './evm/failures'
import type { EvmNode } from './evm/node'
import { NoNodeAnswers } from './evm/rpc/sourcesInTurn'
import { type OpenWalletsDeps, started, storeIn } from './lazyWallets'
import { framingSafe } from './safe/safeProvider'
import { whenFound } from './waiting'
import { walletConnectAnnouncement } from './walletConnect/evmProvider'
import { walletConnectName } from './walletConnectOption'
import { type Account, type Rpc, WalletFailure, type WalletOption } from './wallets'

export type EvmWalletsOptions = OpenWalletsDeps & { readonly node: (chainId: number) => EvmNode | undefined }

const prefix = 'evm:'
/** Storage key of the account selected among those of one wallet. */
const selectedKey = 'tidegate.selectedAccount'

/** The EVM wallets. wagmi and viem load with this file. */
export class EvmWallets {
  readonly #options: EvmWalletsOptions
  readonly #chains: readonly DeploymentChain[]
  readonly #config: Config
  readonly #discovery: Discovery
  /** Wallets registered with wagmi, by the id of their announcement. */
  readonly #known = new Map<string, { readonly connector: Connector; readonly provider: Provider }>()
  readonly #listeners = new Listeners()
  readonly #safe: Announcement | undefined
  #current: Provider | undefined

  constructor(options: EvmWalletsOptions) {
    const { deployment, node, page, onChange } = options
    this.#options = options
    this.#chains = evmChains(deployment.chains)
    this.#config = wagmiConfigFor(this.#chains, node, page.localStorage)
    const { link } = options
    this.#safe = started(options, 'Safe', () => framingSafe(deployment, page))
    const linked =
      link &&
      started(options, walletConnectName, () =>
        walletConnectAnnouncement({ link, chains: this.#chains, storage: page.localStorage }),
      )
    const demos = started(options, evmDemoName, () => evmDemos(deployment, page.localStorage)) ?? []
    const own = [this.#safe, linked, ...demos].flatMap((announcement) => announcement ?? [])
    this.#discovery = createDiscovery(page, this.#chains.length > 0 ? own : [])
    this.#discovery.subscribe(() => {
      this.#register()
      onChange()
    })
    watchConnection(this.#config, { onChange: () => this.#follow() })
    this.#discovery.ask()
  }

  options(): readonly WalletOption[] {
    return this.#discovery.found().map((announcement) => this.#optionOf(announcement))
  }

  account(): Account | undefined {
    const { address, addresses = [], chainId, connector } = getConnection(this.#config)
    if (!address || !connector || !this.#current) return undefined
    const { id, name, icon } = connector
    const others = addresses.filter((other) => other !== address)
    const wallet = { walletId: prefix + id, walletName: name, walletIcon: icon }
    return { kind: 'evm', address, ...wallet, chainId, ...(others.length > 0 && { others }) }
  }

  /** The connected wallet, for reading the chain when no node answers. */
  provider(): Provider | undefined {
    return this.#current
  }

  /** `undefined` if the account is not the connected one, or its wallet does not support batches. */
  async batchSupport(account: string, chainId: number): Promise<BatchSupport | undefined> {
    const { address } = getConnection(this.#config)
    if (!this.#current || !isSameAddress(address, account)) return undefined
    return readBatchSupport(this.#current, account, chainId)
  }

  async connect(optionId: string): Promise<Account> {
    this.#register()
    const id = optionId.slice(prefix.length)
    const connector = this.#known.get(id)?.connector
    if (!connector) throw evmFailure('unsupported', { is: 'wallet gone' })
    try {
      if (getConnection(this.#config).connector?.uid !== connector.uid) await connect(this.#config, { connector })
    } catch (error) {
      throw new WalletFailure(explainWallet(error), { cause: error })
    }
    this.#follow()
    const connected = this.account()
    if (!connected) throw evmFailure('locked')
    return connected
  }

  /**
   * Reconnects the wallet of the last visit if it announces itself in time and still grants access. In the frame of a
   * Safe that is the Safe, which asks no one.
   */
  async restore(): Promise<void> {
    if (this.#safe) {
      await this.connect(prefix + this.#safe.id)
      return
    }
    const wanted = await this.#config.storage?.getItem('recentConnectorId')
    if (typeof wanted !== 'string') return
    const { restoreTimeout = 2_000 } = this.#options
    const find = () => this.#discovery.found().find(({ id }) => id === wanted)
    const announcement = await whenFound(find, this.#discovery.subscribe, restoreTimeout)
    // Two wallets announced the same name: only the person knows which one it was.
    if (!announcement || announcement.isDuplicate) return
    this.#register()
    const connector = this.#known.get(wanted)?.connector
    if (connector) await reconnect(this.#config, { connectors: [connector] })
    this.#follow()
    this.select(this.#options.page.localStorage.getItem(selectedKey) ?? '')
  }

  async disconnect(): Promise<void> {
    for (const { connector } of [...this.#config.state.connections.values()])
      await disconnect(this.#config, { connector })
    await this.#config.storage?.removeItem('recentConnectorId')
    this.#options.page.localStorage.removeItem(selectedKey)
    this.#follow()
  }

  /** The wallet's own change of account, later, counts again. */
  select(address: string): void {
    const { addresses = [], connector } = getConnection(this.#config)
    const chosen = addresses.find((each) => isSameAddress(each, address))
    if (!connector || !chosen) return
    const accounts = [chosen, ...addresses.filter((each) => each !== chosen)] as const
    connector.emitter.emit('change', { accounts })
    storeIn(this.#options.page, selectedKey, chosen)
    this.#follow()
  }

  executor(): Executor {
    return createEvmExecutor({
      chains: this.#chains,
      node: (chain) => this.#nodeOf(chain),
      origin: this.#options.page.location.origin,
      connection: {
        current: () => {
          const { address } = getConnection(this.#config)
          return address && this.#current ? { address, provider: this.#current } : undefined
        },
        onChange: this.#listeners.add,
      },
    })
  }

  /** Registers wallets with wagmi, which can reconnect only those it knows. */
  #register() {
    const { connectors } = this.#config._internal
    for (const announcement of this.#discovery.found()) {
      if (this.#known.has(announcement.id)) continue
      const provider = withAllowedMethods(announcement.provider)
      const connector = connectors.setup(announcedWallet(announcement, provider))
      this.#known.set(announcement.id, { connector, provider })
    }
    connectors.setState([...this.#known.values()].map(({ connector }) => connector))
  }

  /** Takes over wagmi's current connection. */
  #follow() {
    const { connector } = getConnection(this.#config)
    this.#current = connector && this.#known.get(connector.id)?.provider
    this.#options.onChange()
    this.#listeners.notify()
  }

  #optionOf(announcement: Announcement): WalletOption {
    const { id, name, icon, isDuplicate, isDemo = false, isElsewhere, isForTesters } = announcement
    // Wallets with the same name are shown with a number; the person has to choose.
    const shown = isDuplicate ? `${name} (${id.split('#')[1] ?? 1})` : name
    return {
      id: prefix + id,
      name: shown,
      kind: 'evm',
      icon,
      isDemo,
      ...(isElsewhere && { isElsewhere }),
      ...(isForTesters && { isForTesters }),
    }
  }

  #nodeOf({ chainId, name }: DeploymentChain): EvmNode {
    const node = this.#options.node(chainId)
    if (!node) throw new NoNodeAnswers(name)
    return node
  }
}

/** wagmi's clients use the same nodes as the rest of the app. */
function wagmiConfigFor(
  chains: readonly DeploymentChain[],
  node: (chainId: number) => EvmNode | undefined,
  storage: Storage,
): Config {
  const [first = unusedChain, ...rest] = chains.map(viemChain)
  return createConfig({
    chains: [first, ...rest],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage, key: 'tidegate' }),
    client: ({ chain }) =>
      createClient({ chain, transport: custom({ request: ({ method, params }) => rpcOf(chain.id)(method, params) }) }),
  })

  function rpcOf(chainId: number): Rpc {
    return node(chainId)?.ask ?? (() => Promise.reject(new NoNodeAnswers(String(chainId))))
  }
}

function viemChain({ chainId, name, nativeCurrency, rpcUrls }: DeploymentChain): Chain {
  return defineChain({ id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [...rpcUrls] } } })
}

/** A placeholder: wagmi needs at least one chain, a deployment may have none. */
const unusedChain = defineChain({
  id: 1,
  name: 'Nowhere',
  nativeCurrency: { name: 'Nothing', symbol: '-', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
