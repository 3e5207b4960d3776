import { queryOptions } from '@tanstack/react-query'
import { isEvmAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import type { NamedAddress } from '../../wallets/names/ens'
import type { Services } from '../services'

type NameServices = Pick<Services, 'deployment' | 'wallets'>

/** Whether a text has the form of a name, such as `alice.eth`. */
export function isName(text: string): boolean {
  return /^[^\s./:]+(\.[^\s./:]+)*\.[a-z]{2,}$/i.test(text.trim())
}

/** A name's address, where the deployment has a registry and the chain's addresses can be in it. */
export async function lookUp(
  { deployment: { ens }, wallets }: NameServices,
  typed: string,
  chain?: Chain,
): Promise<NamedAddress | { readonly is: 'off' }> {
  if (!isName(typed)) return { is: 'malformed' }
  if (!ens || (chain && chain.kind !== 'evm')) return { is: 'off' }
  const { resolveName } = await import('../../wallets/names/ens')
  return resolveName({ rpc: wallets.rpc, settings: ens }, typed, chain?.chainId)
}

/** The name of an address, if the name also stands for the address; `null` if there is none. */
export function nameQuery({ deployment, wallets }: NameServices, address: string | undefined) {
  const { ens } = deployment
  return queryOptions({
    queryKey: ['name of', address?.toLowerCase()],
    queryFn: async () => {
      const { nameOf } = await import('../../wallets/names/ens')
      if (!ens || address === undefined) return null
      return (await nameOf({ rpc: wallets.rpc, settings: ens }, address)) ?? null
    },
    enabled: ens !== undefined && address !== undefined && isEvmAddress(address),
    staleTime: 10 * 60_000,
    retry: 1,
  })
}
