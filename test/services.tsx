import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Client } from '../src/api/client'
import { createLog } from '../src/api/requestLog'
import { createPreferences } from '../src/components/preferences'
import { type Services, ServicesContext } from '../src/components/services'
import type { Chain } from '../src/domain/chain'
import type { Token } from '../src/domain/token'
import type { Deployment, DeploymentChain } from '../src/protocol/deployment/deployment'
import type { Account, WalletOption, Wallets, WalletsState } from '../src/wallets/wallets'

/** The world around a screen, small enough to see through. Hand in what the story is about. */
export function servicesWith(part: Partial<Services> = {}): Services {
  const wallets = part.wallets ?? walletsWith({})
  return {
    deployment,
    preferences: createPreferences(drawer()),
    wallets,
    nodes: (chainId) => [{ ask: wallets.rpc(chainId) }],
    wait,
    dialogs: { connect: vi.fn(), account: vi.fn(), settings: vi.fn() },
    clock: () => 1_000_000,
    newId: () => 'id',
    storageProblem: async () => undefined,
    notice: async () => ({ halt: undefined }),
    client: absent('client'),
    orderService: absent('orderService'),
    prefetchOrders: async () => {},
    ...part,
  }
}

export function renderIn(services: Services, screen: ReactNode) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(
    <QueryClientProvider client={queries}>
      <ServicesContext value={services}>{screen}</ServicesContext>
    </QueryClientProvider>,
  )
  return { ...view, queries }
}

export const deployment: Deployment = {
  mode: 'embedded',
  name: 'Tidegate',
  apiBase: '',
  slippageUnit: 'basis points',
  imageBaseUrl: undefined,
  chains: [chainWith(741001, 'Harbor'), chainWith(741002, 'Delta')],
  faucetUrl: '/faucet',
}

export function chainWith(chainId: number, name: string, more: Partial<DeploymentChain> = {}): DeploymentChain {
  return {
    chainId,
    kind: 'evm',
    name,
    rpcUrls: [],
    wsUrl: undefined,
    explorerUrl: 'https://explorer.example/',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    wrappedNative: undefined,
    trusted: [],
    positionManager: undefined,
    confirmations: 1,
    genesisHash: undefined,
    ...more,
  }
}

type WalletsPart = Partial<Wallets> & {
  readonly accounts?: readonly Account[]
  readonly options?: readonly WalletOption[]
  readonly unstarted?: WalletsState['unstarted']
}

export function walletsWith({ accounts = [], options = [], unstarted, ...part }: WalletsPart): Wallets {
  return {
    store: createStore<WalletsState>(() => ({ at: 'ready', accounts, options, ...(unstarted && { unstarted }) })),
    restore: () => Promise.resolve(),
    discover: () => Promise.resolve(),
    connect: () => new Promise(() => {}),
    disconnect: () => Promise.resolve(),
    batchSupport: () => Promise.resolve(undefined),
    executor: () => Promise.reject(new Error('Nobody signs in this story.')),
    rpc: () => () => Promise.reject(new Error('No node answers in this story.')),
    ...part,
  }
}

export function accountWith(more: Partial<Account> = {}): Account {
  return {
    kind: 'evm',
    address: '0x00000000000000000000000000000000000000aA',
    walletId: 'demo-evm',
    walletName: 'Demo wallet (EVM)',
    walletIcon: undefined,
    chainId: 741001,
    ...more,
  }
}

export const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }

export const eth = tokenWith('ETH', 'Ether', { address: 'native', isNative: true, decimals: 18, price: '3000' })
export const usdc = tokenWith('USDC', 'USD Coin', { address: `0x${'1'.repeat(40)}` })

export function tokenWith(symbol: string, name: string, more: Partial<Token> = {}): Token {
  const plain = { id: 1, chain: harbor, address: '', decimals: 6, isNative: false, price: '1', imagePath: undefined }
  return { ...plain, symbol, name, ...more }
}

/** A service that lists these tokens, and no pools. */
export function clientListing(tokens: readonly Token[], part: Partial<Client> = {}): Client {
  const chains = [...new Set(tokens.map(({ chain }) => chain))]
  const said = { message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' } as const
  const catalog = { chains, tokens, remarks: [] }
  const noPools = { records: [], keys: undefined, recordsPath: '$.data[]', elements: { texts: [], values: [] } }
  return {
    base: '',
    chains: async () => ({ is: 'answer', answer: { ...said, value: { catalog, records: [] } } }),
    pools: async () => ({ is: 'answer', answer: { ...said, value: noPools } }),
    swap: () => new Promise(() => {}),
    addLiquidity: () => new Promise(() => {}),
    readCached: { chains: async () => undefined, pools: async () => undefined },
    log: createLog(),
    ...part,
  }
}

/** Storage that forgets at the end of the story. */
export function drawer(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  }
}

/** A service that the test does not need; an access throws an error. */
function absent<Thing extends object>(name: string): Thing {
  return new Proxy({} as Thing, {
    get: (_, member) => {
      throw new Error(`This story has no ${name}, and asked for its ${String(member)}.`)
    },
  })
}

/** Resolves after so many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
