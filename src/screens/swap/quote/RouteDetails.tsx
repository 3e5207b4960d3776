import { Fragment, useMemo } from 'react'
import { useServices } from '../../../components/services'
import { TokenImage } from '../../../components/tokens/TokenImage'
import { useTokens } from '../../../components/tokens/useTokens'
import { shortAddress } from '../../../domain/address'
import type { Fraction } from '../../../domain/fraction'
import { dollarValueOf } from '../../../domain/prices/price'
import { dollarText, percentText, smallPercentText } from '../../../domain/text/figure'
import { foreignText } from '../../../domain/text/label'
import { locale } from '../../../domain/text/locale'
import { sameToken, type Token } from '../../../domain/token'
import { decodeCall } from '../../../guard/decode/evm/decodeCall'
import { type DecodedRoute, poolFeeBps, type RouteHop, routeOf } from '../../../guard/decode/routeHops'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import type { SwapAnswer } from '../../../protocol/serviceMessages'
import { useSlice } from '../../../ui/hooks/useSlice'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { quoteMessages } from './messages'
import type { QuoteView } from './quoteView'
import { typicalTime } from './typicalTime'

/** Fees, usual time and a picture of the route, read from the calldata of the quote. */
export function RouteDetails({ offer, buy }: { offer: QuoteView; buy: Token }) {
  const { deployment } = useServices()
  const { sell, transactions } = offer
  const route = useMemo(
    () => decodedRoute(transactions, sell.token, deployment.chains),
    [transactions, sell.token, deployment],
  )
  return (
    <div className="mt-2 grid gap-3">
      <Rows>
        <FeeRows offer={offer} route={route} buy={buy} />
        <TimeRow sell={sell.token} buy={buy} />
      </Rows>
      <RoutePicture route={route} sell={sell.token} buy={buy} />
    </div>
  )
}

function FeeRows({ offer, route, buy }: { offer: QuoteView; route: DecodedRoute; buy: Token }) {
  const messages = useMessages(quoteMessages)
  const paid = dollarValueOf(offer.sell)
  const poolBps = poolFeeBps(route.hops)
  const crossingBps = crossingCostBps(offer, poolBps, buy)
  const isPlain = route.crossesBridge && route.hops.length === 0 && offer.sell.token.symbol === buy.symbol
  return (
    <>
      {poolBps !== undefined && (
        <Row term={messages.poolFees} hint={messages.inImpact}>
          {smallPercentText(poolBps)} {paid && `(${dollarText(shareOf(paid, poolBps))})`}
        </Row>
      )}
      {crossingBps !== undefined && (
        <Row term={isPlain ? messages.bridgeFee : messages.crossingCost} hint={isPlain && messages.inImpact}>
          {smallPercentText(crossingBps)} {paid && `(${dollarText(shareOf(paid, crossingBps))})`}
        </Row>
      )}
    </>
  )
}

/** The cost of a swap across networks in addition to network cost and pool fees, in basis points. */
function crossingCostBps({ sell, impact }: QuoteView, poolBps = 0, buy: Token): number | undefined {
  if (sell.token.chain.chainId === buy.chain.chainId || impact.is === 'unknown') return undefined
  return impact.bps > poolBps ? impact.bps - poolBps : undefined
}

function shareOf({ numerator, denominator }: Fraction, bps: number): Fraction {
  return { numerator: numerator * BigInt(Math.round(bps * 100)), denominator: denominator * 1_000_000n }
}

/** Only the cost where the time is unknown: neither the service nor the gateway measures it. */
export function CostAndTime({ cost, sell, buy }: { cost: string; sell: Token; buy: Token }) {
  const messages = useMessages(quoteMessages)
  const { usual, isLocal } = useTypicalTime(sell, buy)
  if (usual) return messages.costAndTime(cost, messages.took(usual.milliseconds))
  return isLocal ? messages.costUnderMinute(cost) : messages.costs(cost)
}

/** How long a swap took before; `isLocal`: the bridge of the embedded exchange delivers, whose time is known before the first. */
function useTypicalTime(sell: Token, buy: Token) {
  const { orderService, deployment } = useServices()
  const orders = useSlice(orderService, (known) => known.orders)
  const [from, to] = [sell.chain.chainId, buy.chain.chainId]
  return {
    usual: useMemo(() => typicalTime(orders, from, to), [orders, from, to]),
    isLocal: deployment.mode === 'embedded' && from !== to,
  }
}

function TimeRow({ sell, buy }: { sell: Token; buy: Token }) {
  const messages = useMessages(quoteMessages)
  const { usual, isLocal } = useTypicalTime(sell, buy)
  if (!usual && !isLocal) return null
  return (
    <Row term={messages.time} hint={usual ? messages.timeLearned(usual.count) : messages.timeOfLocal}>
      {usual ? `≈ ${messages.took(usual.milliseconds)}` : messages.underMinute}
    </Row>
  )
}

type RoutePictureProps = { route: DecodedRoute; sell: Token; buy: Token }

/** Tokens with the pools between them; several ways below each other, each with its share. */
function RoutePicture({ route: { hops, crossesBridge }, sell, buy }: RoutePictureProps) {
  const messages = useMessages(quoteMessages)
  if (hops.length === 0 && !crossesBridge) return null
  const ways = hops.length === 0 ? [[]] : waysOf(hops)
  return (
    <ul aria-label={messages.picture} className="grid gap-2 rounded-control border border-line bg-well p-3 text-fine">
      {ways.map((way, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ways have no other name than their place.
        <li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          {ways.length > 1 && way[0] && (
            <span className="basis-full text-quiet">{messages.share(percentText(way[0].shareBps))}</span>
          )}
          <Stop token={sell} />
          {way.map((hop, step) => (
            <Fragment key={`${hop.tokenIn} ${hop.tokenOut}`}>
              <Leg
                text={hop.feePpm === undefined ? messages.anyPool : messages.poolFeeOf(percentText(hop.feePpm / 100))}
              />
              {(step < way.length - 1 || crossesBridge) && <NamedStop address={hop.tokenOut} near={sell} />}
            </Fragment>
          ))}
          {crossesBridge && <Leg text={messages.bridge(foreignText(buy.chain.name))} />}
          <Stop token={buy} />
        </li>
      ))}
    </ul>
  )
}

function Leg({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-quiet tabular-nums">
      {text}
      <Icon name="down" className={`size-3.5 ${locale.isMirrored ? 'rotate-90' : '-rotate-90'}`} />
    </span>
  )
}

function Stop({ token }: { token: Token }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-ink">
      <TokenImage token={token} size="small" hasChain />
      <bdi translate="no">{token.symbol}</bdi>
    </span>
  )
}

/** An intermediate token, by its symbol if it is listed, else by its address. */
function NamedStop({ address, near }: { address: string; near: Token }) {
  const { tokens } = useTokens()
  const token = tokens.find((listed) => !listed.isNative && sameToken(listed, { ...near, isNative: false, address }))
  return token ? <Stop token={token} /> : <bdi className="font-mono text-ink">{shortAddress(address)}</bdi>
}

function waysOf(hops: readonly RouteHop[]): readonly (readonly RouteHop[])[] {
  return [...new Set(hops.map(({ way }) => way))].map((number) => hops.filter(({ way }) => way === number))
}

/** The route in the calldata of a quote; empty where it cannot be read, as on Solana. Display only. */
function decodedRoute(
  transactions: SwapAnswer['transactions'],
  { chain }: Token,
  chains: readonly DeploymentChain[],
): DecodedRoute {
  const wrapped = chains.find(({ chainId }) => chainId === chain.chainId)?.wrappedNative
  if (chain.kind !== 'evm') return { hops: [], crossesBridge: false }
  return routeOf(
    transactions.flatMap(({ to, data }) =>
      to !== undefined && typeof data === 'string'
        ? [decodeCall({ to, caller: nobody, value: 0n, data }, { wrapped })]
        : [],
    ),
  )
}

/** The sender makes no difference to the pools of the route. */
const nobody = '0x000000000000000000000000000000000000dEaD'
