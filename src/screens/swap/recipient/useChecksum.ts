import { useEffect, useState } from 'react'
import type { Chain, ChainKind } from '../../../domain/chain'

/**
 * Whether a typed address has a valid checksum; `undefined` while that is computed. The code loads only for an address
 * that has a checksum.
 */
export function useChecksum(typed: string | undefined, chain: Chain | undefined): boolean | undefined {
  const address = typed?.trim() ?? ''
  const [known, setKnown] = useState<{ address: string; isValid: boolean }>()
  const isAsked = chain !== undefined && checksums[chain.kind](address)

  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    import('./checksum').then(({ hasValidChecksum }) => {
      if (isCurrent) setKnown({ address, isValid: hasValidChecksum(address, chain) })
    })
    return () => {
      isCurrent = false
    }
  }, [isAsked, address, chain])

  if (!isAsked) return true
  return known?.address === address ? known.isValid : undefined
}

/** Whether an address carries a checksum. */
const checksums: Readonly<Record<ChainKind, (address: string) => boolean>> = {
  // EVM addresses in a single case carry none.
  evm: (address) => /^0x(?=.*[a-f])(?=.*[A-F])[\da-fA-F]{40}$/.test(address),
  solana: () => false,
  bitcoin: (address) => address.length >= 26,
  unknown: () => false,
}
