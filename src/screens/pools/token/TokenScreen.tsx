import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { addressUrl } from '../../../components/accounts/explorerLinks'
import { useAccounts } from '../../../components/accounts/useAccounts'
import { decodeSegment, poolPath } from '../../../components/pools/poolPath'
import { pairOf } from '../../../components/pools/poolToken'
import { usePoolLists } from '../../../components/pools/usePoolLists'
import { ChartSkeleton } from '../../../components/prices/ChartSkeleton'
import { chartMessages } from '../../../components/prices/messages'
import { chartedPair } from '../../../components/prices/pairPrice'
import { useServices } from '../../../components/services'
import { writeSwapLink } from '../../../components/swapLink'
import { PairMark } from '../../../components/tokens/PairMark'
import { TokenAmount } from '../../../components/tokens/TokenAmount'
import { TokenCautions } from '../../../components/tokens/TokenCautions'
import { TokenImage } from '../../../components/tokens/TokenImage'
import { addressInPools, tokenPoolsPath } from '../../../components/tokens/tokenPath'
import { useBalance } from '../../../components/tokens/useBalance'
import { useTokens } from '../../../components/tokens/useTokens'
import { isTradable, networkOf } from '../../../domain/chain'
import { dollarValueOf, priceOf } from '../../../domain/prices/price'
import { dollarText, figureOf, figureText } from '../../../domain/text/figure'
import { foreignText } from '../../../domain/text/label'
import type { Token } from '../../../domain/token'
import { findTokenByRef, refOf } from '../../../domain/tokenPair'
import { Address } from '../../../ui/Address'
import { Card } from '../../../ui/Card'
import { ButtonLink, Empty } from '../../../ui/Empty'
import { ExternalLink } from '../../../ui/ExternalLink'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { RetryButton } from '../../../ui/RetryButton'
import { Details, Row, Rows } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { DataTable } from '../../../ui/Table'
import { TextLink } from '../../../ui/TextLink'
import { poolsMessages } from '../messages'
import { columns } from '../table/columns'
import { FigureCell } from '../table/FigureCell'
import { defaultSort, type PoolRowModel, poolRowOf, sortedRows } from '../table/poolRows'
import { tokenPageMessages } from './messages'

const PriceChart = lazy(() => import('../../../components/prices/PriceChart'))

/** One token: its price, its pools, what one has of it, and where to buy and sell it. */
export default function TokenScreen() {
  const messages = useMessages(tokenPageMessages)
  const params = useParams()
  const network = decodeSegment(params.network ?? '')
  const { at, tokens, why, retry } = useTokens()
  const near = tokens.filter(({ chain }) => networkOf(chain) === network)
  const token = findTokenByRef(near, { address: decodeSegment(params.address ?? '') })
  if (token)
    return (
      <Page
        title={messages.titleOf(foreignText(token.symbol), token.chain.name)}
        mark={<TokenImage token={token} hasChain />}
      >
        <Known token={token} tokens={tokens} />
      </Page>
    )
  return (
    <Page title={messages.title} mark={<span className="size-9" />}>
      {at === 'loading' ? (
        <Skeleton className="h-64 w-full" />
      ) : at === 'failed' ? (
        <Notice kind="warn" isLive title={messages.failed} action={<RetryButton retry={retry} />}>
          {why}
        </Notice>
      ) : (
        <Empty
          isLive
          title={near.length === 0 ? messages.noNetwork(network) : messages.missing}
          action={<ButtonLink href="/pools">{messages.toPools}</ButtonLink>}
        >
          {near.length > 0 && messages.missingNote(network)}
        </Empty>
      )}
    </Page>
  )
}

type TokenProps = { readonly token: Token }

function Known({ token, tokens }: TokenProps & { readonly tokens: readonly Token[] }) {
  const chart = useMessages(chartMessages)
  const charted = chartedPair({ sell: token, buy: token }, tokens)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:order-last">
        {charted && (
          <Card title={chart.priceOf(foreignText(charted.base.symbol), foreignText(charted.quote.symbol))}>
            <Suspense fallback={<ChartSkeleton />}>
              <PriceChart base={charted.base} quote={charted.quote} />
            </Suspense>
          </Card>
        )}
        <Pools token={token} />
      </div>
      <Trade token={token} />
    </div>
  )
}

function Trade({ token }: TokenProps) {
  const messages = useMessages(tokenPageMessages)
  const { deployment } = useServices()
  const { chain, address, name, decimals, isNative } = token
  const price = priceOf(token)
  const explorer = isNative ? undefined : addressUrl(deployment, chain.chainId, address)
  const link = (side: 'from' | 'to') =>
    `/swap?${writeSwapLink({ from: undefined, to: undefined, [side]: refOf(token), amount: '', recipient: undefined })}`
  return (
    <Card>
      <section aria-label={messages.about} className="grid gap-4">
        <dl>
          <dt className="text-quiet">{messages.price}</dt>
          <dd className={price ? 'text-figure font-medium text-ink tabular-nums' : 'text-ink'}>
            {price ? `$${figureText(figureOf(token.price ?? '', { significant: 6 }))}` : messages.noPrice}
          </dd>
        </dl>
        {token.cautions && token.cautions.length > 0 && <TokenCautions tokens={[token]} />}
        {isTradable(chain) && (
          <div className="grid grid-cols-2 gap-2">
            <ButtonLink kind="primary" href={link('to')}>
              {messages.buy}
            </ButtonLink>
            <ButtonLink href={link('from')}>{messages.sell}</ButtonLink>
          </div>
        )}
        <Rows>
          <Row term={messages.balance}>
            <Balance token={token} />
          </Row>
        </Rows>
        <Details summary={messages.about} isPlain>
          <Rows isFine>
            <Row term={messages.name}>{foreignText(name)}</Row>
            <Row term={messages.network}>{chain.name}</Row>
            <Row term={messages.contract}>{isNative ? messages.native : <Address value={address} />}</Row>
            <Row term={messages.decimals}>{decimals}</Row>
          </Rows>
          {explorer && <ExternalLink href={explorer}>{messages.explorer}</ExternalLink>}
        </Details>
      </section>
    </Card>
  )
}

function Balance({ token }: TokenProps) {
  const messages = useMessages(tokenPageMessages)
  const account = useAccounts().find(({ kind }) => kind === token.chain.kind)?.address
  const balance = useBalance(token, account)
  if (account === undefined) return <span className="text-quiet">{messages.notConnected}</span>
  if (balance.is === 'loading') return <Skeleton className="ms-auto h-5 w-24" />
  if (balance.is === 'failed') return messages.balanceFailed
  const amount = { token, units: balance.units }
  const worth = dollarValueOf(amount)
  return (
    <>
      <TokenAmount amount={amount} />
      {worth && <span className="block text-fine text-quiet">{dollarText(worth)}</span>}
    </>
  )
}

/** The deepest pools with this token. */
function Pools({ token }: TokenProps) {
  const messages = useMessages(tokenPageMessages)
  const { column } = useMessages(poolsMessages)
  const { deployment } = useServices()
  const network = networkOf(token.chain)
  const [list] = usePoolLists([network])
  const address = (addressInPools(deployment, token) ?? token.address).toLowerCase()
  const all = (list?.pools ?? []).map((pool) => poolRowOf(pool, network, list?.chain))
  const rows = all.filter((row) => row.hasToken(address))
  const shown = sortedRows(rows, defaultSort).slice(0, 10)
  return (
    <Card
      title={messages.pools}
      actions={<TextLink href={tokenPoolsPath(deployment, token)}>{messages.allPools}</TextLink>}
    >
      {shown.length > 0 ? (
        <DataTable
          caption={messages.pools}
          rows={shown}
          keyOf={({ key }) => key}
          columns={[
            {
              head: column.pair,
              cell: (row) => (
                <TextLink
                  href={poolPath(network, row.pool.id)}
                  className="flex min-h-8 items-center gap-2.5 whitespace-nowrap"
                >
                  <PairMark tokens={pairOf(row.pool)} />
                  <bdi translate="no">{row.pair}</bdi>
                </TextLink>
              ),
            },
            ...figures.map((id) => ({
              head: column[id],
              isFigure: true,
              cell: (row: PoolRowModel) => <FigureCell cell={columns[id].cell(row)} />,
            })),
          ]}
        />
      ) : list?.answer ? (
        <p className="text-quiet">{messages.noPools}</p>
      ) : list?.freshness.refusal === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <p className="text-quiet">{messages.poolsFailed}</p>
      )}
    </Card>
  )
}

const figures = ['fee', 'tvl', 'volume', 'apr'] as const
