import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Hex, isHex } from 'viem'
import { completeLines } from './jsonLines'

/** A transaction that can be sent again: signed, or as the request of an impersonated account. */
export type LoggedTransaction = { readonly raw: Hex } | { readonly request: Readonly<Record<string, string>> }

export type LoggedBlock = {
  readonly number: number
  /** Seconds since 1970. */
  readonly time: number
  readonly transactions: readonly LoggedTransaction[]
}

/** The log of a chain. `sent` is written before a transaction is sent, and again as part of its block. */
export type ChainLog = {
  readonly genesisTime: number
  readonly blocks: readonly LoggedBlock[]
  readonly sent: readonly { readonly time: number; readonly transaction: LoggedTransaction }[]
}

/** `undefined` where there is no log. Throws `TransactionLogUnreadable`. */
export function readLog(file: string): ChainLog | undefined {
  const lines = completeLines(file).map((line, index) => {
    const read = v.safeParse(logLine, line)
    if (!read.success) throw new TransactionLogUnreadable(file, index + 1)
    return read.output
  })
  const genesis = lines.find((line) => line.is === 'genesis')
  if (!genesis) return undefined
  return {
    genesisTime: genesis.time,
    blocks: lines.filter((line) => line.is === 'block'),
    sent: lines.filter((line) => line.is === 'sent'),
  }
}

/** Starts a new log with the blocks that the saved state lacks. */
export function writeLog(file: string, genesisTime: number, blocks: readonly LoggedBlock[]): void {
  const lines = [{ is: 'genesis', time: genesisTime }, ...blocks.map(blockLine)]
  writeFileSync(`${file}.tmp`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}

/** Synchronous, so that the line is on disk when the call returns, even if the process then dies. */
export function appendSent(file: string, time: number, transaction: LoggedTransaction): void {
  appendFileSync(file, `${JSON.stringify({ is: 'sent', time, transaction })}\n`)
}

export function appendBlocks(file: string, blocks: readonly LoggedBlock[]): void {
  if (blocks.length > 0) appendFileSync(file, blocks.map((block) => `${JSON.stringify(blockLine(block))}\n`).join(''))
}

function blockLine({ number, time, transactions }: LoggedBlock) {
  return { is: 'block', number, time, transactions }
}

const loggedTransaction = v.union([
  v.object({ raw: v.custom<Hex>((raw) => isHex(raw)) }),
  v.object({ request: v.record(v.string(), v.string()) }),
])

const logLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('is', [
    v.object({ is: v.literal('genesis'), time: v.number() }),
    v.object({ is: v.literal('sent'), time: v.number(), transaction: loggedTransaction }),
    v.object({
      is: v.literal('block'),
      number: v.number(),
      time: v.number(),
      transactions: v.array(loggedTransaction),
    }),
  ]),
)

export class TransactionLogUnreadable extends Error {
  override readonly name = 'TransactionLogUnreadable'

  constructor(file: string, line: number) {
    super(`Line ${line} of ${file} is no block or transaction.`)
  }
}
