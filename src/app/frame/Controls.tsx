import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Services } from '../../components/services'
import { shortAddress } from '../../domain/address'
import { Button, IconButton } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import type { Account, WalletsState } from '../../wallets/wallets'
import { dialogs as ofThePage } from '../dialogs'
import { frameMessages } from '../messages'

/**
 * The header's two buttons. They react immediately: a dialog requested before the services are ready opens with them.
 */
export function Controls({ services }: { services: Services | undefined }) {
  const messages = useMessages(frameMessages)
  const { at, accounts } = useStore(services?.wallets.store ?? noWallets)
  const dialogs = services?.dialogs ?? ofThePage
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <span className="max-md:hidden">
        <IconButton
          icon="search"
          label={messages.search}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={ofThePage.search}
        />
      </span>
      <IconButton
        data-dialog="settings"
        icon="settings"
        label={messages.settings}
        aria-haspopup="dialog"
        onClick={dialogs.settings}
      />
      {accounts[0] ? (
        <AccountButton accounts={accounts} first={accounts[0]} onPress={dialogs.account} />
      ) : (
        <Button
          data-dialog="connect"
          kind="soft"
          icon="wallet"
          aria-haspopup="dialog"
          isBusy={at === 'restoring'}
          onClick={() => dialogs.connect()}
        >
          {messages.connect}
        </Button>
      )}
    </div>
  )
}

type AccountButtonProps = { accounts: readonly Account[]; first: Account; onPress: () => void }

function AccountButton({ accounts, first, onPress }: AccountButtonProps) {
  const messages = useMessages(frameMessages)
  return (
    <Button
      data-successor=""
      icon="wallet"
      aria-haspopup="dialog"
      aria-label={messages.account(first.address)}
      onClick={onPress}
    >
      <span className="font-mono text-fine max-[18rem]:hidden">{shortAddress(first.address)}</span>
      {accounts.length > 1 && <span className="text-fine text-quiet">+{accounts.length - 1}</span>}
    </Button>
  )
}

const noWallets = createStore<WalletsState>(() => ({ at: 'idle', accounts: [], options: [] }))
