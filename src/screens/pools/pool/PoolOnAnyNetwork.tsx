import { Redirect } from 'wouter'
import { poolMessages } from '../../../components/pools/messages'
import { poolPath } from '../../../components/pools/poolPath'
import { pairLabel } from '../../../components/pools/poolToken'
import { usePoolLists } from '../../../components/pools/usePoolLists'
import { useTokens } from '../../../components/tokens/useTokens'
import { addressKey } from '../../../domain/address'
import { networkOf } from '../../../domain/chain'
import { knownValue } from '../../../domain/pools/pool'
import { ButtonLink, Empty } from '../../../ui/Empty'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { TextLink } from '../../../ui/TextLink'
import { LoadFailed } from '../LoadingState'

/** `/pools/0x…`: leads to the pool on the network that has it, or asks which. */
export function PoolOnAnyNetwork({ address: typed }: { readonly address: string }) {
  const messages = useMessages(poolMessages)
  const address = addressKey(typed)
  const { at, why, chains, retry } = useTokens()
  const lists = usePoolLists(chains.map(networkOf))
  const found = lists.flatMap(({ network, pools }) =>
    pools
      .filter(({ id, address: own }) => addressKey(id) === address || addressKey(knownValue(own) ?? '') === address)
      .map((pool) => ({ network, pool })),
  )
  const waiting = lists.filter(({ freshness: { saidAt, refusal } }) => saidAt === undefined && refusal === undefined)
  const isComplete = at === 'listed' && waiting.length === 0
  const [only] = found
  if (only && found.length === 1 && isComplete) return <Redirect to={poolPath(only.network, only.pool.id)} replace />
  return (
    <Page title={messages.title}>
      {found.length > 0 ? (
        <Notice title={messages.whichNetwork}>
          <ul className="grid gap-1">
            {found.map(({ network, pool }) => (
              <li key={`${network} ${pool.id}`}>
                <TextLink href={poolPath(network, pool.id)} className="underline">
                  {messages.onNetwork(pairLabel(pool), network)}
                </TextLink>
              </li>
            ))}
          </ul>
        </Notice>
      ) : at === 'failed' ? (
        <LoadFailed why={why ?? ''} onRetry={retry} />
      ) : isComplete ? (
        <MissingPool address={address} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Page>
  )
}

/** No list has the pool of this address; it may be another contract of the chain. */
export function MissingPool({ address }: { readonly address: string }) {
  const messages = useMessages(poolMessages)
  return (
    <Empty
      isLive
      title={messages.missing}
      action={
        <ButtonLink href={`/inspect?view=find&q=${encodeURIComponent(address)}`}>{messages.findElsewhere}</ButtonLink>
      }
    >
      {messages.missingNote}
    </Empty>
  )
}
