import { type Client, createClient, custom } from 'viem'
import type { Rpc } from '../wallets'

/** A viem client over the chain's nodes, for actions of `viem/actions`. The nodes retry by themselves. */
export function viemClient(ask: Rpc): Client {
  type Request = { readonly method: string; readonly params?: readonly unknown[] }
  const request = ({ method, params = [] }: Request) => ask(method, params)
  return createClient({ cacheTime: 0, transport: custom({ request }, { retryCount: 0 }) })
}
