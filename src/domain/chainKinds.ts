import { isBitcoinAddress, isEvmAddress, isSolanaAddress } from './address'
import { type ChainKind, chainKindNames } from './chain'

/** The formats of addresses and hashes, and the names of native coins, by chain kind. */
export type ChainKindTraits = {
  /** Whether a text has the form of an address. Its checksum is not verified: verify it before money is sent there. */
  readonly isAddress: (text: string) => boolean
  /** Two texts with the same result are the same address. */
  readonly normalizeAddress: (address: string) => string
  /** A transaction hash in the spelling of this kind; `undefined` when the text is not one. */
  readonly readTransactionHash: (text: string) => string | undefined
  /** The path under which block explorers list accounts: `/address/0x…`, `/account/…`. */
  readonly explorerSection: 'address' | 'account'
  /** Whether the app can read from RPC nodes of this kind. */
  readonly isReadable: boolean
  /** Whether the person pays from a wallet that is never connected, and enters a refund address. */
  readonly isPaidByHand: boolean
  /** Whether contracts need an approval to spend a token, so that an approval can be left behind. */
  readonly hasApprovals: boolean
  /** Whether the app can add liquidity and list positions here. */
  readonly hasLiquidity: boolean
  /**
   * Rent in the native coin's smallest unit: the minimum that the account itself must keep, and the possible cost of
   * accounts opened by a swap.
   */
  readonly accountDeposits: bigint
  /** A well-known address without a private key, sent with a price request while no account is connected. */
  readonly placeholderAccount: (chainName: string) => string
  /** The native coin of a chain that neither the settings nor the service describe. */
  readonly usualCoin: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** Also the defaults of the other kinds. */
const unknown: ChainKindTraits = {
  isAddress: () => false,
  normalizeAddress: (address) => address,
  readTransactionHash: () => undefined,
  explorerSection: 'address',
  isReadable: false,
  isPaidByHand: false,
  hasApprovals: false,
  hasLiquidity: false,
  accountDeposits: 0n,
  placeholderAccount: () => '0x000000000000000000000000000000000000dEaD',
  usualCoin: { name: 'Coin', symbol: 'COIN', decimals: 18 },
}

/** The table of all chain kinds: adding a kind without a row here does not compile. */
export const chainKinds: Readonly<Record<ChainKind, ChainKindTraits>> = {
  evm: {
    ...unknown,
    isAddress: isEvmAddress,
    // The case of a hexadecimal address is a checksum only.
    normalizeAddress: (address) => address.toLowerCase(),
    readTransactionHash: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    isReadable: true,
    hasApprovals: true,
    hasLiquidity: true,
  },
  solana: {
    ...unknown,
    isAddress: isSolanaAddress,
    // 64 bytes in base58.
    readTransactionHash: (text) => (/^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text) ? text : undefined),
    explorerSection: 'account',
    isReadable: true,
    // Rent of the account itself, and of two token accounts.
    accountDeposits: 890_880n + 2n * 2_039_280n,
    placeholderAccount: () => '1nc1nerator11111111111111111111111111111111',
    usualCoin: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  },
  bitcoin: {
    ...unknown,
    isAddress: isBitcoinAddress,
    readTransactionHash: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    isPaidByHand: true,
    placeholderAccount: (chainName) =>
      /test|signet/i.test(chainName) ? 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8' : '1BitcoinEaterAddressDontSendf59kuE',
    usualCoin: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  },
  unknown,
}

/** The chain kind of an address, only by its format. */
export function addressKind(address: string): ChainKind | undefined {
  return chainKindNames.find((kind) => chainKinds[kind].isAddress(address))
}
