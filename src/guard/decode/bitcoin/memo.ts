import type { Json } from '../../../protocol/json/json'
import type { TransactionRecord } from '../../../protocol/serviceMessages'
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
  /** It cannot be attached, or not to this payment. */
  | { readonly is: 'unreadable' }

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
  return named.is === 'text' ? unreadable : named
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
  const memo = /^0x(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text.slice(2)) : text
  const isTypable = /^[\x20-\x7e]+$/.test(memo) && memo.length <= maxMemoBytes
  return isTypable && !isPsbt(text) ? { is: 'text', text: memo } : unreadable
}

function fromHex(digits: string): string {
  return digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
}

const none: Memo = { is: 'none' }
const unreadable: Memo = { is: 'unreadable' }
