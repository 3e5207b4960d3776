import { useQueryClient } from '@tanstack/react-query'
import { poolMessages } from '../../../components/pools/messages'
import { MomentComparison, Sparklines } from '../../../components/pools/PoolMoments'
import { writePoolHistory } from '../../../components/pools/poolHistoryFile'
import { poolKey } from '../../../components/pools/poolPath'
import { clearPoolHistory } from '../../../components/pools/recordHistory'
import { useServices } from '../../../components/services'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { fileName, saveFile } from '../../../ui/saveFile'

type HistoryProps = {
  readonly network: string
  readonly id: string
  readonly moments: readonly PoolSnapshot[]
}

/** The history that this browser recorded: a sparkline per figure, and the difference between any two moments. */
export function History({ network, id, moments }: HistoryProps) {
  const messages = useMessages(poolMessages)
  const { client, clock } = useServices()
  const queries = useQueryClient()
  const save = () => {
    const text = writePoolHistory({ network, pool: id, moments })
    saveFile(fileName('pool-history', clock(), 'json'), text, 'application/json')
  }
  return (
    <Card title={messages.history}>
      <div className="grid gap-4">
        <p className="text-fine text-quiet">
          {moments.length === 0 ? messages.noHistory : messages.historyHint(moments.length)}
        </p>
        <Sparklines moments={moments} />
        {moments.length > 1 && (
          <MomentComparison moments={moments} sideBySide={(times) => comparisonOf(network, id, times)} />
        )}
        {moments.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={save}>
              {messages.exportHistory}
            </Button>
            <Button
              size="small"
              kind="bare"
              onClick={() => void clearPoolHistory(queries, { base: client.base, network, id })}
            >
              {messages.forget}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function comparisonOf(network: string, id: string, times: readonly number[]): string {
  const params = new URLSearchParams({ network, view: 'compare' })
  for (const at of times) params.append('compare', `${poolKey(network, id)}@${at}`)
  return `/pools?${params}`
}
