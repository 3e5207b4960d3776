import { hex, memberOf } from '../../chain/rpc'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { ProviderError, providerEvents } from '../evm/connection/eip1193'
import type { Announcement, Provider } from '../evm/connection/provider'
import { readChainId } from '../evm/hex'
import { walletConnectIcon, walletConnectName } from '../walletConnectOption'
import type { WalletConnectSession } from './session'

/** Storage key of the chain the session was on. */
const chainKey = 'tidegate.walletConnectChain'

type Deps = {
  readonly link: Pick<WalletConnectSession, 'subscribe' | 'accounts' | 'allows' | 'connect' | 'request' | 'disconnect'>
  readonly chains: readonly DeploymentChain[]
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

/** WalletConnect as an announcement, listed next to the wallets that announced themselves. */
export function walletConnectAnnouncement(deps: Deps): Announcement {
  const provider = createWalletConnectProvider(deps)
  return {
    id: 'walletConnect',
    name: walletConnectName,
    icon: walletConnectIcon,
    provider,
    isDuplicate: false,
    isElsewhere: true,
  }
}

/**
 * A session as an EIP-1193 provider. Each request of a session names its chain, so the current chain is stored here;
 * switching to a chain that the session lacks asks the wallet.
 */
export function createWalletConnectProvider({ link, chains, storage }: Deps): Provider {
  const { emit, ...events } = providerEvents()
  link.subscribe((news) => {
    switch (news.is) {
      case 'ended':
        return emit('disconnect', undefined)
      case 'chain':
        return void moveTo(news.chainId)
      case 'accounts':
        return void addresses().then((accounts) => emit('accountsChanged', accounts))
    }
  })
  return { request: ({ method, params = [] }) => answer(method, params), ...events }

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        await link.connect('eip155')
        return addresses()
      case 'eth_accounts':
        return addresses()
      case 'eth_chainId':
        return hex(await currentChain())
      case 'wallet_revokePermissions':
        return link.disconnect()
      case 'wallet_switchEthereumChain':
        return switchChain(params)
      default:
        return ask(method, params)
    }
  }

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!(await link.allows('eip155', method))) throw new ProviderError(`The wallet does not support ${method}.`, 4200)
    const chainId = readChainId(memberOf(params[0], 'chainId'))
    const ownChain = method === 'wallet_addEthereumChain' || chainId === undefined ? await currentChain() : chainId
    return link.request({ chain: `eip155:${ownChain}`, method, params })
  }

  async function switchChain([target]: readonly unknown[]): Promise<null> {
    const chainId = readChainId(memberOf(target, 'chainId'))
    if (chainId === undefined || !(await chainIds()).includes(chainId))
      throw new ProviderError(`Unrecognized chain ID ${chainId}: the session does not have it.`, 4902)
    await moveTo(chainId)
    return null
  }

  async function moveTo(chainId: number) {
    if (!(await chainIds()).includes(chainId)) return
    storage.setItem(chainKey, String(chainId))
    emit('chainChanged', hex(chainId))
    emit('accountsChanged', await addresses())
  }

  async function currentChain(): Promise<number> {
    const offered = await chainIds()
    const kept = readChainId(storage.getItem(chainKey) ?? undefined)
    if (kept !== undefined && offered.includes(kept)) return kept
    const known = chains.find((chain) => offered.includes(chain.chainId)) ?? chains[0]
    return known?.chainId ?? offered[0] ?? 1
  }

  async function chainIds(): Promise<readonly number[]> {
    return (await link.accounts('eip155')).map((account) => Number(account.split(':')[1]))
  }

  /** Accounts of the current chain, the wallet's preferred one first. */
  async function addresses(): Promise<readonly string[]> {
    const start = `eip155:${await currentChain()}:`
    const accounts = await link.accounts('eip155')
    return accounts.filter((account) => account.startsWith(start)).map((account) => account.slice(start.length))
  }
}
