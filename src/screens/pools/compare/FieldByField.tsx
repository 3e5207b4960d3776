import { useMemo, useState } from 'react'
import { flattenAgainst } from '../../../components/pools/poolPaths'
import { RecordLines } from '../../../components/pools/RecordLines'
import { isAlike, type RecordLine, recordLines } from '../../../domain/pools/poolHistory'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Details } from '../../../ui/Rows'
import { compareMessages } from './messages'
import type { ComparedPool } from './useComparedPools'

type SidesProps = { readonly sides: readonly ComparedPool[] }

/** The raw records side by side, with every path that any of them has; the figures above are what most people compare. */
export function FieldByField({ sides }: SidesProps) {
  const messages = useMessages(compareMessages)
  const lines = useMemo(() => {
    // List entries are named by their index in the last column, usually the latest.
    const last = sides.findLast(({ row }) => row)?.row?.pool.record
    return recordLines(sides.map(({ row }) => (row ? flattenAgainst(row.pool.record, last) : [])))
  }, [sides])
  return (
    <Card title={messages.fieldByField}>
      <Details summary={messages.allFields(lines.length)} isPlain isLazy>
        <Fields lines={lines} sides={sides} />
      </Details>
    </Card>
  )
}

function Fields({ lines, sides }: SidesProps & { readonly lines: readonly RecordLine[] }) {
  const messages = useMessages(compareMessages)
  const [isDiffering, setDiffering] = useState(true)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = lines.filter(
    (line) =>
      !(isDiffering && sides.length > 1 && isAlike(line)) &&
      (wanted === '' || [line.path, ...line.values].some((text) => text?.toLowerCase().includes(wanted))),
  )
  const titles = sides.map(({ title }) => title)
  return (
    <div className="grid gap-3">
      {sides.length > 1 && <Checkbox label={messages.onlyDiffering} isChecked={isDiffering} onChange={setDiffering} />}
      <div className="max-w-form">
        <TextField label={messages.searchFields} value={typed} onChange={setTyped} />
      </div>
      {found.length === 0 ? (
        <p className="text-fine">{wanted === '' ? messages.allAlike : messages.noFields}</p>
      ) : (
        <RecordLines
          caption={messages.fieldByField}
          lines={found}
          heads={titles}
          changeHeads={titles.slice(1).map(messages.delta)}
        />
      )}
    </div>
  )
}
