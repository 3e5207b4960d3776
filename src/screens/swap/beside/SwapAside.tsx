import { useTokens } from '../../../components/tokens/useTokens'
import type { Token } from '../../../domain/token'
import { PairAside } from '../chart/PairAside'
import { DemoNotice } from './DemoNotice'
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
