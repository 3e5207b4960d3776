import type { Chain } from './chain'
import { addressKind } from './chainKinds'
import { isOn, readPlace, type TokenRef } from './tokenPair'

type WrittenAddress = {
  readonly address: string
  readonly place: Pick<TokenRef, 'chainId' | 'network'> | undefined
  /** The chain as it was written. */
  readonly prefix: string
  /** The text after the address, such as an amount. */
  readonly rest: string
}

/**
 * Reads an address with its chain: `eth:0x…` (EIP-3770), `eip155:1:0x…` (CAIP-10), `ethereum:0x…@1` (ERC-681), `bitcoin:…`
 * (BIP-21), `solana:…`. Any other text is returned as its address.
 */
export function readWrittenAddress(text: string): WrittenAddress {
  const written = text.trim()
  const [, prefix = '', address = '', at = '', rest = ''] =
    /^([^?/@]+):(?:pay-)?([0-9A-Za-z]+)((?:@\d{1,15})?)([^0-9A-Za-z].*)?$/s.exec(written) ?? []
  const isEthereum = prefix.toLowerCase() === 'ethereum'
  const place = isEthereum ? (readPlace(at.slice(1)) ?? { network: 'evm' }) : readPlace(prefix)
  if (!place || addressKind(address) === undefined) return { address: written, place: undefined, prefix: '', rest: '' }
  return isEthereum
    ? { address, place, prefix: at.slice(1) || prefix, rest }
    : { address, place, prefix, rest: at + rest }
}

/** The address that was typed, if it may be one on these chains; else the text as it is, which is no address. */
export function addressIn(text: string, chains: readonly Chain[]): string {
  return misfitIn(text, chains) ? text.trim() : readWrittenAddress(text).address
}

/** Why an address with a chain or more is not taken: it is of another chain, or more than an address. */
export function misfitIn(
  text: string,
  chains: readonly Chain[],
): { readonly is: 'elsewhere' | 'more'; readonly text: string } | undefined {
  const { place, prefix, rest } = readWrittenAddress(text)
  if (place && !chains.some((chain) => isOn(chain, place))) return { is: 'elsewhere', text: prefix }
  return rest === '' ? undefined : { is: 'more', text: rest }
}
