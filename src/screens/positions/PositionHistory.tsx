import { useQueries } from '@tanstack/react-query'
import { TransactionLink } from '../../components/accounts/explorerLinks'
import { positionPath } from '../../components/positions/positionPath'
import { useServices } from '../../components/services'
import { type Chain, networkOf } from '../../domain/chain'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { TextLink } from '../../ui/TextLink'
import { watchMessages } from './watch.messages'

type Props = { owner: string; managers: readonly { readonly chain: Chain; readonly manager: string }[] }

/** The position events of an address, from the logs of the position managers, the latest first. */
export default function PositionHistory({ owner, managers }: Props) {
  const messages = useMessages(watchMessages)
  const { wallets } = useServices()
  const answers = useQueries({
    queries: managers.map(({ chain, manager }) => ({
      queryKey: ['balance', 'position transfers', chain.chainId, manager, owner],
      queryFn: async () => {
        const { readPositionTransfers } = await import('../../chain/positionTransfers')
        return readPositionTransfers(wallets.rpc(chain.chainId), manager, owner)
      },
      staleTime: 15_000,
      retry: 1,
    })),
  })
  const transfers = managers.flatMap(({ chain }, index) =>
    (answers[index]?.data ?? []).map((transfer) => ({ ...transfer, chain })),
  )
  const isPartial = answers.some(({ isError }) => isError)
  if (transfers.length === 0 && !isPartial) return null
  return (
    <Details summary={messages.history} isOpen>
      <ul aria-label={messages.history} className="grid gap-1.5 text-fine">
        {transfers.map(({ does, position, chain, hash, logIndex }) => (
          <li
            key={`${chain.chainId} ${hash} ${logIndex}`}
            className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 text-quiet"
          >
            <span>
              <TextLink href={positionPath(networkOf(chain), position)}>{messages.did[does](position)}</TextLink>{' '}
              {messages.on(chain.name)}
            </span>
            <TransactionLink chainId={chain.chainId} hash={hash} />
          </li>
        ))}
      </ul>
      {isPartial && <Notice kind="warn">{messages.incomplete}</Notice>}
    </Details>
  )
}
