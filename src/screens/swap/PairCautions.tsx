import { TokenCautions } from '../../components/tokens/TokenCautions'
import type { TokenPair } from '../../domain/tokenPair'

/** Warns of suspicious token names however the token was chosen: in the picker, by a link, or restored by a reload. */
export default function PairCautions({ pair: { sell, buy } }: { pair: TokenPair }) {
  const tokens = [sell, buy].flatMap((token) => (token?.cautions?.length ? [token] : []))
  if (tokens.length === 0) return null
  return (
    <div role="status" className="rounded-control bg-amber-wash p-3">
      <TokenCautions tokens={tokens} />
    </div>
  )
}
