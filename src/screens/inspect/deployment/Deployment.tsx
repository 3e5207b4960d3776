import { version } from '../../../../package.json'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { networkOf } from '../../../domain/chain'
import { timeOfDayText } from '../../../domain/text/dateText'
import { Card } from '../../../ui/Card'
import { ExternalLink } from '../../../ui/ExternalLink'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { Row, Rows } from '../../../ui/Rows'
import { Select } from '../../../ui/Select'
import { DataTable } from '../../../ui/Table'
import { AskCard } from '../AskCard'
import Assumptions from '../assumptions/Assumptions'
import { ExportButton } from '../Export'
import Health from '../health/Health'
import { inspectMessages as messages } from '../messages'
import Operator from '../operator/Operator'
import { Answer, Deviations, useRequests } from '../requests/Requests'
import SchemaRadar from '../schema/SchemaRadar'
import { useScrollToPart } from '../useScrollToPart'

const parts = [
  ['health', Health],
  ['operator', Operator],
  ['conformance', Conformance],
  ['assumptions', Assumptions],
  ['schema', SchemaRadar],
] as const

/** All known facts about the deployment and its service, on one page. */
export default function Deployment() {
  const { chains } = useTokens()
  const [network = '', choose] = useSearchParam('network')
  useScrollToPart()
  return (
    <>
      <DeploymentCard />
      <ChainsCard />
      <div className="grid items-end gap-3 sm:grid-cols-[14rem_auto] sm:justify-start">
        <Select
          label={messages.network}
          value={network}
          options={[
            { value: '', label: messages.everyNetwork },
            ...chains.map((chain) => ({ value: networkOf(chain), label: chain.name })),
          ]}
          onChange={choose}
        />
        <nav aria-label={messages.onThisPage} className="flex flex-wrap gap-x-4">
          {parts.map(([name]) => (
            <a
              key={name}
              href={`#${name}`}
              className="inline-flex min-h-9 items-center font-medium text-action underline-offset-4 hover:underline"
            >
              {messages.part[name]}
            </a>
          ))}
        </nav>
      </div>
      {parts.map(([name, Part]) => (
        <div key={name} id={name} className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-5">
          <Part />
        </div>
      ))}
    </>
  )
}

function DeploymentCard() {
  const { mode, name, apiBase, slippageUnit, imageBaseUrl } = useServices().deployment
  return (
    <Card title={messages.deployment}>
      <Rows isFine>
        <Row term={messages.mode}>{messages.modes[mode]}</Row>
        <Row term={messages.name}>{name}</Row>
        <Row term={messages.version}>{version}</Row>
        <Row term={messages.base}>{apiBase || messages.sameOrigin}</Row>
        <Row term={messages.slippageUnit}>{slippageUnit}</Row>
        <Row term={messages.images}>{imageBaseUrl ?? messages.noImages}</Row>
      </Rows>
    </Card>
  )
}

function ChainsCard() {
  const { chains } = useServices().deployment
  if (chains.length === 0) return null
  return (
    <Card title={messages.chains}>
      <DataTable
        caption={messages.chains}
        rows={chains}
        keyOf={({ chainId }) => chainId}
        columns={[
          { head: messages.chain, cell: ({ name }) => name },
          { head: messages.number, isFigure: true, cell: ({ chainId }) => chainId },
          { head: messages.kind, cell: ({ kind }) => kind },
          {
            head: messages.node,
            cell: ({ rpcUrls }) => (
              <span className="block max-w-64 min-w-32 wrap-anywhere">{rpcUrls[0] ?? messages.none}</span>
            ),
          },
          {
            head: messages.explorer,
            cell: ({ explorerUrl }) =>
              explorerUrl ? <ExternalLink href={explorerUrl}>{messages.explorer}</ExternalLink> : messages.none,
          },
          { head: messages.confirmations, isFigure: true, cell: ({ confirmations }) => confirmations },
        ]}
      />
    </Card>
  )
}

/** The calls of the specification, each as the beginning of a request. */
const calls = [
  'GET /api/blockchain',
  'POST /api/swap/native',
  'POST /api/amm/interactions/add',
  'GET /api/amm/pool/all/',
]

/** The latest response to each call of the specification, with its deviations. */
function Conformance() {
  const { client } = useServices()
  const { now, earlier } = useRequests()
  const answered = [...now, ...earlier].filter(({ outcome }) => outcome !== 'aborted')
  const rows = calls.map((call) => {
    const entry = answered.find(({ method, path }) => `${method} ${path}`.startsWith(call))
    return { call, entry }
  })
  return (
    <AskCard
      title={messages.conformance.title}
      hint={messages.conformance.hint}
      actions={<ExportButton what="conformance" content={() => rows} />}
      ask={messages.conformance.run}
      onAsk={async (sample) => {
        await client.swap(sample)
        return messages.conformance.asked
      }}
    >
      <DataTable
        caption={messages.conformance.title}
        rows={rows}
        keyOf={({ call }) => call}
        columns={[
          {
            head: messages.asked,
            cell: ({ call, entry }) => (
              <code className="font-mono wrap-anywhere">{entry ? `${entry.method} ${entry.path}` : call}</code>
            ),
          },
          { head: messages.time, cell: ({ entry }) => entry && timeOfDayText(entry.at) },
          {
            head: messages.answer,
            cell: ({ entry }) =>
              entry ? <Answer entry={entry} /> : <span className="text-quiet">{messages.conformance.notAsked}</span>,
          },
          { head: messages.differs, cell: ({ entry }) => entry && <Deviations entry={entry} /> },
        ]}
      />
    </AskCard>
  )
}
