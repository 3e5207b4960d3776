import { getAddress, isAddress } from 'viem'
import { createConnector, injected } from 'wagmi'
import { hex, listOf } from '../../../chain/rpc'
import { evmFailure } from '../failures'
import { readChainId } from '../hex'
import { type Announcement, type Provider, requestWithTimeout } from './provider'

/** An announced wallet as wagmi's `injected` connector, which asks for accounts once. Steps are never sent through it. */
export function announcedWallet({ id, name, icon }: Announcement, provider: Provider) {
  const target = { id, name, icon, provider: () => undefined }
  const wallet = decoded(name, provider)
  return createConnector((config) => ({
    ...injected({ shimDisconnect: false, target })(config),
    // The announced provider, instead of one that is looked for in the window.
    getProvider: async () => wallet,
  }))
}

/**
 * Decodes accounts and chains before wagmi's connector reads them. An odd one in an event would make it throw where
 * nothing catches the error, and it would wait forever for a wallet that has gone to sleep.
 */
function decoded(name: string, provider: Provider): Provider {
  const heard = new Map<unknown, (news: unknown) => void>()
  return {
    request: async (question) => {
      switch (question.method) {
        case 'eth_requestAccounts': {
          const accounts = addressesIn(await provider.request(question))
          if (accounts.length === 0) throw evmFailure('rejected', undefined, `${name} connected without an account.`)
          return accounts
        }
        case 'eth_accounts':
          return requestWithTimeout(provider, 'eth_accounts')
            .then(addressesIn)
            .catch(() => [])
        case 'eth_chainId':
          return chainIn(await requestWithTimeout(provider, 'eth_chainId'))
        default:
          return provider.request(question)
      }
    },
    on: (event, listener) => {
      const read = events[event]
      if (!read) return
      const hear = async (news: unknown) => {
        const said = read(news)
        // A wallet that has accounts again but does not report its chain stays disconnected.
        if (said !== undefined) await Promise.resolve(listener(said)).catch(() => undefined)
      }
      heard.set(listener, hear)
      provider.on?.(event, hear)
    },
    removeListener: (event, listener) => provider.removeListener?.(event, heard.get(listener) ?? listener),
  }
}

/** `connect` is not among them: an extension sends it to pages that were disconnected, too. */
const events: Readonly<Record<string, (news: unknown) => unknown>> = {
  accountsChanged: (news) => addressesIn(Array.isArray(news) ? news : []),
  chainChanged: (news) => readChainId(news),
  disconnect: (news) => news ?? null,
}

function addressesIn(said: unknown): readonly `0x${string}`[] {
  return listOf(said).flatMap((each) =>
    typeof each === 'string' && isAddress(each, { strict: false }) ? [getAddress(each)] : [],
  )
}

function chainIn(said: unknown): string {
  const chainId = readChainId(said)
  if (chainId === undefined) throw evmFailure('unknown', undefined, `unreadable chain id ${JSON.stringify(said)}`)
  return hex(chainId)
}
