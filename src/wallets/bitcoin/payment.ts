import { errorClass } from '../../domain/errorClass'
import { readPsbt, transactionIdOf } from '../../guard/decode/bitcoin/psbt'
import type { PaymentStep } from '../../guard/plan'

/** A payment that a wallet makes by itself: one output to the address, the memo in an OP_RETURN, change to itself. */
export type BitcoinPayment = Pick<PaymentStep, 'to' | 'units' | 'memo' | 'toSign' | 'from'>

/** A reviewed transaction, and what a wallet must know to sign it. */
export type PsbtRequest = {
  /** Base64. */
  readonly transaction: string
  /** The address that all inputs belong to. */
  readonly account: string
  readonly inputs: number
  /** The unsigned transaction: the signed one must be equal to it. */
  readonly unsigned: string
  /** Its id once signed; `undefined` where signing changes it. */
  readonly id: string | undefined
}

/** `undefined` for a transaction that cannot be decoded, as no reviewed one is. */
export function psbtRequestOf({ toSign, from }: BitcoinPayment): PsbtRequest | undefined {
  const read = toSign && readPsbt(toSign.transaction)
  if (!read) return undefined
  const { transaction, unsigned, inputs } = read
  return { transaction, account: from, inputs: inputs.length, unsigned, id: transactionIdOf(read) }
}

/** The signed transaction, if it is the wanted one. We send nothing when this throws. */
export function approved(signed: unknown, wanted: PsbtRequest): string {
  if (typeof signed !== 'string') throw new NoPsbt()
  const read = readPsbt(signed)
  if (!read) throw new NoPsbt()
  if (read.unsigned !== wanted.unsigned) throw new SignedOtherwise()
  return signed
}

/** The wallet has another account open than the owner of the inputs. */
export class OtherAccount extends Error {
  override readonly name = 'OtherAccount'
  readonly account: string | undefined

  constructor(account: string | undefined) {
    super(`The wallet has another account open: ${account ?? 'none'}.`)
    this.account = account
  }
}

/** The signed transaction is a different one: we do not send it. */
export const SignedOtherwise = errorClass(
  'SignedOtherwise',
  () => 'The wallet signed another transaction than the one that was reviewed.',
)

/** The wallet returned something other than a signed PSBT; only its own history shows what it did. */
const NoPsbt = errorClass('NoPsbt', () => 'The wallet did not answer with a signed transaction (PSBT).')
