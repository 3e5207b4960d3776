import { useServices } from '../../components/services'
import type { ListedTokens } from '../../components/tokens/useTokens'
import { ageOf } from '../../domain/text/age'
import { foreignText } from '../../domain/text/label'
import { type TokenRef, writeTokenRef } from '../../domain/tokenPair'
import type { Order } from '../../orders/order'
import { noticeMessages } from '../../signing/notice.messages'
import { UnfinishedOrders } from '../../signing/UnfinishedOrders'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { RetryButton } from '../../ui/RetryButton'

export type FormNoticesProps = {
  list: ListedTokens
  unknownTokens: readonly TokenRef[]
  /** The parts of the link that the form could not read. */
  unread: readonly string[]
  /** Orders that are not finished yet are never out of sight. */
  unfinished: readonly Order[]
  onShow: (orderId: string) => void
}

/** Notices for the person before filling in the form. */
export default function FormNotices({ list, unknownTokens, unread, unfinished, onShow }: FormNoticesProps) {
  const messages = useMessages(noticeMessages)
  const { clock } = useServices()
  const keptSince = list.at === 'listed' ? list.keptSince : undefined
  const kept = keptSince === undefined ? undefined : ageOf(clock() - keptSince)
  return (
    <>
      {list.at === 'failed' && (
        <Notice kind="warn" isLive title={messages.chainsFailed} action={<RetryButton retry={list.retry} />}>
          {list.why}
        </Notice>
      )}
      {list.at === 'listed' && kept && (
        <Notice
          kind="warn"
          isLive
          title={messages.chainsKept[kept.unit](kept.count)}
          action={<RetryButton retry={list.retry} />}
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
      {unknownTokens.map(writeTokenRef).map((token) => (
        <Notice key={token} kind="warn">
          {messages.stranger(foreignText(token, 80))}
        </Notice>
      ))}
      {unread.length > 0 && <Notice kind="warn">{messages.unread(unread.map((part) => foreignText(part, 80)))}</Notice>}
      <UnfinishedOrders unfinished={unfinished} onShow={onShow} />
    </>
  )
}
