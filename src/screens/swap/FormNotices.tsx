import { useServices } from '../../components/services'
import type { TokenRef } from '../../components/swapLink'
import type { TokenList } from '../../components/tokens/useTokens'
import { ageOf } from '../../domain/figure'
import type { Order } from '../../orders/order'
import { noticeWords } from '../../signing/notice.messages'
import { UnderWay } from '../../signing/UnfinishedOrders'
import { Button } from '../../ui/Button'
import { useWords } from '../../ui/messages'
import { Notice } from '../../ui/Notice'

export type FormNoticesProps = {
  list: TokenList
  strangers: readonly TokenRef[]
  /** Orders that are not finished yet are never out of sight. */
  unfinished: readonly Order[]
  onShow: (orderId: string) => void
}

/** What the person should know before filling in the form. */
export function FormNotices({ list, strangers, unfinished, onShow }: FormNoticesProps) {
  const words = useWords(noticeWords)
  const { clock } = useServices()
  return (
    <>
      {list.at === 'failed' && (
        <Notice
          kind="warn"
          isLive
          title={words.chainsFailed}
          action={<Button onClick={list.retry}>{words.tryAgain}</Button>}
        >
          {list.why}
        </Notice>
      )}
      {list.at === 'listed' && list.keptSince !== undefined && (
        <Notice
          kind="warn"
          isLive
          title={words.chainsKept(ageOf(clock() - list.keptSince))}
          action={<Button onClick={list.retry}>{words.tryAgain}</Button>}
        >
          {list.why && <p>{list.why}</p>}
          <p>{words.chainsKeptNext}</p>
        </Notice>
      )}
      {list.at === 'listed' && list.tokens.length === 0 && (
        <Notice kind="warn" isLive title={words.noChains}>
          {words.noChainsNext}
        </Notice>
      )}
      {strangers.map(({ address, chainId }) => (
        <Notice key={`${chainId}:${address}`} kind="warn">
          {words.stranger(address, chainId)}
        </Notice>
      ))}
      <UnderWay unfinished={unfinished} onShow={onShow} />
    </>
  )
}
