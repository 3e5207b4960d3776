import { lazy, Suspense, useState } from 'react'
import { ExplorerLinks } from '../../components/accounts/explorerLinks'
import { walletMessages } from '../../components/accounts/messages'
import { Portfolio } from '../../components/accounts/Portfolio'
import { useAccounts } from '../../components/accounts/useAccounts'
import { WalletMark } from '../../components/accounts/WalletMark'
import { NameOf } from '../../components/names/NameNote'
import { useServices } from '../../components/services'
import { chainKindNames } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import type { Account } from '../../wallets/wallets'

const AccountApprovals = lazy(() => import('../../signing/approvals/AccountApprovals'))

/** The holdings of all connected accounts, then the accounts, grouped by chain kind. */
export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages(walletMessages)
  const { dialogs } = useServices()
  const accounts = useAccounts()
  return (
    <Dialog
      title={messages.accountTitle}
      onClose={onClose}
      footer={
        <Button isWide icon="plus" onClick={() => dialogs.connect()}>
          {messages.connectAnother}
        </Button>
      }
    >
      {accounts.length === 0 && <p role="status">{messages.gone}</p>}
      <div className="grid grid-cols-1 gap-6">
        {accounts.length > 0 && <Portfolio onLeave={onClose} />}
        {chainKindNames
          .filter((kind) => accounts.some((account) => account.kind === kind))
          .map((kind) => (
            <section key={kind} aria-label={messages.kinds[kind]} className="grid grid-cols-1 gap-3">
              <h3 className="text-fine font-medium text-quiet">{messages.kinds[kind]}</h3>
              {accounts
                .filter((account) => account.kind === kind)
                .map((account) => (
                  <AccountCard key={`${account.walletId} ${account.address}`} account={account} />
                ))}
            </section>
          ))}
      </div>
    </Dialog>
  )
}

function AccountCard({ account }: { account: Account }) {
  const messages = useMessages(walletMessages)
  const { wallets } = useServices()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    wallets.disconnect(account).finally(() => setLeaving(false))
  }
  return (
    <div className="grid grid-cols-1 gap-3 rounded-control border border-line bg-well p-3">
      <div className="flex items-start gap-3">
        <WalletMark icon={account.walletIcon} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <bdi className="truncate font-medium text-ink">{account.walletName}</bdi>
          <NameOf address={account.address} />
          <code className="font-mono text-fine wrap-anywhere">{account.address}</code>
          <ExplorerLinks account={account} />
        </div>
        <CopyButton text={account.address} label={messages.copyAddress} />
      </div>
      <OtherAccounts account={account} />
      <Suspense>{chainKinds[account.kind].hasApprovals && <AccountApprovals account={account.address} />}</Suspense>
      <div className="flex justify-end">
        <Button
          size="small"
          icon="exit"
          aria-label={messages.disconnect(account.walletName)}
          isBusy={isLeaving}
          onClick={leave}
        >
          {messages.disconnectShort}
        </Button>
      </div>
    </div>
  )
}

/** The other accounts that this wallet shares, each a button that uses it. */
function OtherAccounts({ account }: { account: Account }) {
  const messages = useMessages(walletMessages)
  const { wallets } = useServices()
  const { others = [], walletName } = account
  if (others.length === 0) return null
  return (
    <section aria-label={messages.others(walletName)} className="grid gap-1.5 border-t border-line pt-3">
      <h4 className="text-fine font-medium text-quiet">{messages.others(walletName)}</h4>
      <ul className="grid gap-1.5">
        {others.map((address) => (
          <li key={address} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-fine">
            <span>
              <Address value={address} /> <NameOf address={address} />
            </span>
            <Button
              size="small"
              aria-label={messages.chooseAccount(address)}
              onClick={() => void wallets.select?.(account, address)}
            >
              {messages.use}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
