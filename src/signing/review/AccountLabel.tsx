import { walletMessages } from '../../components/accounts/messages'
import { useAccounts } from '../../components/accounts/useAccounts'
import { WalletMark } from '../../components/accounts/WalletMark'
import { NameOf } from '../../components/names/NameNote'
import { addressKey } from '../../domain/address'
import { Address } from '../../ui/Address'
import { useMessages } from '../../ui/messages'

/** An address in one line: shortened, with its name if it has one, and the icon and name of the connected wallet. */
export function AccountLabel({ address }: { address: string }) {
  const messages = useMessages(walletMessages)
  const accounts = useAccounts()
  const wallet = accounts.find((account) => addressKey(account.address) === addressKey(address))
  return (
    <>
      {wallet && <WalletMark icon={wallet.walletIcon} isSmall />} <Address value={address} />
      {wallet && (
        <>
          {' '}
          <bdi>{messages.in(wallet.walletName)}</bdi>
        </>
      )}{' '}
      <NameOf address={address} />
    </>
  )
}
