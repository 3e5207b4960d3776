import { getAddress, isAddress } from 'viem'
import { createConnector } from 'wagmi'
import { listOf } from '../../../guard/simulate/rpc'
import { readChainId } from '../hex'
import type { Announcement } from './announcement'
import { type Provider, requestWithTimeout } from './provider'

/**
 * An announced wallet as a wagmi connector. It requests accounts once and only methods this app allows; steps are never
 * sent through it.
 */
export function announcedWallet({ id, name, icon }: Announcement, provider: Provider) {
  return createConnector<Provider>(({ emitter }) => {
    let isListening = false
    return {
      id,
      name,
      icon,
      type: 'announced',
      async setup() {
        listen()
      },
      async connect({ isReconnecting } = {}) {
        listen()
        const said = isReconnecting
          ? await requestWithTimeout(provider, 'eth_accounts')
          : await provider.request({ method: 'eth_requestAccounts' })
        const accounts = addressesIn(said)
        if (accounts.length === 0) throw new NoAccounts(name)
        // wagmi adds capabilities only if a caller requests them, which this app never does.
        return { accounts: accounts as never, chainId: await chainOf(provider) }
      },
      async disconnect() {
        // Not every wallet supports revoking; the app disconnects either way.
        await within(100, provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }))
      },
      getAccounts: async () => addressesIn(await requestWithTimeout(provider, 'eth_accounts')),
      getChainId: () => chainOf(provider),
      getProvider: async () => provider,
      isAuthorized: async () =>
        addressesIn(await requestWithTimeout(provider, 'eth_accounts').catch(() => [])).length > 0,
      onAccountsChanged,
      onChainChanged,
      onDisconnect: () => void emitter.emit('disconnect'),
    }

    function listen() {
      if (isListening) return
      isListening = true
      provider.on?.('accountsChanged', (news) => onAccountsChanged(Array.isArray(news) ? news.map(String) : []))
      provider.on?.('chainChanged', (news) => onChainChanged(String(news)))
      provider.on?.('disconnect', () => emitter.emit('disconnect'))
    }

    function onAccountsChanged(said: string[]) {
      const accounts = addressesIn(said)
      if (accounts.length === 0) emitter.emit('disconnect')
      // The wallet was unlocked or connected from its own side: wagmi reconnects it if it was connected here before.
      else if (emitter.listenerCount('connect')) void comeBack(accounts)
      else emitter.emit('change', { accounts })
    }

    async function comeBack(accounts: readonly `0x${string}`[]) {
      const chainId = await chainOf(provider).catch(() => undefined)
      if (chainId !== undefined) emitter.emit('connect', { accounts, chainId })
    }

    function onChainChanged(said: string) {
      const chainId = readChainId(said)
      if (chainId !== undefined) emitter.emit('change', { chainId })
    }
  })
}

function addressesIn(said: unknown): readonly `0x${string}`[] {
  return listOf(said).flatMap((each) =>
    typeof each === 'string' && isAddress(each, { strict: false }) ? [getAddress(each)] : [],
  )
}

async function chainOf(provider: Provider): Promise<number> {
  const said = await requestWithTimeout(provider, 'eth_chainId')
  const chainId = readChainId(said)
  if (chainId === undefined) throw new NoChain(said)
  return chainId
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, milliseconds))])
}

export class NoAccounts extends Error {
  override readonly name = 'NoAccounts'
  /** The code of a rejection, which is what an empty list means. */
  readonly code = 4001

  constructor(wallet: string) {
    super(`${wallet} connected without an account.`)
  }
}

export class NoChain extends Error {
  override readonly name = 'NoChain'

  constructor(said: unknown) {
    super(`The wallet says it is on the chain ${JSON.stringify(said)}, which cannot be read.`)
  }
}
