import { useState } from 'react'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import type { Token } from '../../../domain/token'
import { useMessages } from '../../../ui/messages'
import { PairAside } from '../chart/PairAside'
import { DemoNotice } from './DemoNotice'
import { asideMessages } from './messages'
import { RecentSwaps } from './RecentSwaps'

type SwapAsideProps = { pair: { readonly sell: Token | undefined; readonly buy: Token | undefined } }

/**
 * The panel next to the form in wide windows, and below it in narrow ones. Loaded once the form can be used. The notice
 * names networks, so the part below it waits for them too, and does not move.
 */
export default function SwapAside({ pair: { sell, buy } }: SwapAsideProps) {
  const isLoading = useTokens().at === 'loading'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 max-lg:mt-5">
      <Introduction />
      <PairAside sell={sell} buy={buy} />
      {!isLoading && (
        <>
          <DemoNotice />
          <RecentSwaps />
        </>
      )}
    </div>
  )
}

/** The difference to other exchanges, until a token has been chosen in this browser. Nothing moves while the page is open. */
function Introduction() {
  const messages = useMessages(asideMessages)
  const { preferences } = useServices()
  const [isNew] = useState(() => preferences.getState().recentTokens.length === 0)
  if (!isNew) return null
  return (
    <section className="grid gap-1">
      <h2 className="text-title text-ink">{messages.headline}</h2>
      <p className="text-text">{messages.difference}</p>
    </section>
  )
}
