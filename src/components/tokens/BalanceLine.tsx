import { fromUnits } from '../../domain/amount'
import type { Token } from '../../domain/token'
import { Figure } from '../../ui/Figure'
import { useWords } from '../../ui/messages'
import { Skeleton } from '../../ui/Skeleton'
import { tokenWords } from './messages'
import type { Balance } from './useBalance'

/** What there is of a token; its place is kept while it is on its way. */
export function BalanceLine({ balance, token, isShown }: BalanceLineProps) {
  const words = useWords(tokenWords)
  if (!isShown || !token) return null
  if (balance.is === 'failed') return <span className="text-amber">{words.balanceFailed}</span>
  return (
    <span className="inline-flex items-center gap-1.5">
      {words.balance}
      {balance.is === 'known' ? (
        <Figure value={fromUnits(balance.units, token.decimals)} unit={token.symbol} />
      ) : (
        <Skeleton className="h-4 w-20" />
      )}
    </span>
  )
}

type BalanceLineProps = {
  balance: Balance
  token: Token | undefined
  /** Without an account there is nothing to tell. */
  isShown: boolean
}
