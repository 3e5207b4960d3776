import { useState } from 'react'
import { growth, isAlike, type RecordLine } from '../../domain/pools/poolHistory'
import { dateTimeText } from '../../domain/text/dateText'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { DataTable } from '../../ui/Table'
import { signedPercentText } from '../positions/figures'
import { poolMessages } from './messages'

type RecordLinesProps = {
  readonly caption: string
  readonly lines: readonly RecordLine[]
  /** The heads of the records, and of the changes from the first of them to each other. */
  readonly heads: readonly string[]
  readonly changeHeads: readonly string[]
}

/** Records of pools next to each other by path, and how much each number differs from that of the first. */
export function RecordLines({ caption, lines, heads, changeHeads }: RecordLinesProps) {
  const messages = useMessages(poolMessages)
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <DataTable
        caption={caption}
        height="max-h-[40rem]"
        rows={isWhole ? lines : lines.slice(0, most)}
        keyOf={({ path }) => path}
        columns={[
          {
            head: messages.path,
            cell: ({ path }) => <code className="inline-block min-w-32 font-mono wrap-anywhere">{path}</code>,
          },
          ...heads.map((head, index) => ({
            head: <bdi>{head}</bdi>,
            isFigure: true,
            // Figures have many digits: they wrap, but not into a very narrow column.
            cell: ({ values }: RecordLine) => (
              <span className="inline-block min-w-24 wrap-anywhere">
                {momentText(values[index]) ?? <i className="text-quiet">{messages.wasNotThere}</i>}
              </span>
            ),
          })),
          ...changeHeads.map((head, index) => ({
            head: <bdi>{head}</bdi>,
            isFigure: true,
            cell: (line: RecordLine) => changeText(line, index + 1),
          })),
        ]}
      />
      {lines.length > most && !isWhole && (
        <Button size="small" onClick={() => setWhole(true)}>
          {messages.showAll(lines.length)}
        </Button>
      )}
    </>
  )
}

/** Rendered before *Show all* is pressed. */
const most = 300

/** Names and settings differ by nothing that is a share. */
function changeText({ path, values }: RecordLine, index: number): string {
  const pair = [values[0], values[index]] as const
  return isName.test(path) || isAlike({ values: pair }) ? '' : growthText(...pair)
}

export function growthText(from: string | undefined, to: string | undefined): string {
  const grown = growth(from, to)
  return grown === undefined || !Number.isFinite(grown * 10_000) ? '' : signedPercentText(grown * 10_000)
}

/** Fields with a number that is no amount: `tokenAId`, `token0.decimals`, `chainId`, `updatedAt`, `blockNumber`. */
const isName =
  /(?:(?:^|\.)id|I[dD]|[dD]ecimals|[sS]pacing|[tT]ick(?:Lower|Upper)?|[bB]lock(?:Number)?|[nN]once|[vV]ersion|[iI]ndex|[tT]ime(?:stamp)?|[a-z]At|\.at)$/

/** A time of a record as all times are written. */
function momentText(value: string | undefined): string | undefined {
  return value && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) ? dateTimeText(Date.parse(value)) : value
}
