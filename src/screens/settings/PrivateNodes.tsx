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
  const { privateNodes: messages } = useMessages(settingsMessages)
  const failures = useMessages(failureMessages)
  const { deployment, dialogs, wallets } = useServices()
  const isConnected = useAccounts().some(({ kind }) => kind === 'evm')
  const { mutate, variables, isSuccess, error } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ chainId }: DeploymentChain) => wallets.addPrivateNode?.(chainId),
  })
  const why = error instanceof WalletFailure ? failureSentence(error.failure, failures) : ''
  const chains = deployment.chains.filter(({ privateRpcUrl }) => privateRpcUrl !== undefined)
  if (chains.length === 0) return null
  return (
    <Details summary={messages.title}>
      <div className="grid grid-cols-1 gap-3 text-fine">
        <p>{messages.why}</p>
        <ul className="grid gap-2">
          {chains.map((chain) => (
            <li key={chain.chainId} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-medium text-ink">{chain.name}</bdi>{' '}
                <code className="font-mono">{chain.privateRpcUrl}</code>
              </span>
              <Button
                size="small"
                aria-label={messages.addFor(chain.name)}
                onClick={() => (isConnected ? mutate(chain) : dialogs.connect('evm'))}
              >
                {messages.add}
              </Button>
            </li>
          ))}
        </ul>
        {(isSuccess || error) && (
          <Notice kind={isSuccess ? 'info' : 'warn'} isLive>
            {isSuccess ? messages.offered(variables.name) : `${messages.notAdded} ${why}`.trim()}
          </Notice>
        )}
      </div>
    </Details>
  )
}
