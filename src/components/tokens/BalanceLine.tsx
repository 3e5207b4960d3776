import type { Token } from '../../domain/token'
import { useMessages } from '../../ui/messages'
import { Skeleton } from '../../ui/Skeleton'
import { balanceMessages } from './balance.messages'
import { TokenAmount } from './TokenAmount'
import type { BalanceState } from './useBalance'

/** The balance of a token, with a skeleton while it loads. */
export function BalanceLine({ balance, token, isShown, onPayAll }: BalanceLineProps) {
  const messages = useMessages(balanceMessages)
  if (!isShown || !token) return null
  if (balance.is === 'failed') return <span className="text-amber">{messages.balanceFailed}</span>
  const line = (
    <>
      {messages.balance}
      {balance.is === 'known' ? (
        <TokenAmount amount={{ token, units: balance.units }} />
      ) : (
        <Skeleton className="h-4 w-20" />
      )}
    </>
  )
  if (onPayAll && balance.is === 'known' && balance.units > 0n)
    return (
      <button
        type="button"
        title={messages.payAll(token.symbol)}
        onClick={onPayAll}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-small underline decoration-line decoration-dotted underline-offset-4 hover:text-ink"
      >
        {line}
        <span className="sr-only">. {messages.payAll(token.symbol)}</span>
      </button>
    )
  return <span className="inline-flex items-center gap-1.5">{line}</span>
}

type BalanceLineProps = {
  balance: BalanceState
  token: Token | undefined
  /** Without an account there is no balance. */
  isShown: boolean
  /** Pressing the balance pays all of it. */
  onPayAll?: (() => void) | undefined
}
