import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Amount } from '../../domain/amount'
import { chainKinds } from '../../domain/chainKinds'
import { dateText } from '../../domain/text/dateText'
import { amountFigure, dollarText, figureText, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { refOf } from '../../domain/tokenPair'
import { Icon, type IconName } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import type { Account } from '../../wallets/wallets'
import { useServices } from '../services'
import { writeSwapLink } from '../swapLink'
import { TokenAmount } from '../tokens/TokenAmount'
import { TokenCautions } from '../tokens/TokenCautions'
import { TokenImage } from '../tokens/TokenImage'
import { tokenPath, tokenPoolsPath } from '../tokens/tokenPath'
import { useTokens } from '../tokens/useTokens'
import { walletMessages } from './messages'
import {
  type FirstPrices,
  type Holding,
  type PortfolioFigures,
  portfolioOf,
  readFirstPrices,
  rememberFirstPrices,
  sumOfHoldings,
  sumsOf,
  type TokenSum,
} from './portfolioFigures'
import { useTokenHoldings } from './useTokenHoldings'

type PortfolioProps = {
  /** Only this account, instead of all that are connected. */
  account?: Pick<Account, 'kind' | 'address'>
  /** Called when a row leads to another screen. Without it rows lead nowhere: no one can pay from a watched account. */
  onLeave?: () => void
  /** On a page of its own: a token of several networks is one row, small balances come last, and the page has the total. */
  isPage?: boolean
}

/** The holdings of accounts on all networks, the most valuable first; each row starts a swap or a deposit. */
export function Portfolio({ account, onLeave, isPage = false }: PortfolioProps) {
  const messages = useMessages(walletMessages)
  const { at, tokens } = useTokens()
  const { owned, isLoading, isPartial } = useTokenHoldings(tokens, account)
  const amounts = [...owned.values()]
  const { holdings, suspicious, total, gain } = portfolioOf(amounts, useFirstPrices(owned))
  const isEmpty = amounts.length === 0
  const isWaiting = isLoading || at === 'loading'
  const rows = isPage ? sumsOf(holdings) : holdings.map(alone)
  const isSmall = ({ worth }: TokenSum) => worth !== undefined && worth.numerator < worth.denominator
  const isFolded = (sum: TokenSum, index: number) => (isPage ? isSmall(sum) : index >= shownAtOnce)
  const folded = rows.filter(isFolded)
  return (
    <section aria-label={messages.portfolio} className="grid grid-cols-1 gap-3">
      {total && !isPage && <Total total={total} gain={gain} />}
      {rows.length > folded.length && (
        <Balances label={messages.balances} rows={rows.filter((row) => !folded.includes(row))} onLeave={onLeave} />
      )}
      {folded.length > 0 && (
        <Details summary={isPage ? messages.small(folded.length) : messages.more(folded.length)}>
          <Balances
            label={isPage ? messages.small(folded.length) : messages.moreBalances}
            rows={folded}
            onLeave={onLeave}
          />
        </Details>
      )}
      {isEmpty && isWaiting && <Skeleton className="h-9 w-full" />}
      {isEmpty && !isWaiting && !isPartial && <p className="text-fine">{messages.noBalances}</p>}
      {isPartial && !isLoading && <Notice kind="warn">{messages.balancesFailed}</Notice>}
      {suspicious.length > 0 && (
        <Details summary={messages.lookAlikes(suspicious.length)}>
          <Balances label={messages.lookAlikes(suspicious.length)} rows={suspicious.map(alone)} onLeave={undefined} />
        </Details>
      )}
    </section>
  )
}

/** A balance as a line of its own. */
const alone = (holding: Holding) => sumOfHoldings([holding])

/** Balances shown at first. The accounts with their addresses come below, and must be reached without much scrolling. */
const shownAtOnce = 6

/** The price at which each token was first seen held, read once when this opens; prices of new tokens are stored. */
function useFirstPrices(owned: ReadonlyMap<string, Amount>): FirstPrices {
  const { clock } = useServices()
  const [first] = useState(readFirstPrices)
  useEffect(() => rememberFirstPrices([...owned.values()], clock()), [owned, clock])
  return first
}

function Total({ total, gain }: { total: NonNullable<PortfolioFigures['total']>; gain: PortfolioFigures['gain'] }) {
  const messages = useMessages(walletMessages)
  return (
    <div className="grid gap-0.5">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-fine text-quiet">{messages.total}</span>
        <span className="text-lead font-semibold text-ink tabular-nums">{dollarText(total)}</span>
      </p>
      {gain && gain.dollars.numerator !== 0n && (
        <p className="text-end text-fine text-quiet">
          {messages.gain(signed(dollarText(gain.dollars)), dateText(gain.since))}
        </p>
      )}
    </div>
  )
}

type BalancesProps = { label: string; rows: readonly TokenSum[]; onLeave: (() => void) | undefined }

function Balances({ label, rows, onLeave }: BalancesProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 divide-y divide-line">
      {rows.map((sum) => (
        <BalanceRow key={sum.key} sum={sum} onLeave={onLeave} />
      ))}
    </ul>
  )
}

/** A token of one or several networks: all of it, and how much is where. Of one network with the change of its price. */
function BalanceRow({ sum, onLeave }: { sum: TokenSum; onLeave: (() => void) | undefined }) {
  const { amount, worth, share, parts } = sum
  const messages = useMessages(walletMessages)
  const [first, ...others] = parts
  const { token } = first.amount
  const change = others.length > 0 ? 0 : (first.change ?? 0)
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1 py-2 text-fine">
      <TokenImage token={token} size="medium" hasChain={others.length === 0} />
      <span className="min-w-11 flex-1">
        <TokenName token={token} onLeave={onLeave} />{' '}
        <span className="block text-quiet">
          {others.length === 0
            ? messages.onChain(token.chain.name)
            : parts
                .map(({ amount }) => messages.partOn(amount.token.chain.name, figureText(amountFigure(amount))))
                .join(' · ')}
        </span>
      </span>
      <span className="grid justify-items-end">
        <span className="text-body text-ink">
          <TokenAmount amount={amount} isBare />
        </span>
        <span className="text-quiet tabular-nums">
          {worth && dollarText(worth)}
          {share !== undefined && <span className="max-sm:hidden"> · {percentText(share)}</span>}
          {change !== 0 && (
            <bdi dir="ltr" className={change < 0 ? 'text-red' : 'text-action-deep'} title={messages.changeTitle}>
              {' '}
              {signed(percentText(change))}
            </bdi>
          )}
        </span>
      </span>
      {onLeave && <RowActions token={token} onLeave={onLeave} />}
      {token.cautions && (
        <span className="basis-full">
          <TokenCautions tokens={[token]} />
        </span>
      )}
    </li>
  )
}

function RowActions({ token, onLeave }: { token: Token; onLeave: () => void }) {
  const messages = useMessages(walletMessages)
  const { deployment } = useServices()
  const { symbol, chain } = token
  const swap = writeSwapLink({ from: refOf(token), to: undefined, amount: '', recipient: undefined })
  return (
    <span className="flex gap-1">
      <RowLink href={`/swap?${swap}`} icon="swap" label={messages.swap(symbol, chain.name)} onFollow={onLeave} />
      {chainKinds[chain.kind].hasLiquidity ? (
        <RowLink
          href={tokenPoolsPath(deployment, token)}
          icon="plus"
          label={messages.deposit(symbol, chain.name)}
          onFollow={onLeave}
        />
      ) : (
        <span className="size-8 pointer-coarse:size-11" />
      )}
    </span>
  )
}

type RowLinkProps = { href: string; icon: IconName; label: string; onFollow: () => void }

function RowLink({ href, icon, label, onFollow }: RowLinkProps) {
  return (
    <Link
      href={href}
      title={label}
      aria-label={label}
      onClick={onFollow}
      className="inline-flex size-8 items-center justify-center rounded-control border border-line bg-sheet text-text hover:border-edge hover:bg-raised hover:text-ink pointer-coarse:size-11"
    >
      <Icon name={icon} className="size-4.5" />
    </Link>
  )
}

/** Leads to the page of the token, where rows lead on at all. */
function TokenName({ token, onLeave }: { token: Token; onLeave: (() => void) | undefined }) {
  const name = (
    <bdi translate="no" className="font-medium wrap-anywhere text-ink">
      {token.symbol}
    </bdi>
  )
  if (!onLeave) return name
  return (
    <Link
      href={tokenPath(token)}
      onClick={onLeave}
      className="inline-flex min-h-6 items-center underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  )
}

/** Gains carry a plus: without one, no one knows that it is a change. */
function signed(text: string): string {
  return text.startsWith('−') ? text : `+${text}`
}
