import { type ReactNode, useState } from 'react'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { toUnits } from '../../domain/amount'
import type { Token } from '../../domain/token'
import { quoteRequestFor } from '../../preparation/swapRequest'
import type { Deployment } from '../../protocol/deployment/deployment'
import type { SwapRequest } from '../../protocol/serviceMessages'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { inspectMessages as messages } from './messages'

type AskCardProps = {
  readonly title: string
  readonly hint: string
  readonly actions?: ReactNode
  /** The label of the button that asks. */
  readonly ask: string
  /** Asks for quotes such as `sample`; resolves to a sentence about the outcome. */
  readonly onAsk: (sample: SwapRequest) => Promise<string>
  readonly children: ReactNode
}

/** A part of the inspector that compares live answers, and can ask for more of them. */
export function AskCard({ title, hint, actions, ask, onAsk, children }: AskCardProps) {
  const { deployment } = useServices()
  const { tokens } = useTokens()
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<string>()
  const sample = sampleQuoteRequest(tokens, deployment)
  const press = async () => {
    if (!sample) return
    setAsking(true)
    setOutcome(await onAsk(sample))
    setAsking(false)
  }
  return (
    <Card title={title} actions={actions}>
      <div className="grid gap-4">
        <p className="text-fine text-quiet">{hint}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" kind="soft" isBusy={isAsking} disabled={!sample} onClick={() => void press()}>
            {ask}
          </Button>
          <p role="status" className="text-fine text-quiet">
            {isAsking ? messages.asking : tokens.length > 0 && !sample ? messages.noSample : outcome}
          </p>
        </div>
        {children}
      </div>
    </Card>
  )
}

/** A sample quote any deployment can answer: one whole token for another on the same chain, without an account. */
function sampleQuoteRequest(tokens: readonly Token[], { slippageUnit }: Deployment): SwapRequest | undefined {
  const priced = tokens.filter(({ isNative, price }) => !isNative && price !== undefined)
  const sell = priced.find(({ chain, decimals }) => chain.kind === 'evm' && chain.isEnabled && decimals > 0)
  const buy = priced.find((token) => token.chain === sell?.chain && token !== sell)
  if (!sell || !buy) return undefined
  const amount = { token: sell, units: toUnits('1', sell.decimals) }
  return quoteRequestFor({ sell: amount, buy, slippageBps: 50, sender: undefined, recipient: undefined }, slippageUnit)
}
