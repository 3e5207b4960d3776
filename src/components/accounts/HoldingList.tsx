import { useQuery } from '@tanstack/react-query'
import { chainsQuery } from '../../api/queries'
import { type Amount, formatAmount } from '../../domain/amount'
import { compare, type Fraction } from '../../domain/fraction'
import { dollarValueOf, sum } from '../../domain/prices/price'
import { dollarText } from '../../domain/text/figure'
import { isLookAlike } from '../../domain/token'
import { Figure } from '../../ui/Figure'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import type { Account } from '../../wallets/wallets'
import { useServices } from '../services'
import { tokenKey } from '../tokens/search'
import { TokenCautions } from '../tokens/TokenCautions'
import { TokenImage } from '../tokens/TokenImage'
import { walletMessages } from './messages'
import { useTokenHoldings } from './useTokenHoldings'

/** What an account holds, the most valuable first. */
export function HoldingList({ account }: { account: Pick<Account, 'kind' | 'address'> }) {
  const messages = useMessages(walletMessages)
  const { client } = useServices()
  const { data } = useQuery(chainsQuery(client))
  const { owned, isLoading, isPartial } = useTokenHoldings(data?.tokens ?? [], account)
  const all = [...owned.values()].sort(byWorth)
  const amounts = all.filter(({ token }) => !isLookAlike(token))
  const lookAlikes = all.filter(({ token }) => isLookAlike(token))
  const total = amounts.map(dollarValueOf).reduce(together, undefined)
  return (
    <div className="grid grid-cols-1 gap-2">
      {amounts.length > 0 && (
        <ul aria-label={messages.balances} className="grid grid-cols-1 gap-1.5">
          {amounts.map((amount) => (
            <HoldingRow key={tokenKey(amount.token)} amount={amount} />
          ))}
        </ul>
      )}
      {all.length === 0 && (isLoading || !data) && <Skeleton className="h-9 w-full" />}
      {all.length === 0 && data && !isLoading && !isPartial && <p className="text-fine">{messages.noBalances}</p>}
      {isPartial && !isLoading && <Notice kind="warn">{messages.balancesFailed}</Notice>}
      {lookAlikes.length > 0 && (
        <Details summary={messages.lookAlikes(lookAlikes.length)}>
          <ul aria-label={messages.lookAlikes(lookAlikes.length)} className="grid grid-cols-1 gap-2">
            {lookAlikes.map((amount) => (
              <HoldingRow key={tokenKey(amount.token)} amount={amount} />
            ))}
          </ul>
        </Details>
      )}
      {total && (
        <p className="flex justify-between border-t border-line pt-2 text-fine">
          <span className="text-quiet">{messages.total}</span>
          <span className="font-medium text-ink tabular-nums">{dollarText(total)}</span>
        </p>
      )}
    </div>
  )
}

function HoldingRow({ amount }: { amount: Amount }) {
  const messages = useMessages(walletMessages)
  const { token } = amount
  const value = dollarValueOf(amount)
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-fine">
      <TokenImage token={token} size="medium" hasChain />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-medium text-ink">{token.symbol}</bdi>{' '}
        <span className="text-quiet">{messages.onChain(token.chain.name)}</span>
      </span>
      <span className="text-ink">
        <Figure value={formatAmount(amount)} />
      </span>
      <span className="w-20 shrink-0 text-end text-quiet tabular-nums">
        {value && !isLookAlike(token) && dollarText(value)}
      </span>
      {token.cautions && (
        <span className="basis-full">
          <TokenCautions tokens={[token]} />
        </span>
      )}
    </li>
  )
}

function byWorth(a: Amount, b: Amount): number {
  const [first, second] = [dollarValueOf(a), dollarValueOf(b)]
  if (first && second) return compare(second, first)
  return Number(second !== undefined) - Number(first !== undefined)
}

function together(total: Fraction | undefined, value: Fraction | undefined): Fraction | undefined {
  if (!total || !value) return total ?? value
  return sum(total, value)
}
