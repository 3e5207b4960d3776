import { skipToken, useQuery } from '@tanstack/react-query'
import type { Chain, ChainKind } from '../../../domain/chain'

/**
 * Whether a typed address has a valid checksum; `undefined` while that is computed. The code loads only for an address
 * that has a checksum.
 */
export function useChecksum(typed: string | undefined, chain: Chain | undefined): boolean | undefined {
  const address = typed?.trim() ?? ''
  const isAsked = chain !== undefined && checksums[chain.kind](address)
  const { data } = useQuery({
    queryKey: ['checksum', chain?.chainId, address],
    queryFn: chain && isAsked ? async () => (await import('./checksum')).hasValidChecksum(address, chain) : skipToken,
    networkMode: 'always',
    staleTime: 1 / 0,
  })
  return isAsked ? data : true
}

/** Whether an address carries a checksum. */
const checksums: Readonly<Record<ChainKind, (address: string) => boolean>> = {
  // EVM addresses in a single case carry none.
  evm: (address) => /^0x(?=.*[a-f])(?=.*[A-F])[\da-fA-F]{40}$/.test(address),
  solana: () => false,
  bitcoin: (address) => address.length >= 26,
  unknown: () => false,
}
