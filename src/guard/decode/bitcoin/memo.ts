import { clip } from '../../../domain/text/label'
import type { Json } from '../../../protocol/json/json'
import type { TransactionRecord } from '../../../protocol/serviceMessages'
import { type Reason, reason } from '../../findings/reason'
import { isPsbt } from './psbt'

/** The memo a payment must carry so that the service can assign it. */
export type Memo =
  | { readonly is: 'none' }
  | {
      readonly is: 'text'
      readonly text: string
      /**
       * The printable characters of a memo that has unprintable bytes; `text` is then its bytes in hexadecimal. A
       * reader of the memo may also skip such bytes.
       */
      readonly printable?: string
    }
  /** `why` is missing where the answer contradicts itself, or has something else where the memo belongs. */
  | { readonly is: 'unreadable'; readonly why?: Reason }

/** The most bytes of an OP_RETURN output; longer ones are not relayed by every node. */
const maxMemoBytes = 80

type Said = Pick<TransactionRecord, 'data' | 'rest'>

/** Reads the memo from `data` (text, or its bytes in hexadecimal) or from a member named memo. */
export function readMemo({ data, rest }: Said): Memo {
  return agreed(readText(data), readNamed(rest.memo))
}

/** The memo in an output of a transaction to sign, in hexadecimal. Unprintable bytes are shown as these digits. */
export function readCarriedMemo(carried: string | undefined, { rest }: Pick<Said, 'rest'>): Memo {
  const named = readNamed(rest.memo)
  if (carried) return agreed(carriedMemo(carried), named)
  return named.is === 'text' ? refused(reason('memo.not-carried', { memo: clip(named.text, 40) })) : named
}

/** The one memo that two places give, of which one may have none. */
function agreed(first: Memo, second: Memo): Memo {
  if (first.is === 'unreadable' || second.is === 'none') return first
  if (second.is === 'unreadable' || first.is === 'none') return second
  return first.text === second.text ? first : unreadable
}

function carriedMemo(digits: string): Extract<Memo, { is: 'text' }> {
  const text = fromHex(digits)
  const printable = text.replace(/[^\x20-\x7e]/g, '')
  return text === printable ? { is: 'text', text } : { is: 'text', text: `0x${digits}`, printable }
}

/** An announced memo must be readable: without it the service could not assign the payment. */
function readNamed(memo: Json | undefined): Memo {
  if (memo === undefined || memo === null) return none
  const read = readText(memo)
  return read.is === 'none' ? unreadable : read
}

function readText(said: Json): Memo {
  if (said === null) return none
  if (typeof said !== 'string') return unreadable
  const text = said.trim()
  if (text === '' || text === '0x') return none
  if (isPsbt(text)) return refused(reason('memo.psbt', {}))
  const memo = /^0x(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text.slice(2)) : text
  if (!/^[\x20-\x7e]+$/.test(memo)) return refused(reason('memo.untypable', {}))
  const [length, most] = [memo.length, maxMemoBytes]
  return length > most ? refused(reason('memo.too-long', { length, most })) : { is: 'text', text: memo }
}

function fromHex(digits: string): string {
  return digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
}

const none: Memo = { is: 'none' }
const unreadable: Memo = { is: 'unreadable' }

function refused(why: Reason): Memo {
  return { is: 'unreadable', why }
}
