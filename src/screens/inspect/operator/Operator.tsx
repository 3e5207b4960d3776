import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { chainRecordsQuery } from '../../../api/queries'
import { deploymentMessages } from '../../../components/deployment/deploymentFinding.messages'
import { type NetworkPools, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { evmChains, networkOf } from '../../../domain/chain'
import type { AskedPools } from '../../../preparation/doctor/contractsInAnswers'
import {
  type DeploymentFinding,
  diagnose,
  type FindingLevel,
  type ServiceAnswers,
} from '../../../preparation/doctor/diagnose'
import { type AskedQuote, askQuotes, sampleTrades } from '../../../preparation/doctor/sampleTrades'
import { readCatalog } from '../../../protocol/catalog'
import { useMessages } from '../../../ui/messages'
import { StatusDot, type StatusKind } from '../../../ui/StatusDot'
import { AskCard } from '../AskCard'
import { operatorMessages as messages } from './messages'

/** The doctor's findings, live: the service's answers compared with this deployment's settings. */
export default function Operator() {
  const { client, deployment } = useServices()
  const { chains, tokens } = useTokens()
  const lists = usePoolLists(chains.map(networkOf))
  const pools = chains.flatMap(({ chainId }, index) => askedPools(chainId, lists[index]!))
  const { data: records = noRecords } = useQuery(chainRecordsQuery(client))
  const { remarks } = useMemo(() => readCatalog(records, deployment.chains), [records, deployment])
  const [quotes, setQuotes] = useState<readonly AskedQuote[]>([])
  const answers = { records, chains, tokens, remarks, quotes, pools, contracts: [] }
  const diagnosis = diagnose(answers, deployment)
  return (
    <AskCard
      title={messages.title}
      hint={messages.hint}
      ask={messages.ask}
      onAsk={async ({ sender }) => {
        const trades = evmChains(chains).flatMap((chain) => sampleTrades(chain, tokens, sender))
        const quotes = await askQuotes(trades, async ({ request }) => {
          const result = await client.swap(request)
          return result.is === 'answer' ? { is: 'answer', value: result.answer.value } : result
        })
        setQuotes(quotes)
        return messages.asked(quotes.length)
      }}
    >
      <Findings title={messages.deployment} findings={diagnosis.general} />
      {diagnosis.chains.map(({ chain, findings }) => (
        <Findings key={chain.chainId} title={messages.chain(chain.name, chain.chainId)} findings={findings} />
      ))}
    </AskCard>
  )
}

/** The pools of a chain, once there is an answer. Chains of one name share it. */
function askedPools(chainId: number, { pools, answer, refusal }: NetworkPools): readonly AskedPools[] {
  if (answer) return [{ is: 'read', chainId, pools }]
  return refusal ? [{ is: 'refused', chainId, refusal }] : []
}

function Findings({ title, findings }: { title: string; findings: readonly DeploymentFinding[] }) {
  const texts = useMessages(deploymentMessages)
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-3">
      <h3 className="font-medium text-ink">
        <bdi>{title}</bdi>
      </h3>
      <ul className="grid gap-2">
        {findings.map((finding) => {
          const meaning = texts.meaning(finding)
          return (
            <li
              key={`${finding.code} ${JSON.stringify(finding.facts)}`}
              data-level={finding.level}
              className="grid gap-x-4 gap-y-0.5 md:grid-cols-[7rem_minmax(0,1fr)]"
            >
              <StatusDot kind={dots[finding.level]} label={messages.levels[finding.level]} />
              <span className="grid gap-0.5 text-fine wrap-anywhere">
                <bdi className="text-ink">{texts.finding(finding)}</bdi>
                {meaning !== '' && <bdi className="text-quiet">{meaning}</bdi>}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const noRecords: ServiceAnswers['records'] = []

const dots: Readonly<Record<FindingLevel, StatusKind>> = { good: 'live', limits: 'idle', stops: 'warn' }
