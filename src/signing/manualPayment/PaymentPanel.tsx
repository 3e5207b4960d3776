import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { noticeQuery, useHalt } from '../../components/halt'
import { useServices } from '../../components/services'
import { useAge } from '../../components/useNow'
import { fromUnits } from '../../domain/amount'
import { timeOfDayText } from '../../domain/text/dateText'
import { exchangedSigns } from '../../domain/text/locale'
import type { PaymentStep, TransactionToSign } from '../../guard/plan'
import { isIntact } from '../../guard/seal'
import { currentPayment } from '../../orders/manualPayment'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { QrCode } from '../../ui/QrCode'
import { Details, Row, Rows } from '../../ui/Rows'
import { HashField } from '../progress/HashField'
import { manualPaymentMessages } from './messages'
import { bitcoinDecimals, paymentUri } from './uri'
import { WalletPayment } from './WalletPayment'

/** The amount to pay manually, and the button to report it as paid. No wallet request is made. */
export default function PaymentPanel({ order }: { order: Order }) {
  const messages = useMessages(manualPaymentMessages)
  const payment = currentPayment(order)
  if (!payment) return null
  const { at } = payment.progress
  return (
    <section aria-label={messages.payment} className="grid gap-4 rounded-control border border-line p-3 sm:p-4">
      {at === 'signing' && <ToPay order={order} />}
      {at === 'sent' && (
        <Details summary={messages.correct}>
          <Proof order={order} confirm={messages.saveId} />
        </Details>
      )}
      {(at === 'expired' || at === 'rejected') && (
        <>
          <Notice kind="warn">{messages.doNotPay}</Notice>
          <Proof order={order} confirm={at === 'expired' ? messages.paidInTime : messages.paid} />
        </>
      )}
    </section>
  )
}

/** A stored payment that was tampered with would send the money elsewhere, so it is not shown. */
function ToPay({ order }: { order: Order }) {
  const messages = useMessages(manualPaymentMessages)
  const { notice, orderService } = useServices()
  const step = currentPayment(order)?.step
  const waited = useAge(order.openedAt)
  const halt = useHalt()
  // Showing the address invites a payment: wait until the operator's notice has been read.
  const { isPending: isNoticePending } = useQuery(noticeQuery(notice))
  if (!step) return null
  if (!isIntact(order.plan)) return <Notice kind="block">{messages.altered}</Notice>
  if (isNoticePending && !halt) return <Notice isLive>{messages.checkingNotice}</Notice>
  const { until, from } = step
  const minutes = Math.max(0, Math.floor((until - order.openedAt - (waited ?? 0)) / 60_000))
  return (
    <>
      {halt ? (
        // The address itself may be the reason for the halt.
        <Notice kind="block" isLive title={messages.notNow}>
          <p>{halt}</p>
          <p>{messages.whileHalted}</p>
        </Notice>
      ) : (
        <>
          {step.toSign ? <ToSign step={step} toSign={step.toSign} /> : <ByHand step={step} />}
          <Rows>
            <Row term={messages.until} hint={messages.left(minutes)} tone={minutes < 5 ? 'warn' : 'plain'}>
              {timeOfDayText(until)}
            </Row>
            <Row term={messages.refundTo}>
              <code className="font-mono">{from}</code>
            </Row>
          </Rows>
          <Notice kind="warn">{messages.once}</Notice>
          <WalletPayment order={order} />
        </>
      )}
      <Proof order={order} confirm={messages.paid}>
        <Button kind="bare" onClick={() => void orderService.act(order.id, { type: 'not sent' })}>
          {messages.notPaid}
        </Button>
      </Proof>
    </>
  )
}

/** The fields to type into a wallet, or to scan with it. */
function ByHand({ step }: { step: PaymentStep }) {
  const messages = useMessages(manualPaymentMessages)
  const { to, units, memo } = step
  return (
    <div className="flex flex-wrap items-start justify-center gap-4">
      <QrCode text={paymentUri(step)} label={messages.code(memo !== undefined)} />
      <div className="grid min-w-0 flex-1 basis-64 gap-3">
        <Copied
          term={messages.amount}
          text={fromUnits(units, bitcoinDecimals)}
          unit="BTC"
          label={messages.copyAmount}
          note={messages.amountNote}
        />
        <Copied term={messages.address} text={to} label={messages.copyAddress} />
        {memo !== undefined && (
          <Copied term={messages.memo} text={memo} label={messages.copyMemo} note={messages.memoNote} isGrave />
        )}
      </div>
    </div>
  )
}

/** A transaction that the service wrote. Its address is not offered for copying: the service waits for this very one. */
function ToSign({ step, toSign }: { step: PaymentStep; toSign: TransactionToSign }) {
  const messages = useMessages(manualPaymentMessages)
  const { to, units, memo, from } = step
  return (
    <div className="grid gap-3">
      <Notice>{messages.signedWhole}</Notice>
      <Rows>
        <Row term={messages.amount}>{exchangedSigns(fromUnits(units, bitcoinDecimals))} BTC</Row>
        <Row term={messages.toAddress}>
          <Code text={to} />
        </Row>
        {memo !== undefined && (
          <Row term={messages.memo}>
            <Code text={memo} />
          </Row>
        )}
        <Row term={messages.cost}>{exchangedSigns(fromUnits(toSign.fee, bitcoinDecimals))} BTC</Row>
        <Row term={messages.fromAddress}>
          <Code text={from} />
        </Row>
      </Rows>
      <span className="flex items-center justify-between gap-2 text-fine text-quiet">
        {messages.signElsewhere}
        <CopyButton text={toSign.transaction} label={messages.copyTransaction} />
      </span>
    </div>
  )
}

function Code({ text }: { text: string }) {
  return <code className="font-mono wrap-anywhere">{text}</code>
}

type CopiedProps = { term: string; text: string; unit?: string; label: string; note?: string; isGrave?: boolean }

/** A value to be copied exactly. */
function Copied({ term, text, unit, label, note, isGrave = false }: CopiedProps) {
  return (
    <div className="grid gap-0.5">
      <span className="text-fine text-quiet">{term}</span>
      <span className="flex items-start gap-2">
        <code className="min-w-0 flex-1 font-mono text-ink wrap-anywhere">
          {text}
          {unit && ` ${unit}`}
        </code>
        <CopyButton text={text} label={label} />
      </span>
      {note && <span className={isGrave ? 'text-fine font-medium text-amber' : 'text-fine text-quiet'}>{note}</span>}
    </div>
  )
}

type ProofProps = { order: Order; confirm: string; children?: ReactNode }

/** The person enters the transaction ID from their own wallet. */
function Proof({ confirm, ...shown }: ProofProps) {
  const messages = useMessages(manualPaymentMessages)
  return (
    <HashField
      label={messages.transaction}
      hint={messages.transactionNote}
      submit={confirm}
      kind="primary"
      {...shown}
    />
  )
}
