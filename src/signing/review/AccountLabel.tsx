import { walletMessages } from '../../components/accounts/messages'
import { useAccounts } from '../../components/accounts/useAccounts'
import { WalletMark } from '../../components/accounts/WalletMark'
import { NameOf } from '../../components/names/NameNote'
import { addressKey } from '../../domain/address'
import { Address } from '../../ui/Address'
import { useMessages } from '../../ui/messages'

/**
 * An address in one line: shortened, after the icon and name of the connected wallet and its own name. They may come late,
 * and an address at the end of a line then stays where it is. `isOwn`: the wallet's name is only read aloud.
 */
export function AccountLabel({ address, isOwn = false }: { address: string; isOwn?: boolean }) {
  const messages = useMessages(walletMessages)
  const accounts = useAccounts()
  const wallet = accounts.find((account) => addressKey(account.address) === addressKey(address))
  return (
    <>
      {wallet && <WalletMark icon={wallet.walletIcon} isSmall />}{' '}
      {!isOwn && (
        <>
          {wallet && <bdi>{wallet.walletName}</bdi>} <NameOf address={address} />{' '}
        </>
      )}
      <Address value={address} />
      {isOwn && wallet && <bdi className="sr-only"> {messages.in(wallet.walletName)}</bdi>}
    </>
  )
}
