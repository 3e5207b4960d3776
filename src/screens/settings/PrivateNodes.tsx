import { useMutation } from '@tanstack/react-query'
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
  const { data: outcome, mutate: offer } = useOffer()
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
                onClick={() => (isConnected ? offer(chain) : dialogs.connect('evm'))}
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

function useOffer() {
  const messages = useMessages(settingsMessages).privateNodes
  const failures = useMessages(failureMessages)
  const { wallets } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ chainId, name }: DeploymentChain) => {
      try {
        await wallets.addPrivateNode?.(chainId)
        return { isGood: true, said: messages.offered(name) }
      } catch (error) {
        const why = error instanceof WalletFailure ? failureSentence(error.failure, failures) : ''
        return { isGood: false, said: `${messages.notAdded} ${why}`.trim() }
      }
    },
  })
}
