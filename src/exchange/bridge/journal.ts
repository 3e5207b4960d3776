import { existsSync, readFileSync, truncateSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Crossing, Entry, PassageJournal } from './transfer'

/** A journal in memory: for chains that do not outlive the process either. */
export function memoryJournal(first: readonly Entry[] = []): PassageJournal {
  const entries = new Map(first.map((entry) => [entry.crossing.key, entry]))
  return {
    entries: () => [...entries.values()],
    write: async (entry) => {
      entries.set(entry.crossing.key, entry)
    },
  }
}

/**
 * A journal in a file: a line for each move, flushed to the disk before the deed it announces. A last line cut short
 * by a crash is a move that was never made.
 */
export function fileJournal(file: string): PassageJournal {
  const memory = memoryJournal(existsSync(file) ? readLines(wholeLines(file)) : [])
  let last: Promise<void> = Promise.resolve()
  return {
    entries: memory.entries,
    write: (entry) => {
      last = last
        .catch(() => undefined)
        .then(async () => {
          await append(file, toLine(entry))
          await memory.write(entry)
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

/** Cuts off what a crash left half written, so that the next line does not grow onto it. */
function wholeLines(file: string): readonly string[] {
  const bytes = readFileSync(file)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (whole.length < bytes.length) truncateSync(file, whole.length)
  return whole.toString().split('\n').filter(Boolean)
}

function readLines(lines: readonly string[]): Entry[] {
  const entries = new Map<string, Entry>()
  for (const line of lines) {
    const entry = fromLine(line)
    entries.set(entry.crossing.key, entry)
  }
  return [...entries.values()]
}

function toLine({ crossing, passage }: Entry): string {
  const { amount, minOut, ...rest } = crossing
  return JSON.stringify({ crossing: { ...rest, amount: `${amount}`, minOut: `${minOut}` }, passage })
}

type Line = {
  readonly crossing: Omit<Crossing, 'amount' | 'minOut'> & { readonly amount: string; readonly minOut: string }
  readonly passage: Entry['passage']
}

function fromLine(line: string): Entry {
  const { crossing, passage }: Line = JSON.parse(line)
  return { crossing: { ...crossing, amount: BigInt(crossing.amount), minOut: BigInt(crossing.minOut) }, passage }
}
