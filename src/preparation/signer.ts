import { addressKey } from '../domain/address'
import type { ChainKind } from '../domain/chain'
import type { Wallets } from '../wallets/wallets'

/** The connected account that will be asked to sign: the sender's own if it is connected, else the first of its kind. */
export function signerFor(sender: string, kind: ChainKind, { store }: Pick<Wallets, 'store'>): string | undefined {
  const accounts = store.getState().accounts.filter((account) => account.kind === kind)
  const own = accounts.find(({ address }) => addressKey(address) === addressKey(sender))
  return (own ?? accounts[0])?.address
}
