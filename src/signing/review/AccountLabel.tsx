import { walletMessages } from '../../components/accounts/messages'
import { useAccounts } from '../../components/accounts/useAccounts'
import { WalletMark } from '../../components/accounts/WalletMark'
import { NameOf } from '../../components/names/NameNote'
import { addressKey } from '../../domain/address'
import { Address } from '../../ui/Address'
import { useMessages } from '../../ui/messages'

/**
 * An address in one line: shortened, with its name if it has one, and the icon and name of the connected wallet.
 * `isOwn`: the wallet's name is only read aloud.
 */
export function AccountLabel({ address, isOwn = false }: { address: string; isOwn?: boolean }) {
  const messages = useMessages(walletMessages)
  const accounts = useAccounts()
  const wallet = accounts.find((account) => addressKey(account.address) === addressKey(address))
  return (
    <>
      {wallet && <WalletMark icon={wallet.walletIcon} isSmall />} <Address value={address} />
      {wallet && (
        <>
          {' '}
          <bdi className={isOwn ? 'sr-only' : ''}>{messages.in(wallet.walletName)}</bdi>
        </>
      )}{' '}
      {!isOwn && <NameOf address={address} />}
    </>
  )
}
