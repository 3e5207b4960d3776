import { isBitcoinAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'

/** Who pays: the connected wallet, or the person manually, who then enters a refund address. */
export type ManualPayer =
  | { readonly is: 'wallet' }
  | { readonly is: 'needed' }
  | { readonly is: 'checking' }
  | { readonly is: 'invalid' }
  | { readonly is: 'given'; readonly address: string }

/** `hasValidChecksum` is `undefined` while it is being computed. */
export function payerOf(typed: string, chain: Chain | undefined, hasValidChecksum: boolean | undefined): ManualPayer {
  if (!chain || !chainKinds[chain.kind].isPaidByHand) return { is: 'wallet' }
  const address = typed.trim()
  if (address === '') return { is: 'needed' }
  if (!isBitcoinAddress(address) || hasValidChecksum === false) return { is: 'invalid' }
  return hasValidChecksum === undefined ? { is: 'checking' } : { is: 'given', address }
}
