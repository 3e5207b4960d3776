import { encodeAddLiquidityRequest } from '../../protocol/liquidity'
import type { AddLiquidityRequest } from '../../protocol/messages'
import { CopyButton } from '../../ui/CopyButton'
import { Cell, Head, Table } from '../../ui/Table'
import { useWords } from '../../ui/words'
import { liquidityWords } from './words'

type RequestPreviewProps = {
  readonly request: AddLiquidityRequest
  /** What each field means here, in words. */
  readonly meanings: Readonly<Record<keyof AddLiquidityRequest, string>>
  /** The same range for whoever reads the tokens the other way round. */
  readonly inverse: string
}

/** The literal body of the request beside what it means. What is shown is the very text that is sent. */
export function RequestPreview({ request, meanings, inverse }: RequestPreviewProps) {
  const words = useWords(liquidityWords)
  const body = encodeAddLiquidityRequest(request)
  return (
    <div className="grid gap-3">
      <p className="text-fine text-quiet">{words.requestNote}</p>
      <div className="flex items-start gap-2 rounded-control bg-well p-3">
        <pre className="min-w-0 flex-1 font-mono text-fine wrap-anywhere whitespace-pre-wrap">{body}</pre>
        <CopyButton text={body} label={words.copyRequest} />
      </div>
      <Table caption={words.request}>
        <thead>
          <tr>
            <Head>{words.field}</Head>
            <Head>{words.sent}</Head>
            <Head>{words.meaning}</Head>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <Cell>
                <code>{field}</code>
              </Cell>
              <Cell>
                <code className="wrap-anywhere">{request[field]}</code>
              </Cell>
              <Cell>{meanings[field]}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
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
