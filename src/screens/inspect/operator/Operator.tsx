import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Client } from '../../../api/client'
import { chainRecordsQuery, poolsQuery } from '../../../api/queries'
import { deploymentMessages } from '../../../components/deployment/deploymentFinding.messages'
import { usePoolReaders } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { type Chain, evmChains, networkOf } from '../../../domain/chain'
import {
  type AskedPools,
  type AskedQuote,
  type DeploymentFinding,
  type DeploymentSettings,
  diagnose,
  type FindingLevel,
  type ServiceAnswers,
} from '../../../preparation/doctor/diagnose'
import { type SampleTrade, sampleTrades } from '../../../preparation/doctor/sampleTrades'
import { readCatalog } from '../../../protocol/catalog'
import { useMessages } from '../../../ui/messages'
import { StatusDot, type StatusKind } from '../../../ui/StatusDot'
import { AskCard } from '../AskCard'
import { operatorMessages } from './messages'

/** The doctor's findings, live: the service's answers compared with this deployment's settings. */
export default function Operator() {
  const messages = useMessages(operatorMessages)
  const { client, deployment } = useServices()
  const { chains, tokens } = useTokens()
  const { data: records = noRecords } = useQuery(chainRecordsQuery(client))
  const { remarks } = useMemo(() => readCatalog(records, deployment.chains), [records, deployment])
  const [quotes, setQuotes] = useState<readonly AskedQuote[]>([])
  const answers: ServiceAnswers = { records, chains, tokens, remarks, quotes, pools: [], contracts: [] }
  return (
    <AskCard
      title={messages.title}
      hint={messages.hint}
      ask={messages.ask}
      onAsk={async ({ sender }) => {
        const quotes = await askAll(
          client,
          evmChains(chains).flatMap((chain) => sampleTrades(chain, tokens, sender)),
        )
        setQuotes(quotes)
        return messages.asked(quotes.length)
      }}
    >
      <Findings title={messages.deployment} findings={diagnose(answers, deployment).general} />
      {chains.map((chain) => (
        <ChainFindings key={chain.chainId} chain={chain} answers={answers} settings={deployment} />
      ))}
    </AskCard>
  )
}

type ChainFindingsProps = { chain: Chain; answers: ServiceAnswers; settings: DeploymentSettings }

function ChainFindings({ chain, answers, settings }: ChainFindingsProps) {
  const messages = useMessages(operatorMessages)
  const pools = useAskedPools(chain)
  const [found] = diagnose({ ...answers, chains: [chain], pools }, settings).chains
  return <Findings title={messages.chain(chain.name, chain.chainId)} findings={found?.findings ?? []} />
}

/** The pools of a chain as far as they were asked for. */
function useAskedPools(chain: Chain): readonly AskedPools[] {
  const { client } = useServices()
  const readerOf = usePoolReaders()
  const network = networkOf(chain)
  const { chainId } = chain
  const { data, error } = useQuery(poolsQuery(client, network))
  const pools = useMemo(() => data && readerOf(network).reader.read(data.value), [data, readerOf, network])
  if (pools) return [{ is: 'read', chainId, pools }]
  return error ? [{ is: 'refused', chainId, refusal: error.refusal }] : []
}

function Findings({ title, findings }: { title: string; findings: readonly DeploymentFinding[] }) {
  const messages = useMessages(operatorMessages)
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

/** Sequential, so that a service does not get many quote requests at the same time. */
async function askAll(client: Client, trades: readonly SampleTrade[]): Promise<readonly AskedQuote[]> {
  const quotes: AskedQuote[] = []
  for (const { chainId, trade, request } of trades) {
    const asked = { chainId, trade, slippage: request.slippage }
    const result = await client.swap(request)
    quotes.push(
      result.is === 'answer'
        ? { ...asked, is: 'answer', answer: result.answer.value }
        : { ...asked, is: 'refused', refusal: result.refusal },
    )
  }
  return quotes
}

const noRecords: ServiceAnswers['records'] = []

const dots: Readonly<Record<FindingLevel, StatusKind>> = { good: 'live', limits: 'idle', stops: 'warn' }
