import type { ReactNode } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { depositTitle } from '../../components/positions/depositTitle'
import { DepositNotice } from '../../components/positions/PendingDeposits'
import { pendingDepositMessages } from '../../components/positions/pendingDeposit.messages'
import { dateTimeText } from '../../domain/text/dateText'
import { isWatched } from '../../preparation/liquidity/depositPhase'
import type { PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import { Address } from '../../ui/Address'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import { EntryPage } from './EntryPage'

/** A deposit that the exchange carries out: its state, its events, and the sent requests. */
export function DepositPage({ deposit, back }: { deposit: PendingDeposit; back: ReactNode }) {
  const messages = useMessages(pendingDepositMessages)
  return (
    <EntryPage
      title={depositTitle(deposit, messages)}
      back={back}
      status={<DepositStatus deposit={deposit} />}
      timeline={<Timeline deposit={deposit} />}
      facts={<Facts deposit={deposit} />}
      bundled={{ orders: [], deposits: [deposit] }}
    />
  )
}

function DepositStatus({ deposit }: { deposit: PendingDeposit }) {
  const messages = useMessages(pendingDepositMessages)
  const { at } = deposit.progress
  if (isWatched(deposit) || at === 'seen') return <DepositNotice deposit={deposit} />
  if (at === 'to sign') return <Notice kind="warn">{messages.toSign}</Notice>
  return <Notice>{at === 'refused' ? messages.refused : messages.states[at]}</Notice>
}

function Timeline({ deposit: { history } }: { deposit: PendingDeposit }) {
  const messages = useMessages(activityMessages)
  const words = useMessages(pendingDepositMessages)
  return (
    <ol aria-label={messages.timeline} className="grid gap-2 text-fine">
      {history.map(({ when, what }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end, and two moments may be alike.
        <li key={index} className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
          <time dateTime={new Date(when).toISOString()} className="text-quiet tabular-nums">
            {dateTimeText(when)}
          </time>
          <span className="text-ink">{words.moments[what]}</span>
        </li>
      ))}
    </ol>
  )
}

function Facts({ deposit }: { deposit: PendingDeposit }) {
  const messages = useMessages(activityMessages)
  const words = useMessages(pendingDepositMessages)
  const { id, symbols, tickLower, tickUpper, recipient, body } = deposit
  return (
    <Rows>
      <Row term={messages.id}>
        <code className="font-mono">{id}</code>
        <CopyButton text={id} label={messages.copyId} />
      </Row>
      <Row term={words.pool}>{words.where(symbols.join('/'), tickLower, tickUpper)}</Row>
      <Row term={messages.recipient}>
        <Address value={recipient} />
      </Row>
      {body !== '' && (
        <Row term={words.request}>
          <code className="font-mono text-fine wrap-anywhere">{body}</code>
        </Row>
      )}
    </Rows>
  )
}
