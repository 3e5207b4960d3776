import { addressKey } from '../domain/address'
import type { ChainKind } from '../domain/chain'
import type { BatchSupport } from '../guard/check/checkedPlan'
import type { Account } from '../wallets/wallets'

/** The connected accounts, as checks need them. */
export type ConnectedAccounts = {
  /** Whether the account's wallet can send several calls as one transaction on a chain. */
  readonly batchSupport?: (account: string, chainId: number) => Promise<BatchSupport | undefined>
  readonly store: { readonly getState: () => { readonly accounts: readonly Pick<Account, 'kind' | 'address'>[] } }
}

/** The connected account that will be asked to sign: the sender's own if it is connected, else the first of its kind. */
export function signerFor(sender: string, kind: ChainKind, { store }: ConnectedAccounts): string | undefined {
  const accounts = store.getState().accounts.filter((account) => account.kind === kind)
  const own = accounts.find(({ address }) => addressKey(address) === addressKey(sender))
  return (own ?? accounts[0])?.address
}
