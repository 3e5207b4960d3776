import { useQueries } from '@tanstack/react-query'
import { Link, Redirect } from 'wouter'
import { positionPath } from '../../../components/positions/positionPath'
import { useServices } from '../../../components/services'
import { Address } from '../../../ui/Address'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { positionPageMessages } from './messages'

/** `/positions/46`: every network counts its own positions, so it asks which one is meant. */
export function PositionOnAnyNetwork({ id }: { readonly id: string }) {
  const messages = useMessages(positionPageMessages)
  const networks = useNetworksWith(id)
  const found = networks.flatMap(({ name, owner }) => (owner ? [{ name, owner }] : []))
  const silent = networks.filter(({ isSilent }) => isSilent).map(({ name }) => name)
  const isComplete = networks.every(({ owner, isSilent }) => isSilent || owner !== undefined)
  const [only] = found
  if (only && found.length === 1 && isComplete && silent.length === 0)
    return <Redirect to={positionPath(only.name, id)} replace />
  return (
    <Page title={messages.title(id)}>
      {found.length > 0 ? (
        <Notice title={messages.whichNetwork}>
          <ul className="grid gap-1">
            {found.map(({ name, owner }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-3">
                <Link href={positionPath(name, id)} className="font-medium text-action underline underline-offset-4">
                  {messages.onNetwork(id, name)}
                </Link>
                <Address value={owner} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : isComplete ? (
        <Notice isLive title={messages.missing}>
          {messages.missingNote}
        </Notice>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      {silent.length > 0 && (
        <Notice kind="warn" isLive>
          {messages.silent(silent)}
        </Notice>
      )}
    </Page>
  )
}

/** The owner of this number on each network whose position manager is known; `''` where there is no such position. */
function useNetworksWith(id: string) {
  const { deployment, wallets } = useServices()
  const isNumber = /^\d{1,77}$/.test(id)
  const chains = deployment.chains.filter(({ positionManager }) => isNumber && positionManager !== undefined)
  const answers = useQueries({
    queries: chains.map(({ chainId, positionManager = '' }) => ({
      queryKey: ['balance', 'position owner', chainId, positionManager, id],
      queryFn: async () => {
        const { readPosition } = await import('../../../guard/simulate/evm/position')
        return (await readPosition(wallets.rpc(chainId), positionManager, BigInt(id)))?.owner ?? ''
      },
      staleTime: 10_000,
      retry: 1,
    })),
  })
  return chains.map(({ name }, place) => ({
    name,
    owner: answers[place]?.data,
    isSilent: answers[place]?.isError ?? false,
  }))
}
