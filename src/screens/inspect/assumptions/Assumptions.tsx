import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { chainRecordsQuery } from '../../../api/queries'
import { useNetworks, usePoolLists } from '../../../components/pools/usePoolLists'
import { useRefusalText } from '../../../components/refusal.messages'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import type { SwapAnswer } from '../../../protocol/serviceMessages'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { StatusDot, type StatusKind } from '../../../ui/StatusDot'
import { ExportButton } from '../Export'
import { sampleQuoteRequest } from '../sampleQuote'
import { type AssumptionCode, type AssumptionInputs, judges } from './evidence'
import { type AssumptionEvidence, evidenceMessages, evidenceText } from './evidence.messages'
import { assumptionMessages } from './messages'

/** Every open point of the specification, our interpretation, and the evidence in live answers. */
export default function Assumptions() {
  const messages = useMessages(assumptionMessages)
  const { client, deployment } = useServices()
  const { tokens } = useTokens()
  const { chains } = useNetworks()
  const { data: records = [] } = useQuery(chainRecordsQuery(client))
  const names = useMemo(() => chains.slice(0, 4).map(({ name }) => name), [chains])
  const pools = usePoolLists(names).flatMap(({ pools }) => pools)
  const log = useSyncExternalStore(client.log.subscribe, client.log.entries)
  const [swap, setSwap] = useState<SwapAnswer>()
  const [outcome, setOutcome] = useState<string>()
  const refusalText = useRefusalText()
  const sentences = useMessages(evidenceMessages)
  const question = sampleQuoteRequest(tokens, deployment)
  const ask = async () => {
    if (!question) return
    const heard = await client.swap(question)
    if (heard.is === 'answer') setSwap(heard.answer.value)
    setOutcome(heard.is === 'answer' ? messages.asked : messages.refused(refusalText(heard.refusal)))
  }

  const facts: AssumptionInputs = { deployment, records, chains, tokens, pools, swap, log }
  const judged = codes.map((code) => ({ code, evidence: judges[code](facts) }))
  return (
    <Card
      title={messages.title}
      actions={
        <ExportButton
          what="assumptions"
          content={() =>
            judged.map(({ code, evidence }) => ({
              point: messages.point(code),
              reading: messages.reading(code),
              is: evidence.is,
              says: evidenceText(evidence, sentences),
            }))
          }
        />
      }
    >
      <div className="grid gap-4">
        <p className="text-fine text-quiet">{messages.hint}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" kind="soft" disabled={!question} onClick={() => void ask()}>
            {messages.ask}
          </Button>
          <p role="status" className="text-fine text-quiet">
            {outcome}
          </p>
        </div>
        <dl className="grid">
          {judged.map(({ code, evidence }) => (
            <div
              key={code}
              data-evidence={evidence.is}
              className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
              <dt className="grid content-start gap-1">
                <span className="font-medium text-ink">{messages.point(code)}</span>
                <span className="text-fine">{messages.reading(code)}</span>
              </dt>
              <dd className="grid content-start gap-1">
                <StatusDot kind={dots[evidence.is]} label={messages.tones[evidence.is]} />
                <bdi className="text-fine wrap-anywhere text-quiet">{evidenceText(evidence, sentences)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

const codes = Object.keys(judges) as readonly AssumptionCode[]

const dots: Readonly<Record<AssumptionEvidence['is'], StatusKind>> = {
  supports: 'live',
  contradicts: 'warn',
  silent: 'idle',
}
