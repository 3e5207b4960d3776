import type { LedgerEntry } from '../solana/ledgerEntry'

/** The destination of a transfer that starts on Solana, written in the memo of its deposit. */
export type TransferMemo = {
  readonly chain: number
  /** EVM address, or `native`. */
  readonly token: string
  readonly recipient: string
  readonly minimumReceived: bigint
  /** Seconds since 1970. */
  readonly deadline: number
}

const prefix = 'cross1'

export function encodeTransferMemo({ chain, token, recipient, minimumReceived, deadline }: TransferMemo): string {
  return [prefix, chain, token, recipient, minimumReceived, deadline].join(' ')
}

/** `undefined` for other memos. */
export function decodeTransferMemo(memo: string): TransferMemo | undefined {
  const [mark, chain, token, recipient, minOut, deadline, ...rest] = memo.split(' ')
  if (mark !== prefix || rest.length > 0 || !token || !recipient) return undefined
  if (![chain, minOut, deadline].every((number) => number && /^\d{1,40}$/.test(number))) return undefined
  return { chain: Number(chain), token, recipient, minimumReceived: BigInt(minOut!), deadline: Number(deadline) }
}

/** The memos of a transaction that succeeded. */
export function memosOf({ error, transaction, keys }: LedgerEntry): readonly string[] {
  if (error !== null) return []
  return transaction.message.compiledInstructions
    .filter(({ programIdIndex }) => keys[programIdIndex]?.startsWith('Memo'))
    .map(({ data }) => Buffer.from(data).toString())
}
