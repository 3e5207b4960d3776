import { isSameBytes } from '../../domain/bytes'
import { isSignedBy } from '../decode/solana/ed25519'
import { networkFee } from '../decode/solana/instruction'
import { programs } from '../decode/solana/programs'
import { type LookupTables, readTransaction, type WireTransaction, whyNoTransaction } from '../decode/solana/wire'
import { type Reason, reason } from '../findings/reason'
import { feeCap } from '../simulate/solana/inputs'

const tolerated: readonly string[] = [programs.budget, programs.lighthouse]

/**
 * Why a signed transaction is not the checked one; `undefined` where it is. Wallets may add fee and assertion instructions;
 * every original instruction must still be there, in its order and with its accounts. An account from a lookup table is
 * compared by its address, where the table was read, and by its place in the table otherwise.
 */
export function compareSigned(checked: string, signed: string, tables: LookupTables = new Map()): Reason | undefined {
  const [old, now] = [readTransaction(checked), readTransaction(signed)]
  if (!old || !now) return whyNoTransaction(old ? signed : checked)
  if (isSameBytes(old.message, now.message)) return undefined
  if (now.staticKeys[0] !== old.staticKeys[0]) return reason('signed.other-payer', {})
  if (now.requiredSignatures !== old.requiredSignatures) return reason('signed.other-signatures', {})
  if (now.recentBlockhash !== old.recentBlockhash) return reason('signed.other-lifetime', {})

  const [wasNamed, isNamed] = [accountsOf(old, tables), accountsOf(now, tables)]
  const kept = old.instructions.map((instruction) => written(instruction, wasNamed)).filter((text) => !isBudget(text))
  const added: string[] = []
  for (const instruction of now.instructions) {
    if (written(instruction, isNamed) === kept[0]) kept.shift()
    else added.push(now.staticKeys[instruction.program] ?? '')
  }
  const isUnread = [...old.lookups, ...now.lookups].some(({ table }) => !tables.has(table))
  if (kept.length > 0) return reason(isUnread ? 'signed.rewritten' : 'signed.missing-instruction', {})
  const strange = added.find((program) => !tolerated.includes(program))
  if (strange !== undefined) return reason('signed.added-call', { program: strange })
  const fee = networkFee(now)
  if (fee > networkFee(old) && fee > feeCap)
    return reason('signed.higher-fees', { lamports: String(fee), cap: String(feeCap) })
  const isBroken = othersSigned(old).some((key) => !othersSigned(now).includes(key))
  return isBroken ? reason('signed.breaks-signature', {}) : undefined
}

/** Accounts other than the payer with a valid signature. */
function othersSigned({ staticKeys, requiredSignatures, signatures, message }: WireTransaction): readonly string[] {
  return staticKeys
    .slice(1, requiredSignatures)
    .filter((key, index) => isSignedBy(key, signatures[index + 1]!, message))
}

/** An instruction as text with addresses and permissions, independent of key indexes. */
function written(
  { program, accounts, data }: WireTransaction['instructions'][number],
  names: readonly string[],
): string {
  return [names[program]?.split(' ')[0], ...accounts.map((index) => names[index]), data.join(',')].join('|')
}

/** Every account with its permissions: static keys, then the writable and the read-only ones of the lookup tables. */
function accountsOf(transaction: WireTransaction, tables: LookupTables): readonly string[] {
  const { staticKeys, lookups } = transaction
  const found = (which: 'writable' | 'readonly', rights: string) =>
    lookups.flatMap(({ table, [which]: places }) =>
      places.map((place) => `${tables.get(table)?.[place] ?? `${table}#${place}`} ${rights}`),
    )
  return [
    ...staticKeys.map((key, index) => `${key} ${rights(transaction, index)}`),
    ...found('writable', 'w'),
    ...found('readonly', ''),
  ]
}

function rights({ requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys }: WireTransaction, index: number) {
  const isSigner = index < requiredSignatures
  const isWritable = isSigner
    ? index < requiredSignatures - readonlySigned
    : index < staticKeys.length - readonlyUnsigned
  return `${isSigner ? 's' : ''}${isWritable ? 'w' : ''}`
}

/** A wallet may replace the fee instruction by its own. */
function isBudget(text: string): boolean {
  return text.startsWith(`${programs.budget}|`)
}
