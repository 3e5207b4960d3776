import { useStore } from 'zustand'
import { addressKey } from '../../domain/address'
import { Address } from '../../ui/Address'
import { useMessages } from '../../ui/messages'
import { NameOf } from '../names/NameNote'
import { useServices } from '../services'
import { walletMessages } from './messages'

/** An address in one line: shortened, with its name if it has one, and the connected wallet it is in. */
export function AccountLabel({ address }: { address: string }) {
  const messages = useMessages(walletMessages)
  const accounts = useStore(useServices().wallets.store, (state) => state.accounts)
  const wallet = accounts.find((account) => addressKey(account.address) === addressKey(address))?.walletName
  return (
    <>
      <Address value={address} />
      {wallet !== undefined && (
        <>
          {' '}
          <bdi>{messages.in(wallet)}</bdi>
        </>
      )}{' '}
      <NameOf address={address} />
    </>
  )
}
