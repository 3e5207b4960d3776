import { type Client, type ClientConfig, createClient, custom } from 'viem'
import type { Rpc } from './wallets'

/**
 * A viem client over the chain's nodes, for actions of `viem/actions`. The nodes retry by themselves, and no server is asked
 * that a contract names.
 */
export function viemClient(ask: Rpc, ccipRead: ClientConfig['ccipRead'] = false): Client {
  type Request = { readonly method: string; readonly params?: readonly unknown[] }
  const request = ({ method, params = [] }: Request) => ask(method, params)
  return createClient({ cacheTime: 0, ccipRead, transport: custom({ request }, { retryCount: 0 }) })
}
