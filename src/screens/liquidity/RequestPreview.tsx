import { encodeAddLiquidityRequest } from '../../protocol/liquidity'
import type { AddLiquidityRequest } from '../../protocol/serviceMessages'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { liquidityMessages } from './messages'

type RequestPreviewProps = {
  readonly request: AddLiquidityRequest
  /** The meaning of each field, in words. */
  readonly meanings: Readonly<Record<keyof AddLiquidityRequest, string>>
  /** The same range with the tokens in the other order. */
  readonly inverse: string
}

/** The request body, with the meaning of its fields. Shows exactly the text that is sent. */
export function RequestPreview({ request, meanings, inverse }: RequestPreviewProps) {
  const messages = useMessages(liquidityMessages)
  const body = encodeAddLiquidityRequest(request)
  return (
    <div className="grid gap-3">
      <p className="text-fine text-quiet">{messages.requestNote}</p>
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
      <p className="text-fine text-quiet">{inverse}</p>
    </div>
  )
}

const fields = [
  'amountA',
  'amountB',
  'tokenAId',
  'tokenBId',
  'tickLower',
  'tickUpper',
  'networkName',
  'recipient',
  'creationTick',
] as const satisfies readonly (keyof AddLiquidityRequest)[]
