import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Portfolio } from '../../components/accounts/Portfolio'
import { portfolioOf } from '../../components/accounts/portfolioFigures'
import { useAccounts, useIsRestoring } from '../../components/accounts/useAccounts'
import { useTokenHoldings } from '../../components/accounts/useTokenHoldings'
import { feesToCollect, liquidityChains } from '../../components/positions/position'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { chainKinds } from '../../domain/chainKinds'
import { zero } from '../../domain/fraction'
import { sum } from '../../domain/prices/price'
import { dollarText } from '../../domain/text/figure'
import ProgressDialog from '../../signing/progress/ProgressDialog'
import { UnfinishedOrders } from '../../signing/UnfinishedOrders'
import { useUnfinishedOrders } from '../../signing/useUnfinishedOrders'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Empty } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { TextLink } from '../../ui/TextLink'
import { positionsMessages } from './messages'
import { AddLiquidityLink, PortfolioTabs } from './PortfolioTabs'
import { dollarSum, useListedPositions, worthOf } from './useListedPositions'

/** The holdings of the connected accounts on all networks: their worth, tokens, and the sum of their positions. */
export default function PortfolioScreen() {
  const messages = useMessages(positionsMessages)
  const { dialogs } = useServices()
  const accounts = useAccounts()
  const isRestoring = useIsRestoring()
  const unfinished = useUnfinishedOrders()
  const [order, setOrder] = useState<string>()
  return (
    <Page title={messages.portfolio} actions={<AddLiquidityLink />}>
      <PortfolioTabs />
      <div className="mb-5 empty:hidden">
        <UnfinishedOrders unfinished={unfinished} onShow={setOrder} />
      </div>
      {accounts.length > 0 ? (
        <Overview />
      ) : isRestoring ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <>
          <Empty
            title={messages.portfolioNone}
            action={
              <Button kind="primary" icon="wallet" onClick={() => dialogs.connect()}>
                {messages.connect}
              </Button>
            }
          />
          <TextLink href="/positions" className="mx-auto flex min-h-8 w-fit items-center text-fine">
            {messages.viewAny}
          </TextLink>
        </>
      )}
      {order !== undefined && <ProgressDialog id={order} onClose={() => setOrder(undefined)} />}
    </Page>
  )
}

function Overview() {
  const messages = useMessages(positionsMessages)
  const accounts = useAccounts()
  const { tokens } = useTokens()
  const { owned, isLoading, isPartial } = useTokenHoldings(tokens)
  const chains = useMemo(() => liquidityChains(tokens), [tokens])
  const owners = accounts.filter(({ kind }) => chainKinds[kind].hasLiquidity).map(({ address }) => address)
  const { at, isComplete, holdings, missing, unread } = useListedPositions(chains, owners)
  const balances = portfolioOf([...owned.values()], {})
  const inTokens = balances.total
  const inPositions =
    holdings.length > 0 ? dollarSum(holdings.flatMap((position) => worthOf(position) ?? [])) : undefined
  const fees = dollarSum(holdings.flatMap((position) => feesToCollect(position) ?? []))
  const isPriced =
    balances.holdings.every(({ worth }) => worth !== undefined) &&
    holdings.every((position) => worthOf(position) !== undefined)
  const isRead = !isLoading && !isPartial && isComplete && at === 'listed' && missing.length + unread.length === 0
  const isKnown = isRead && isPriced
  const parts = [inTokens, inPositions].filter((part) => part !== undefined)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card title={messages.tokens}>
        <Portfolio isPage onLeave={stay} />
      </Card>
      <div className="grid gap-5 max-lg:row-start-1">
        <Card>
          <p className="text-fine text-quiet">{messages.worth}</p>
          {/* A sum of what has arrived so far would be a wrong one. */}
          <p className="mb-3 min-h-12 text-figure font-medium text-ink tabular-nums">
            {isLoading || !isComplete ? (
              <Skeleton className="h-10 w-40" />
            ) : parts.length > 0 || isKnown ? (
              dollarText(parts.reduce(sum, zero))
            ) : (
              messages.worthUnknown
            )}
          </p>
          <Rows>
            <Row term={messages.tokens}>{inTokens ? dollarText(inTokens) : '–'}</Row>
            <Row
              term={
                <Link href="/positions">
                  {messages.positionsOf(holdings.filter(({ liquidity }) => liquidity > 0n).length)}
                </Link>
              }
            >
              {inPositions ? dollarText(inPositions) : '–'}
            </Row>
            {fees.numerator > 0n && (
              <Row term={messages.toCollect}>
                <TextLink href="/positions">{dollarText(fees)}</TextLink>
              </Row>
            )}
          </Rows>
        </Card>
        {!isKnown && !isLoading && isComplete && <Notice kind="warn">{messages.portfolioPartly}</Notice>}
      </div>
    </div>
  )
}

/** Only the link of a row on a page leads on. */
function stay() {}
