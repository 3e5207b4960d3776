import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { dateTimeText } from '../../domain/text/dateText'
import { isWatched } from '../../preparation/liquidity/depositPhase'
import {
  type DepositProgress,
  type PendingDeposit,
  proofOf,
  shareSeen,
  waitingOf,
} from '../../preparation/liquidity/pendingDeposit'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useAge } from '../quoteAge'
import { useServices } from '../services'
import { useTokens } from '../tokens/useTokens'
import { depositTitle } from './depositTitle'
import { pendingDepositMessages } from './pendingDeposit.messages'
import { heldPositionsIn } from './position'
import { usePendingDeposits } from './usePendingDeposits'
import { usePools } from './usePools'

/** Deposits that the service sends on chain, until they are found there or dismissed. */
export function PendingDeposits() {
  const deposits = usePendingDeposits()
  const shown = deposits.filter(
    (deposit) => !deposit.isHidden && (isWatched(deposit) || deposit.progress.at === 'seen'),
  )
  return shown.map((deposit) => <DepositNotice key={deposit.id} deposit={deposit} />)
}

/** Looks for pending deposits in pool records, on every page. Renders nothing. */
export function WatchDeposits() {
  const deposits = usePendingDeposits()
  return deposits.filter(isWatched).map((deposit) => <WatchDeposit key={deposit.id} deposit={deposit} />)
}

function WatchDeposit({ deposit }: { deposit: PendingDeposit }) {
  const { clock, deposits } = useServices()
  const { tokens } = useTokens()
  const chain = tokens.find((token) => token.chain.chainId === deposit.chainId)?.chain
  const { records } = usePools(chain, tokens)
  const positions = useMemo(
    () => (chain ? records.flatMap((record) => heldPositionsIn(record, chain, clock())) : []),
    [records, chain, clock],
  )
  useEffect(() => {
    const proof = proofOf(deposit, positions)
    if (proof) void deposits.move(deposit.id, proof)
  }, [deposit, positions, deposits])
  return null
}

/** The state of one deposit, and what to do next. */
export function DepositNotice({ deposit }: { deposit: PendingDeposit }) {
  const messages = useMessages(pendingDepositMessages)
  const { clock, deposits } = useServices()
  // Rerenders every second, because the content depends on the age.
  useAge(isWatched(deposit) ? deposit.openedAt : undefined, clock)
  const waiting = waitingOf(deposit, clock())
  const { progress, symbols, tickLower, tickUpper, isHidden } = deposit
  const canHide = !isHidden && (waiting === 'seen' || waiting === 'unknown')
  return (
    <section aria-label={messages.region} data-waiting={waiting}>
      <Notice
        kind={waiting === 'seen' ? 'ok' : waiting === 'waiting' && progress.at === 'accepted' ? 'info' : 'warn'}
        isLive
        title={
          progress.at === 'accepted' || progress.at === 'seen' ? messages.title[waiting] : messages.unclear[waiting]
        }
        action={
          canHide && (
            <Button size="small" onClick={() => void deposits.move(deposit.id, { type: 'hidden' })}>
              {messages.dismiss}
            </Button>
          )
        }
      >
        <p>
          {depositTitle(deposit, messages)}. {messages.where(symbols.join('/'), tickLower, tickUpper)} ·{' '}
          <time dateTime={new Date(deposit.openedAt).toISOString()}>{dateTimeText(deposit.openedAt)}</time> ·{' '}
          <Link href={`/activity/${encodeURIComponent(deposit.id)}`} className="underline underline-offset-4">
            {messages.inActivity}
          </Link>
        </p>
        <p>
          {progress.at === 'seen'
            ? messages.seen(shareSeen(deposit, progress.added), progress.position)
            : messages.now[answerOf(progress)][waiting === 'seen' ? 'waiting' : waiting]}
        </p>
        {'said' in progress && progress.said !== undefined && <p>{messages.said(progress.said)}</p>}
      </Notice>
    </section>
  )
}

function answerOf(progress: DepositProgress): 'accepted' | 'unanswered' | 'unclear' {
  if (progress.at === 'accepted') return 'accepted'
  return 'said' in progress && progress.said !== undefined ? 'unclear' : 'unanswered'
}
