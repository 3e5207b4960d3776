import { useEffect, useMemo } from 'react'
import type { Chain } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { liquidityPoolOf } from '../../preparation/liquidityPool'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useAge } from '../quoteAge'
import { useServices } from '../services'
import { useTokens } from '../tokens/useTokens'
import { type Landing, proofOf, shareSeen, type Waiting, waitingOf } from './pendingDeposit'
import { landingWords } from './pendingDeposit.messages'
import { forgetLanding, keepLanding, useLandings } from './pendingDeposits'
import { positionsOf } from './position'
import { usePools } from './usePools'

/** Deposits whose way to the chain is somebody else's, until they are seen there. */
export function Landings() {
  const landings = useLandings()
  const { tokens } = useTokens()
  if (landings.length === 0 || tokens.length === 0) return null
  return (
    <>
      {landings.map((landing) => (
        <Watch key={landing.id} landing={landing} tokens={tokens} />
      ))}
    </>
  )
}

function Watch({ landing, tokens }: { landing: Landing; tokens: readonly Token[] }) {
  const { clock } = useServices()
  const chain = tokens.find((token) => token.chain.chainId === landing.chainId)?.chain
  useProof(landing, chain, tokens)
  // The age only makes it count on: what is shown depends on the minute.
  useAge(landing.seen ? undefined : landing.at, clock)
  return <LandingNotice landing={landing} waiting={waitingOf(landing, clock())} />
}

function useProof(landing: Landing, chain: Chain | undefined, tokens: readonly Token[]) {
  const { clock } = useServices()
  const { records } = usePools(landing.seen ? undefined : chain, tokens)
  const positions = useMemo(
    () =>
      records.flatMap((record) => {
        const pool = chain && liquidityPoolOf(record, chain, 0)
        return pool ? positionsOf(record, pool) : []
      }),
    [records, chain],
  )
  useEffect(() => {
    const seen = landing.seen ? undefined : proofOf(landing, positions, clock())
    if (seen) keepLanding({ ...landing, seen })
  }, [landing, positions, clock])
}

function LandingNotice({ landing, waiting }: { landing: Landing; waiting: Waiting }) {
  const messages = useMessages(landingWords)
  const { symbols, said, seen, tickLower, tickUpper } = landing
  const isOver = waiting === 'seen' || waiting === 'unknown'
  return (
    <section aria-label={messages.region} data-waiting={waiting}>
      <Notice
        kind={waiting === 'seen' ? 'ok' : waiting === 'waiting' ? 'info' : 'warn'}
        isLive
        title={messages.title[waiting]}
        action={
          isOver && (
            <Button size="small" onClick={() => forgetLanding(landing.id)}>
              {messages.dismiss}
            </Button>
          )
        }
      >
        <p>{messages.what(symbols.join('/'), tickLower, tickUpper)}</p>
        <p>
          {seen
            ? messages.seen(shareSeen(landing, seen), seen.position)
            : messages.now[said][waiting === 'seen' ? 'waiting' : waiting]}
        </p>
      </Notice>
    </section>
  )
}
