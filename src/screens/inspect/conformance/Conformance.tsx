import { useServices } from '../../../components/services'
import { timeOfDayText } from '../../../domain/text/dateText'
import { useMessages } from '../../../ui/messages'
import { DataTable } from '../../../ui/Table'
import { AskCard } from '../AskCard'
import { ExportButton } from '../Export'
import { inspectMessages } from '../messages'
import { Answer, Deviations, useRequests } from '../requests/Requests'
import { conformanceMessages } from './messages'

/** The calls of the specification, each as the beginning of a request. */
const calls = [
  'GET /api/blockchain',
  'POST /api/swap/native',
  'POST /api/amm/interactions/add',
  'GET /api/amm/pool/all/',
]

/** The latest response to each call of the specification, with its deviations. */
export default function Conformance() {
  const messages = useMessages(conformanceMessages)
  const heads = useMessages(inspectMessages)
  const { client } = useServices()
  const { now, earlier } = useRequests()
  const answered = [...now, ...earlier].filter(({ outcome }) => outcome !== 'aborted')
  const rows = calls.map((call) => {
    const entry = answered.find(({ method, path }) => `${method} ${path}`.startsWith(call))
    return { call, entry }
  })
  return (
    <AskCard
      title={messages.title}
      hint={messages.hint}
      actions={<ExportButton what="conformance" content={() => rows} />}
      ask={messages.run}
      onAsk={async (sample) => {
        await client.swap(sample)
        return messages.asked
      }}
    >
      <DataTable
        caption={messages.title}
        rows={rows}
        keyOf={({ call }) => call}
        columns={[
          {
            head: heads.asked,
            cell: ({ call, entry }) => (
              <code className="font-mono wrap-anywhere">{entry ? `${entry.method} ${entry.path}` : call}</code>
            ),
          },
          { head: heads.time, cell: ({ entry }) => entry && timeOfDayText(entry.at) },
          {
            head: heads.answer,
            cell: ({ entry }) =>
              entry ? <Answer entry={entry} /> : <span className="text-quiet">{messages.notAsked}</span>,
          },
          { head: heads.differs, cell: ({ entry }) => entry && <Deviations entry={entry} /> },
        ]}
      />
    </AskCard>
  )
}
