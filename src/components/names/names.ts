import { queryOptions } from '@tanstack/react-query'
import { isEvmAddress, isSolanaAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import type { NamedAddress } from '../../wallets/names/ens'
import type { Services } from '../services'

type NameServices = Pick<Services, 'deployment' | 'wallets'>

/** Whether a text has the form of a name, such as `alice.eth`. */
export function isName(text: string): boolean {
  return /^[^\s./:]+(\.[^\s./:]+)*\.([a-z]{2,}|x|888)$/i.test(text.trim())
}

/**
 * A name's address: from the registry of the deployment (ENS), for `.sol` from the Solana Name Service, or for endings
 * of Unstoppable Domains from its records for the chain (UNS). Always through the deployment's own nodes.
 */
export async function lookUp(
  { deployment, wallets }: NameServices,
  typed: string,
  chain?: Chain,
): Promise<NamedAddress | { readonly is: 'off' }> {
  if (!isName(typed)) return { is: 'malformed' }
  if (hasUnsEnding(typed)) return lookUpUns({ deployment, wallets }, typed, chain)
  if (chain ? chain.kind === 'solana' : isSolName(typed)) {
    const solana = solanaOf(deployment, chain)
    if (!solana || !isSolName(typed)) return { is: 'off' }
    const { resolveSolName } = await import('../../wallets/names/sns')
    return resolveSolName(wallets.rpc(solana.chainId), typed)
  }
  const { ens } = deployment
  if (!ens || (chain && chain.kind !== 'evm')) return { is: 'off' }
  const { resolveName } = await import('../../wallets/names/ens')
  return resolveName({ rpc: wallets.rpc, settings: ens }, typed, chain?.chainId)
}

/** The name of an address, if the name also resolves to the address; otherwise `null`. */
export function nameQuery({ deployment, wallets }: NameServices, address = '') {
  const { ens, uns } = deployment
  const solana = isSolanaAddress(address) ? solanaOf(deployment) : undefined
  const hasRegistry = isEvmAddress(address) ? ens !== undefined || uns !== undefined : solana !== undefined
  return queryOptions({
    queryKey: ['name of', isEvmAddress(address) ? address.toLowerCase() : address],
    queryFn: async () => {
      const { rpc } = wallets
      if (solana)
        return (await (await import('../../wallets/names/sns')).solNameOf(rpc(solana.chainId), address)) ?? null
      const inEns = ens && (await (await import('../../wallets/names/ens')).nameOf({ rpc, settings: ens }, address))
      if (inEns !== undefined || !uns) return inEns ?? null
      return (await (await import('../../wallets/names/uns')).unsNameOf({ rpc, readers: uns }, address)) ?? null
    },
    enabled: hasRegistry,
    staleTime: 10 * 60_000,
    retry: 1,
  })
}

async function lookUpUns({ deployment: { uns }, wallets }: NameServices, typed: string, chain?: Chain) {
  const kind = chain?.kind ?? 'evm'
  if (!uns || kind === 'unknown') return { is: 'off' } as const
  const { resolveUnsName } = await import('../../wallets/names/uns')
  return resolveUnsName({ rpc: wallets.rpc, readers: uns }, typed, { kind, chainId: chain?.chainId })
}

/** Endings of names that Unstoppable Domains sells and the name system of the internet does not have. */
export function hasUnsEnding(text: string): boolean {
  return unsEndings.has(text.trim().toLowerCase().split('.').at(-1) ?? '')
}

const unsEndings: ReadonlySet<string> = new Set(
  (
    'crypto nft x wallet polygon dao 888 bitcoin blockchain unstoppable zil go hi ' +
    'klever kresus anime manga binanceus altimist pudgy austin bitget pog clay witg'
  ).split(' '),
)

function isSolName(text: string): boolean {
  return /\.sol$/i.test(text.trim())
}

/** Names are read where the deployment has a node of its own. */
function solanaOf({ chains }: NameServices['deployment'], chain?: Chain) {
  return chains.find(
    ({ kind, chainId, rpcUrls }) =>
      kind === 'solana' && rpcUrls.length > 0 && (chain === undefined || chain.chainId === chainId),
  )
}
