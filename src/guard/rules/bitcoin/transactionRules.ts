import type { Amount } from '../../../domain/amount'
import { larger, sumOf } from '../../../domain/bigints'
import type { PaymentRequest } from '../../answer/paymentRequest'
import { addressOfScript, scriptOf } from '../../decode/bitcoin/address'
import { feeOf, type Psbt, type PsbtInput, signedSizeOf } from '../../decode/bitcoin/psbt'
import { carriedData } from '../../decode/bitcoin/script'
import { block, holds, warn } from '../../findings/finding'
import type { SwapIntent } from '../../intent'
import { type Rule, rule } from '../../rule'
import { amountFactOf } from '../../tokenNames'

/** Rules for a transaction that the service wrote and a wallet only signs (PSBT). */
export const transactionRules: readonly Rule<PaymentRequest>[] = [
  rule('V-008', ['bitcoin payment'], ({ psbt, intent }) => {
    if (!psbt) return []
    if (psbt.is === 'unreadable') return [block('V-008.unreadable', { why: psbt.why }, 0)]
    const own = scriptOf(intent.sender)
    const { inputs } = psbt.psbt
    const foreign = inputs.find(({ script }) => script !== own)
    if (!foreign) return [holds('V-008')]
    const { chain } = intent.sell.token
    return [block('V-008.others', { owner: addressOfScript(foreign.script, chain) ?? foreign.script }, 0)]
  }),
  rule('V-015', ['bitcoin payment'], ({ psbt, intent, to }) => {
    if (psbt?.is !== 'psbt' || !to) return []
    const { chain } = intent.sell.token
    const { outputs } = psbt.psbt
    const [own, payee] = [scriptOf(intent.sender), scriptOf(to)]
    const paid = outputs.find(({ script }) => script === payee)
    if (!paid) return [block('V-015.not-paid', { to }, 0)]
    const inCoin = (units: bigint) => amountFactOf({ ...intent.sell, units })
    const change = outputs.filter(({ script }) => script === own)
    const memos = outputs.filter(({ script }) => script.startsWith('6a'))
    const others = outputs.filter((output) => ![paid, ...change, ...memos].includes(output))
    if (others.length > 0)
      return others.map(({ script, units }) =>
        block('V-015.outsider', { to: addressOfScript(script, chain) ?? script, paid: inCoin(units) }, 0),
      )
    if (paid.units !== intent.sell.units) {
      const facts = { amount: inCoin(paid.units), asked: amountFactOf(intent.sell) }
      return [block(paid.units > intent.sell.units ? 'V-015.too-much' : 'V-015.only-part', facts, 0)]
    }
    if (memos.length > 1 || memos.some(({ script, units }) => units > 0n || carriedData(script) === undefined))
      return [block('V-015.memos', {}, 0)]
    // No one needs two: a thousand pieces of a few satoshi are lost to the fees of spending them.
    if (change.length > 1) return [block('V-015.scattered', { count: change.length }, 0)]
    const spent = needlesslySpent(psbt.psbt, intent)
    return spent > 0n ? [warn('V-015.small-outputs', { spent: inCoin(spent) }, 0)] : [holds('V-015')]
  }),
  rule('V-055', ['bitcoin payment'], ({ psbt, intent }) => {
    if (psbt?.is !== 'psbt') return []
    const units = feeOf(psbt.psbt)
    if (units < 0n) return [block('V-055.negative', {}, 0)]
    const most = feeCeiling(intent.sell)
    const fee = amountFactOf({ ...intent.sell, units })
    if (units > most)
      return [block('V-055.cost-too-high', { fee, most: amountFactOf({ ...intent.sell, units: most }) }, 0)]
    const rate = Number(units) / signedSizeOf(psbt.psbt)
    if (rate > maxRate) return [warn('V-055.high-rate', { rate: Math.ceil(rate), fee }, 0)]
    if (rate < minFeeRate) return [warn('V-055.low-rate', { fee }, 0)]
    return [holds('V-055')]
  }),
  rule('V-011', ['bitcoin payment'], ({ psbt }) => {
    if (psbt?.is !== 'psbt') return []
    const { inputs } = psbt.psbt
    if (inputs.some(({ isSigned }) => isSigned)) return [block('V-011.signed', {}, 0)]
    if (inputs.some(({ sighash }) => sighash !== undefined && !wholeTransaction.includes(sighash)))
      return [block('V-011.partial', {}, 0)]
    return [holds('V-011')]
  }),
  rule('V-017', ['bitcoin payment'], ({ psbt }) => {
    if (psbt?.is !== 'psbt') return []
    const { inputs, lockTime, version } = psbt.psbt
    const isLocked = lockTime > 0 && inputs.some(({ sequence }) => sequence !== lastSequence)
    return isLocked || (version >= 2 && inputs.some(waits)) ? [warn('V-017.later', {}, 0)] : [holds('V-017')]
  }),
]

/**
 * The small outputs of the person's that a transaction spends although the others cover payment and fee. Inscriptions and
 * other tokens are on such outputs, and move to the first outputs of the transaction.
 */
function needlesslySpent(psbt: Psbt, { sell }: SwapIntent): bigint {
  const all = psbt.inputs.map(({ units }) => units)
  const small = sumOf(all.filter((units) => units <= maxSmall))
  return sumOf(all) - small >= sell.units + feeOf(psbt) ? small : 0n
}

/** In satoshi: the outputs of inscriptions and tokens hold 330 to 10,000. */
const maxSmall = 10_000n

/** The most that a transaction may cost: 3 % of the payment, and 5,000 satoshi for small ones. Rounds down. */
function feeCeiling({ units }: Amount): bigint {
  return larger((units * 3n) / 100n, 5_000n)
}

/** Satoshi per virtual byte. Below the least, nodes do not pass a transaction on. */
const maxRate = 100
const minFeeRate = 1

/** SIGHASH_DEFAULT (taproot) and SIGHASH_ALL. */
const wholeTransaction: readonly number[] = [0, 1]

/** Whether an input has a relative lock time (BIP 68), in blocks or in seconds. */
function waits({ sequence }: PsbtInput): boolean {
  return sequence < 0x8000_0000 && (sequence & 0xffff) > 0
}

/** With it in every input, a lock time has no effect. */
const lastSequence = 0xffff_ffff
