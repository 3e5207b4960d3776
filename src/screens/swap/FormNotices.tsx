import { useServices } from '../../components/services'
import type { ListedTokens } from '../../components/tokens/useTokens'
import { ageOf } from '../../domain/text/age'
import type { TokenRef } from '../../domain/tokenPair'
import type { Order } from '../../orders/order'
import { noticeMessages } from '../../signing/notice.messages'
import { UnfinishedOrders } from '../../signing/UnfinishedOrders'
import { RetryButton } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'

export type FormNoticesProps = {
  list: ListedTokens
  unknownTokens: readonly TokenRef[]
  /** Orders that are not finished yet are never out of sight. */
  unfinished: readonly Order[]
  onShow: (orderId: string) => void
}

/** What the person should know before filling in the form. */
export function FormNotices({ list, unknownTokens, unfinished, onShow }: FormNoticesProps) {
  const messages = useMessages(noticeMessages)
  const { clock } = useServices()
  return (
    <>
      {list.at === 'failed' && (
        <Notice
          kind="warn"
          isLive
          title={messages.chainsFailed}
          action={<RetryButton ask={list.retry}>{messages.tryAgain}</RetryButton>}
        >
          {list.why}
        </Notice>
      )}
      {list.at === 'listed' && list.keptSince !== undefined && (
        <Notice
          kind="warn"
          isLive
          title={messages.chainsKept(ageOf(clock() - list.keptSince))}
          action={<RetryButton ask={list.retry}>{messages.tryAgain}</RetryButton>}
        >
          {list.why && <p>{list.why}</p>}
          <p>{messages.chainsKeptNext}</p>
        </Notice>
      )}
      {list.at === 'listed' && list.tokens.length === 0 && (
        <Notice kind="warn" isLive title={messages.noChains}>
          {messages.noChainsNext}
        </Notice>
      )}
      {unknownTokens.map(({ address, chainId }) => (
        <Notice key={`${chainId}:${address}`} kind="warn">
          {messages.stranger(address, chainId)}
        </Notice>
      ))}
      <UnfinishedOrders unfinished={unfinished} onShow={onShow} />
    </>
  )
}
