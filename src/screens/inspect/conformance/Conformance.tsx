import { useState } from 'react'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { timeOfDayText } from '../../../domain/text/dateText'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { DataTable } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { inspectMessages } from '../messages'
import { Answer, Deviations, useRequests } from '../requests/Requests'
import { sampleQuoteRequest } from '../sampleQuote'
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
  const { client, deployment } = useServices()
  const { tokens } = useTokens()
  const { now, earlier } = useRequests()
  const [isAsking, setAsking] = useState(false)
  const question = sampleQuoteRequest(tokens, deployment)
  const ask = async () => {
    if (!question) return
    setAsking(true)
    await client.swap(question)
    setAsking(false)
  }
  const answered = [...now, ...earlier].filter(({ outcome }) => outcome !== 'aborted')
  const rows = calls.map((call) => {
    const entry = answered.find(({ method, path }) => `${method} ${path}`.startsWith(call))
    return { call, entry }
  })
  return (
    <Card title={messages.title} actions={<ExportButton what="conformance" content={() => rows} />}>
      <div className="grid gap-4">
        <p className="text-fine text-quiet">{messages.hint}</p>
        <div>
          <Button kind="soft" isBusy={isAsking} disabled={!question} onClick={() => void ask()}>
            {messages.run}
          </Button>
        </div>
        {tokens.length > 0 && !question && <p className="text-fine text-quiet">{messages.noQuestion}</p>}
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
      </div>
    </Card>
  )
}
