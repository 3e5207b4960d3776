import { useQueries } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { positionPath } from '../../../components/positions/positionPath'
import { useServices } from '../../../components/services'
import { chainKinds } from '../../../domain/chainKinds'
import { Address } from '../../../ui/Address'
import { ButtonLink, Empty } from '../../../ui/Empty'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { TextLink } from '../../../ui/TextLink'
import { positionsMessages } from '../messages'
import { positionPageMessages } from './messages'

/** `/positions/46`: every network counts its own positions, so it asks which one is meant. */
export function PositionOnAnyNetwork({ id }: { readonly id: string }) {
  const messages = useMessages(positionPageMessages)
  const listed = useMessages(positionsMessages)
  const { networks, notAsked } = useNetworksWith(id)
  const found = networks.flatMap(({ name, owner }) => (owner ? [{ name, owner }] : []))
  const silent = networks.filter(({ isSilent }) => isSilent).map(({ name }) => name)
  const isComplete = networks.every(({ owner, isSilent }) => isSilent || owner !== undefined)
  const without = networks.flatMap(({ name, owner }) => (owner === '' ? [name] : []))
  const isEverywhere = isComplete && silent.length === 0 && notAsked.length === 0
  const [only] = found
  if (only && found.length === 1 && isEverywhere) return <Redirect to={positionPath(only.name, id)} replace />
  return (
    <Page title={messages.title(id)} actions={<AllPositionsLink />}>
      {found.length > 0 ? (
        <Notice title={messages.whichNetwork}>
          <ul className="grid gap-1">
            {found.map(({ name, owner }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-3">
                <PositionLink network={name} id={id} />
                <Address value={owner} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : isEverywhere ? (
        <Empty
          isLive
          title={messages.missing}
          action={<ButtonLink href="/positions">{messages.toPositions}</ButtonLink>}
        >
          {messages.missingAnywhere}
        </Empty>
      ) : isComplete ? (
        without.length > 0 && <Notice isLive title={messages.missingOn(without)} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      {notAsked.length > 0 && (
        <Notice title={messages.notAsked(notAsked)}>
          {messages.notAskedNote}
          <ul className="grid gap-1">
            {notAsked.map((name) => (
              <li key={name}>
                <PositionLink network={name} id={id} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {silent.length > 0 && (
        <Notice kind="warn" isLive>
          {listed.partly(silent)}
        </Notice>
      )}
    </Page>
  )
}

function PositionLink({ network, id }: { readonly network: string; readonly id: string }) {
  const messages = useMessages(positionPageMessages)
  return (
    <TextLink href={positionPath(network, id)} className="underline">
      {messages.onNetwork(id, network)}
    </TextLink>
  )
}

/**
 * The owner of this number on each network whose position manager the deployment names; `''` if the position does not
 * exist. `notAsked`: networks whose position manager is at most in the records of their pools.
 */
function useNetworksWith(id: string) {
  const { deployment, wallets } = useServices()
  const isNumber = /^\d{1,77}$/.test(id)
  const all = deployment.chains.filter(({ kind }) => isNumber && chainKinds[kind].hasLiquidity)
  const chains = all.filter(({ positionManager }) => positionManager !== undefined)
  const answers = useQueries({
    queries: chains.map(({ chainId, positionManager = '' }) => ({
      queryKey: ['balance', 'position owner', chainId, positionManager, id],
      queryFn: async () => {
        const { readPosition } = await import('../../../chain/position')
        return (await readPosition(wallets.rpc(chainId), positionManager, BigInt(id)))?.owner ?? ''
      },
      staleTime: 10_000,
      retry: 1,
    })),
  })
  const networks = chains.map(({ name }, index) => ({
    name,
    owner: answers[index]?.data,
    isSilent: answers[index]?.isError ?? false,
  }))
  return { networks, notAsked: all.flatMap(({ name, positionManager }) => (positionManager ? [] : [name])) }
}

/** The way back from one position to all. */
export function AllPositionsLink() {
  const messages = useMessages(positionPageMessages)
  return (
    <TextLink href="/positions" className="max-sm:basis-full">
      {messages.all}
    </TextLink>
  )
}
