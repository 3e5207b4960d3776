import { open } from 'node:fs/promises'
import * as v from 'valibot'
import { completeLines } from '../persistence/jsonLines'
import type { TransferJournal, TransferRecord } from './transfer'

/** A journal in memory, for chains that end with this process too. */
export function memoryJournal(first: readonly TransferRecord[] = []): TransferJournal {
  const records = new Map(first.map((record) => [record.transfer.key, record]))
  return {
    records: () => [...records.values()],
    write: async (record) => {
      records.set(record.transfer.key, record)
    },
  }
}

/**
 * A journal in a file: one line per state change, flushed to disk before the action it announces. A last line that a
 * crash cut off is ignored. Throws `JournalUnreadable`.
 */
export function fileJournal(file: string): TransferJournal {
  const memory = memoryJournal(readRecords(file))
  let last: Promise<void> = Promise.resolve()
  return {
    records: memory.records,
    write: (record) => {
      last = last
        .catch(() => undefined)
        .then(async () => {
          await append(file, encodeRecord(record))
          await memory.write(record)
        })
      return last
    },
  }
}

async function append(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(`${line}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** The latest state of each transfer. */
function readRecords(file: string): TransferRecord[] {
  const records = new Map<string, TransferRecord>()
  for (const [index, line] of completeLines(file).entries()) {
    const record = decodeRecord(line)
    if (!record) throw new JournalUnreadable(file, index + 1)
    records.set(record.transfer.key, record)
  }
  return [...records.values()]
}

/** The file uses `crossing`, `passage` and `minOut`, former names of transfers, their states and minimums. */
function encodeRecord({ transfer, state }: TransferRecord): string {
  const { amount, minimumReceived, ...rest } = transfer
  return JSON.stringify({ crossing: { ...rest, amount: `${amount}`, minOut: `${minimumReceived}` }, passage: state })
}

function decodeRecord(line: string): TransferRecord | undefined {
  const read = v.safeParse(storedRecord, line)
  if (!read.success) return undefined
  const { minOut, ...crossing } = read.output.crossing
  return { transfer: { ...crossing, minimumReceived: minOut }, state: read.output.passage }
}

const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,80}$/),
  v.transform((digits) => BigInt(digits)),
)

const storedRecord = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    crossing: v.object({
      key: v.string(),
      source: v.number(),
      deposit: v.string(),
      sender: v.string(),
      amount: units,
      destination: v.number(),
      token: v.string(),
      recipient: v.string(),
      minOut: units,
      deadline: v.number(),
    }),
    passage: v.variant('at', [
      v.object({ at: v.literal('seen') }),
      v.object({ at: v.literal('filling'), payment: v.string() }),
      v.object({ at: v.picklist(['filled', 'released']), transaction: v.string() }),
      v.object({ at: v.picklist(['refunding', 'refunded']), why: v.string() }),
    ]),
  }),
)

/**
 * A line of the journal is unreadable. Continuing without it could pay a transfer twice, so the relayer does not start.
 */
export class JournalUnreadable extends Error {
  override readonly name = 'JournalUnreadable'

  constructor(file: string, line: number) {
    super(`Line ${line} of ${file} is not a transfer between chains. Empty the folder to start with new chains.`)
  }
}
