import { priceFigureAt } from '../../domain/prices/priceDirection'
import { exactWithSymbol } from '../../domain/text/figure'
import type { PayingIntent } from '../../guard/liquidityIntent'
import { type LiquidityPool, priceDirectionOf } from '../../preparation/liquidity/liquidityPool'
import { encodeAddLiquidityRequest } from '../../protocol/liquidity'
import type { AddLiquidityRequest } from '../../protocol/serviceMessages'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { liquidityMessages } from './messages'
import { TokenAddresses } from './TokenAddresses'

type RequestPreviewProps = {
  readonly pool: LiquidityPool
  readonly pay: PayingIntent['pay']
  readonly request: AddLiquidityRequest
}

/** The request body, with the meaning of its fields. Shows exactly the text that is sent. */
export function RequestPreview({ pool, pay: [a, b], request }: RequestPreviewProps) {
  const messages = useMessages(liquidityMessages)
  const direction = priceDirectionOf(pool, false)
  const { tickLower, tickUpper } = request
  const price = (tick: number) =>
    messages.priceOf(priceFigureAt(tick, direction), pool.token1.symbol, pool.token0.symbol)
  const { means } = messages
  const meanings: Readonly<Record<keyof AddLiquidityRequest, string>> = {
    amountA: means.amountA(exactWithSymbol(a)),
    amountB: means.amountB(exactWithSymbol(b)),
    tokenAId: means.tokenAId(a.token.symbol),
    tokenBId: means.tokenBId(b.token.symbol),
    tickLower: means.tickLower(price(tickLower)),
    tickUpper: means.tickUpper(price(tickUpper)),
    networkName: means.networkName,
    recipient: request.recipient === '' ? means.recipientNone : means.recipient,
    creationTick: pool.address === undefined ? means.creationTickNew(price(pool.tick)) : means.creationTick,
  }
  const body = encodeAddLiquidityRequest(request)
  const fields = Object.keys(meanings) as (keyof AddLiquidityRequest)[] // each has a meaning
  return (
    <div className="grid gap-3">
      <p className="text-fine text-quiet">{messages.requestNote}</p>
      <TokenAddresses tokens={[a.token, b.token]} />
      <div className="flex items-start gap-2 rounded-control bg-well p-3">
        <pre className="min-w-0 flex-1 font-mono text-fine wrap-anywhere whitespace-pre-wrap">{body}</pre>
        <CopyButton text={body} label={messages.copyRequest} />
      </div>
      <dl aria-label={messages.meanings} className="grid text-fine">
        {fields.map((field) => (
          <div key={field} className="grid gap-x-4 gap-y-0.5 border-b border-line py-2 sm:grid-cols-[7rem_1fr]">
            <dt>
              <code className="text-quiet">{field}</code>
            </dt>
            <dd className="grid min-w-0 gap-0.5">
              <code className="wrap-anywhere text-ink">
                {request[field] === '' ? messages.missingYet : request[field]}
              </code>
              <span className="wrap-anywhere text-quiet">{meanings[field]}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-fine text-quiet">{messages.inverse(`${0 - tickUpper}`, `${0 - tickLower}`)}</p>
    </div>
  )
}
