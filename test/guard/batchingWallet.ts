import type { Deployment } from '../../src/protocol/deployment/deployment'
import { type Provider, withAllowedMethods } from '../../src/wallets/evm/connection/provider'
import { createEvmDemo } from '../../src/wallets/evm/demo/demo'
import type { LocalExchange } from './localExchange'

/**
 * The demo wallet that carries batches out as one transaction (EIP-5792), on the chains of a local exchange. `kept` is
 * what the browser stores of it.
 */
export function batchingWallet({ chains }: Pick<LocalExchange, 'chains'>, kept = new Map<string, string>()): Provider {
  const deployment: Deployment = {
    ...{ mode: 'embedded', name: 'Embedded', apiBase: '', slippageUnit: 'basis points', imageBaseUrl: undefined },
    chains: chains.map((chain) => ({ ...chain, rpcUrls: [`/rpc/${chain.chainId}`] })),
    faucetUrl: undefined,
  }
  const fetchFrom: typeof fetch = (input, init) => {
    const chainId = Number(String(input).split('/').at(-1))
    return fetch(chains.find((chain) => chain.chainId === chainId)!.rpcUrls[0]!, init)
  }
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  return withAllowedMethods(
    createEvmDemo(deployment, { storage, fetch: fetchFrom, retryDelays: [], sendsBatches: true }),
  )
}
