import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { noticeQuery, useHalt } from '../../components/halt'
import { useServices } from '../../components/services'
import { useAge } from '../../components/useNow'
import { fromUnits } from '../../domain/amount'
import { attempt } from '../../domain/attempt'
import { timeOfDayText } from '../../domain/text/dateText'
import { exchangedSigns } from '../../domain/text/locale'
import type { PaymentStep, TransactionToSign } from '../../guard/plan'
import { isIntact } from '../../guard/seal'
import type { ManualPaymentTask } from '../../orders/manualPayment'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { Notice, type NoticeKind } from '../../ui/Notice'
import { QrCode } from '../../ui/QrCode'
import { Details, Row, Rows } from '../../ui/Rows'
import { clearAsked, markAsked, wasAsked } from '../../wallets/bitcoin/askedPayments'
import { type PayingWallet, payingWallets } from '../../wallets/bitcoin/payingWallets'
import { HashField } from '../progress/HashField'
import { manualPaymentMessages } from './messages'

/** The amount to pay from a wallet that is not connected, and the button to report it as paid. */
export default function PaymentPanel({ order, payment }: { order: Order; payment: ManualPaymentTask }) {
  const messages = useMessages(manualPaymentMessages)
  const { at } = payment.progress
  return (
    <section aria-label={messages.payment} className="grid gap-4 rounded-control border border-line p-3 sm:p-4">
      {at === 'signing' && <ToPay order={order} step={payment.step} />}
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

type PaymentProps = { order: Order; step: PaymentStep }

/** A stored payment that was tampered with would send the money elsewhere, so it is not shown. */
function ToPay({ order, step }: PaymentProps) {
  const messages = useMessages(manualPaymentMessages)
  const { notice, orderService } = useServices()
  const waited = useAge(order.openedAt)
  const halt = useHalt()
  // Showing the address invites a payment: wait until the operator's notice has been read.
  const { isPending: isNoticePending } = useQuery(noticeQuery(notice))
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
          <WalletPayment order={order} step={step} />
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
          text={inBitcoin(units)}
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
        <Row term={messages.amount}>{exchangedSigns(inBitcoin(units))} BTC</Row>
        <Row term={messages.toAddress}>
          <Code text={to} />
        </Row>
        {memo !== undefined && (
          <Row term={messages.memo}>
            <Code text={memo} />
          </Row>
        )}
        <Row term={messages.cost}>{exchangedSigns(inBitcoin(toSign.fee))} BTC</Row>
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

/** The result of a request; `isUnclear`: the wallet may have paid. */
type Answer = { readonly kind: NoticeKind; readonly text: string; readonly isUnclear?: true }

/**
 * The wallets of this browser that can make the reviewed payment. Each press asks once; that a wallet was asked is
 * written down before, because it may pay without saying so.
 */
function WalletPayment(props: PaymentProps) {
  // Without storage it cannot be remembered that a wallet was asked, so none is.
  const storage = attempt(() => window.localStorage)
  return storage && <PayingWallets {...props} storage={storage} />
}

function PayingWallets({ order, step, storage }: PaymentProps & { storage: Storage }) {
  const messages = useMessages(manualPaymentMessages)
  const { orderService, notice, clock } = useServices()
  const [isRepeat, setRepeat] = useState(() => wasAsked(storage, order.id))
  const wallets = payingWallets(window, step)
  // Set in the click itself: the mutation reports a moment later, and the second click of a double-click would ask twice.
  const [asking, setAsking] = useState<string>()
  const { mutate, data: answer } = useMutation({
    mutationFn: answerOf,
    networkMode: 'always',
    onSettled: () => setAsking(undefined),
  })
  if (wallets.length === 0) return null

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {wallets.map((wallet) => (
          <Button
            key={wallet.name}
            icon="wallet"
            isBusy={asking === wallet.name}
            disabled={asking !== undefined && asking !== wallet.name}
            onClick={() => {
              setAsking(wallet.name)
              mutate(wallet)
            }}
          >
            {isRepeat ? messages.payAgainWith(wallet.name) : messages.payWith(wallet.name)}
          </Button>
        ))}
      </div>
      {asking && <Notice isLive>{step.toSign ? messages.signInWallet(asking) : messages.inWallet(asking)}</Notice>}
      {answer && (
        <Notice kind={answer.kind} isLive>
          {answer.text}
        </Notice>
      )}
      {isRepeat && !asking && !answer?.isUnclear && (
        <Notice kind="warn" isLive>
          {messages.askedBefore}
        </Notice>
      )}
    </div>
  )

  async function answerOf({ name, pay }: PayingWallet): Promise<Answer | undefined> {
    const { halt } = await notice().catch(() => ({ halt: '' }))
    if (halt !== undefined || !isIntact(order.plan) || clock() >= step.until)
      return { kind: 'warn', text: messages.closed }
    const mayBePaid = wasAsked(storage, order.id)
    // Another tab may have asked since.
    if (mayBePaid && !isRepeat) return void setRepeat(true)
    if (!isSaved(() => markAsked(storage, order.id))) return { kind: 'warn', text: messages.notSaved(name) }
    const outcome = await pay(step)
    const unclear = (detail: string): Answer => ({
      kind: 'warn',
      text: `${messages.unclear(name)} ${detail}`,
      isUnclear: true,
    })
    const wasNothingSent = outcome.is !== 'paid' && outcome.is !== 'unclear'
    // An earlier request of another wallet may have been paid, regardless of this wallet's answer.
    const isCleared = wasNothingSent && !mayBePaid && isSaved(() => clearAsked(storage, order.id))
    setRepeat(!isCleared)
    switch (outcome.is) {
      case 'rejected':
        return { kind: 'info', text: messages.declinedIn(name) }
      case 'signed otherwise':
        return { kind: 'block', text: messages.signedOtherwise(name) }
      case 'other account':
        return { kind: 'warn', text: messages.otherAccount(name, step.from, outcome.account) }
      case 'unclear':
        return unclear(outcome.detail)
      case 'paid':
        return orderService.act(order.id, { type: 'paste hash', hash: outcome.hash }).then(
          () => undefined,
          () => unclear(outcome.hash),
        )
    }
  }
}

/** Whether the storage took it: it may be full, or taken away. */
function isSaved(write: () => void): boolean {
  return attempt(() => [write()]) !== undefined
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

/** A payment URI for a QR code (BIP 21), which has no field for the memo. */
export function paymentUri({ to, units }: Pick<PaymentStep, 'to' | 'units'>): string {
  return `bitcoin:${to}?amount=${inBitcoin(units)}`
}

function inBitcoin(units: bigint): string {
  return fromUnits(units, 8)
}
