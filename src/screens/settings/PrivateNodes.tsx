import { useState } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { failureMessages, failureSentence } from '../../components/failure.messages'
import { useServices } from '../../components/services'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { WalletFailure } from '../../wallets/wallets'
import { settingsMessages } from './messages'

/** Nodes that show transactions to no one before they are in a block (MEV protection), to be added to the wallet. */
export function PrivateNodes() {
  const messages = useMessages(settingsMessages)
  const { deployment, dialogs } = useServices()
  const isConnected = useAccounts().some(({ kind }) => kind === 'evm')
  const { outcome, offer } = useOffer()
  const chains = deployment.chains.filter(({ privateRpcUrl }) => privateRpcUrl !== undefined)
  if (chains.length === 0) return null
  return (
    <Details summary={messages.privateNodes.title}>
      <div className="grid grid-cols-1 gap-3 text-fine">
        <p>{messages.privateNodes.why}</p>
        <ul className="grid gap-2">
          {chains.map((chain) => (
            <li key={chain.chainId} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-medium text-ink">{chain.name}</bdi>{' '}
                <code className="font-mono">{chain.privateRpcUrl}</code>
              </span>
              <Button
                size="small"
                aria-label={messages.privateNodes.addFor(chain.name)}
                onClick={() => (isConnected ? void offer(chain) : dialogs.connect('evm'))}
              >
                {messages.privateNodes.add}
              </Button>
            </li>
          ))}
        </ul>
        {outcome && (
          <Notice kind={outcome.isGood ? 'info' : 'warn'} isLive>
            {outcome.said}
          </Notice>
        )}
      </div>
    </Details>
  )
}

type Outcome = { readonly isGood: boolean; readonly said: string }

function useOffer() {
  const messages = useMessages(settingsMessages)
  const failures = useMessages(failureMessages)
  const { wallets } = useServices()
  const [outcome, setOutcome] = useState<Outcome>()
  const offer = async ({ chainId, name }: DeploymentChain) => {
    try {
      await wallets.addPrivateNode?.(chainId)
      setOutcome({ isGood: true, said: messages.privateNodes.offered(name) })
    } catch (error) {
      const why = error instanceof WalletFailure ? failureSentence(error.failure, failures) : ''
      setOutcome({ isGood: false, said: `${messages.privateNodes.notAdded} ${why}`.trim() })
    }
  }
  return { outcome, offer }
}
