import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { failureMessages, failureSentence } from '../../components/failure.messages'
import { useServices } from '../../components/services'
import { chainKinds } from '../../domain/chainKinds'
import { locale } from '../../domain/text/locale'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { Button, IconButton } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { Select } from '../../ui/Select'
import { type ChosenNodes, isAllowedNode, readNodeUrl, readOwnNodes, saveOwnNode } from '../../wallets/ownNodes'
import { WalletFailure } from '../../wallets/wallets'
import { settingsMessages } from './messages'

/** RPC nodes of the person's own, one per network. A node is used once it has shown that it belongs to the network. */
export function OwnNodes() {
  const messages = useMessages(settingsMessages)
  const { deployment } = useServices()
  const queries = useQueryClient()
  const [nodes, setNodes] = useState(() => readOwnNodes(window.localStorage))
  const chains = deployment.chains.filter(({ kind }) => chainKinds[kind].isReadable)
  const { rpcOrigins = [] } = deployment
  const [isKept, setKept] = useState(true)

  const keep = (chainId: number, url: string | undefined): boolean => {
    const next = saveOwnNode(window.localStorage, chainId, url)
    setKept(next !== undefined)
    if (!next) return false
    setNodes(next)
    // Responses of another node are fetched again.
    void queries.invalidateQueries()
    return true
  }

  return (
    <Details summary={messages.nodes.title(Object.keys(nodes).length)}>
      <div className="grid grid-cols-1 gap-4 text-fine">
        {!isKept && (
          <Notice kind="warn" isLive>
            {messages.nodes.full}
          </Notice>
        )}
        <NodeList chains={chains} nodes={nodes} onForget={(chainId) => keep(chainId, undefined)} />
        {rpcOrigins.length > 0 ? (
          <>
            <p>{messages.nodes.trust}</p>
            <p className="wrap-anywhere text-quiet">{messages.nodes.allowed(rpcOrigins.join(locale.comma))}</p>
            <NodeForm chains={chains} onChecked={keep} />
          </>
        ) : (
          <p>{messages.nodes.forbidden}</p>
        )}
      </div>
    </Details>
  )
}

type NodeListProps = {
  chains: readonly DeploymentChain[]
  nodes: ChosenNodes
  onForget: (chainId: number) => void
}

function NodeList({ chains, nodes, onForget }: NodeListProps) {
  const messages = useMessages(settingsMessages)
  const chosen = chains.flatMap((chain) => {
    const url = nodes[chain.chainId]
    return url === undefined ? [] : [{ chain, url }]
  })
  if (chosen.length === 0) return null
  return (
    <ul aria-label={messages.nodes.list} className="grid gap-1">
      {chosen.map(({ chain, url }) => (
        <li key={chain.chainId} className="flex items-center gap-3">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <bdi className="font-medium text-ink">{chain.name}</bdi> <code className="font-mono">{url}</code>
          </span>
          <IconButton
            size="small"
            icon="close"
            label={messages.nodes.forget(chain.name)}
            onClick={() => onForget(chain.chainId)}
          />
        </li>
      ))}
    </ul>
  )
}

type NodeFormProps = { chains: readonly DeploymentChain[]; onChecked: (chainId: number, url: string) => boolean }

function NodeForm({ chains, onChecked }: NodeFormProps) {
  const { nodes: messages } = useMessages(settingsMessages)
  const { deployment, wallets } = useServices()
  const [chainId, setChainId] = useState(`${chains[0]?.chainId}`)
  const [text, setText] = useState('')
  const { mutate, isPending, data, reset } = useMutation({
    networkMode: 'always',
    // First the form of the address, then the page's policy, then the node's responses.
    mutationFn: async (chain: DeploymentChain) => {
      const typed = readNodeUrl(text)
      if (typed.is === 'invalid') return { refused: messages.invalid[typed.why] }
      const { url } = typed
      if (!isAllowedNode(url, deployment, window.location.origin))
        return { refused: messages.notAllowed(new URL(url).origin) }
      const { readNodeNetwork } = await import('../../wallets/nodeNetwork')
      const found = await readNodeNetwork(chain, url, wallets.rpc(chain.chainId))
      if (found !== 'right network') return { refused: messages.found[found](chain.name) }
      if (!onChecked(chain.chainId, url)) return {}
      setText('')
      return { used: messages.used(chain.name) }
    },
  })
  const chain = chains.find((each) => `${each.chainId}` === chainId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chain && !isPending) mutate(chain)
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3" noValidate>
      <Select
        label={messages.network}
        value={chainId}
        options={chains.map((each) => ({ value: `${each.chainId}`, label: each.name }))}
        onChange={(next) => {
          setChainId(next)
          reset()
        }}
      />
      <TextField
        label={messages.address}
        value={text}
        inputMode="url"
        maxLength={2_000}
        error={data?.refused}
        onChange={(next) => {
          setText(next)
          reset()
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" isBusy={isPending}>
          {messages.check}
        </Button>
        <p role="status">{data?.used}</p>
      </div>
    </form>
  )
}

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
