import { fromUnits } from '../../domain/amount'
import type { Token } from '../../domain/token'
import { Figure } from '../../ui/Figure'
import { useMessages } from '../../ui/messages'
import { Skeleton } from '../../ui/Skeleton'
import { balanceMessages } from './balance.messages'
import type { BalanceState } from './useBalance'

/** The balance of a token, with a skeleton while it loads. */
export function BalanceLine({ balance, token, isShown }: BalanceLineProps) {
  const messages = useMessages(balanceMessages)
  if (!isShown || !token) return null
  if (balance.is === 'failed') return <span className="text-amber">{messages.balanceFailed}</span>
  return (
    <span className="inline-flex items-center gap-1.5">
      {messages.balance}
      {balance.is === 'known' ? (
        <Figure value={fromUnits(balance.units, token.decimals)} unit={token.symbol} />
      ) : (
        <Skeleton className="h-4 w-20" />
      )}
    </span>
  )
}

type BalanceLineProps = {
  balance: BalanceState
  token: Token | undefined
  /** Without an account there is no balance. */
  isShown: boolean
}
