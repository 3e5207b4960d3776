import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { chainRecordsQuery } from '../../../api/queries'
import { usePoolLists } from '../../../components/pools/usePoolLists'
import { useRefusalText } from '../../../components/refusal.messages'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { networkOf } from '../../../domain/chain'
import type { SwapAnswer } from '../../../protocol/serviceMessages'
import { StatusDot, type StatusKind } from '../../../ui/StatusDot'
import { AskCard } from '../AskCard'
import { ExportButton } from '../Export'
import { type AssumptionCode, type AssumptionInputs, judges } from './evidence'
import { evidence } from './evidence.messages'
import { assumptions, assumptionMessages as messages } from './messages'

/** Every open point of the specification, our interpretation, and the evidence in live answers. */
export default function Assumptions() {
  const { client, deployment } = useServices()
  const { chains, tokens } = useTokens()
  const { data: records = [] } = useQuery(chainRecordsQuery(client))
  const pools = usePoolLists(chains.slice(0, 4).map(networkOf)).flatMap(({ pools }) => pools)
  const log = useSyncExternalStore(client.log.subscribe, client.log.entries)
  const [swap, setSwap] = useState<SwapAnswer>()
  const refusalText = useRefusalText()
  const facts: AssumptionInputs = { deployment, records, chains, tokens, pools, swap, log }
  const judged = codes.map((code) => {
    const [point, reading] = assumptions[code]
    const [is, says] = judges[code](facts) ?? (['silent', evidence.nothing] as const)
    return { point, reading, is, says }
  })
  return (
    <AskCard
      title={messages.title}
      hint={messages.hint}
      actions={<ExportButton what="assumptions" content={() => judged} />}
      ask={messages.ask}
      onAsk={async (sample) => {
        const heard = await client.swap(sample)
        if (heard.is === 'answer') setSwap(heard.answer.value)
        return heard.is === 'answer' ? messages.asked : messages.refused(refusalText(heard.refusal))
      }}
    >
      <dl className="grid">
        {judged.map(({ point, reading, is, says }) => (
          <div
            key={point}
            data-evidence={is}
            className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="grid content-start gap-1">
              <span className="font-medium text-ink">{point}</span>
              <span className="text-fine">{reading}</span>
            </dt>
            <dd className="grid content-start gap-1">
              <StatusDot kind={dots[is]} label={messages.tones[is]} />
              <bdi className="text-fine wrap-anywhere text-quiet">{says}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </AskCard>
  )
}

const codes = Object.keys(judges) as readonly AssumptionCode[]

const dots: Readonly<Record<keyof typeof messages.tones, StatusKind>> = {
  supports: 'live',
  contradicts: 'warn',
  silent: 'idle',
}
