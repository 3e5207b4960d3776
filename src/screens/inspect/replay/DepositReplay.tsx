import { depositTitle } from '../../../components/positions/depositTitle'
import { pendingDepositMessages } from '../../../components/positions/pendingDeposit.messages'
import type { PendingDeposit } from '../../../preparation/liquidity/pendingDeposit'
import { Address } from '../../../ui/Address'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'

/** A deposit that the exchange was asked for, as the browser knew it when the bundle was made. */
export function DepositReplay({ deposit }: { deposit: PendingDeposit }) {
  const messages = useMessages(pendingDepositMessages)
  const { symbols, tickLower, tickUpper, recipient, body, history, progress } = deposit
  return (
    <Card title={depositTitle(deposit, messages)}>
      <Rows>
        <Row term={messages.state}>{messages.states[progress.at]}</Row>
        <Row term={messages.pool}>{messages.where(symbols.join('/'), tickLower, tickUpper)}</Row>
        <Row term={messages.owner}>
          <Address value={recipient} />
        </Row>
        {history.map(({ when, what }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end, and two moments may be alike.
          <Row key={index} term={new Date(when).toISOString()}>
            {messages.moments[what]}
          </Row>
        ))}
        {body !== '' && (
          <Row term={messages.request}>
            <code className="font-mono text-fine wrap-anywhere">{body}</code>
          </Row>
        )}
      </Rows>
    </Card>
  )
}
