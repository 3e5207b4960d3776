import { BaseError, type Client, type ClientConfig, createClient, custom } from 'viem'
import { ProviderError } from './evm/connection/eip1193'
import type { Rpc } from './wallets'

/**
 * A viem client over the chain's nodes, for actions of `viem/actions`. The nodes retry by themselves. Servers that a contract
 * names (ERC-3668) are requested only with `ccipRead`.
 */
export function viemClient(ask: Rpc, ccipRead: ClientConfig['ccipRead'] = false): Client {
  type Request = { readonly method: string; readonly params?: readonly unknown[] }
  const request = async ({ method, params = [] }: Request) => {
    // Gateways refuse it, and an answer would replace the chain and the gas of the request.
    if (method === 'eth_fillTransaction') throw new ProviderError('Transactions are filled in here.', 4200)
    return ask(method, params)
  }
  return createClient({ cacheTime: 0, ccipRead, transport: custom({ request }, { retryCount: 0 }) })
}

/** The error of the node itself, in place of the one that viem wraps around it. */
export function nodeErrorOf(error: unknown): unknown {
  return error instanceof BaseError ? (error.walk((each) => !(each instanceof BaseError)) ?? error) : error
}
