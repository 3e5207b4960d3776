import type { ChainKind } from './chain'

/** What differs between kinds of chains, for whatever only has to know how they write and name things. */
export type ChainKindTraits = {
  /** Two texts that normalise to the same one are the same address. */
  readonly normalizeAddress: (address: string) => string
  /** A transaction hash as chains of this kind write it; `undefined` when the text is none. */
  readonly readTransactionHash: (text: string) => string | undefined
  /** Where explorers list accounts: `/address/0x…`, `/account/…`. */
  readonly explorerSection: 'address' | 'account'
  /** Whether the app can ask nodes of this kind. */
  readonly isReadable: boolean
}

/** A new kind does not compile until its row is here. */
export const chainKinds: Readonly<Record<ChainKind, ChainKindTraits>> = {
  evm: {
    // The case of a hexadecimal address is a checksum only.
    normalizeAddress: (address) => address.toLowerCase(),
    readTransactionHash: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    explorerSection: 'address',
    isReadable: true,
  },
  solana: {
    normalizeAddress: (address) => address,
    // 64 bytes in base58.
    readTransactionHash: (text) => (/^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text) ? text : undefined),
    explorerSection: 'account',
    isReadable: true,
  },
  bitcoin: {
    normalizeAddress: (address) => address,
    readTransactionHash: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    explorerSection: 'address',
    isReadable: false,
  },
  unknown: {
    normalizeAddress: (address) => address,
    readTransactionHash: () => undefined,
    explorerSection: 'address',
    isReadable: false,
  },
}
