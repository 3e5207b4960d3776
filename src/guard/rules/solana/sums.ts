import { larger } from '../../../domain/bigints'
import type { Rule } from '../../rule'
import { decodedMovements, isSetUp, type SolanaRuleInput, solanaEffects } from '../input/solanaRuleInput'
import { maxNetworkFee, paidBySender, rentOf } from './rules'

/** The transactions of one plan, in order. Each is also checked separately; these rules add them up. */
export type SolanaReadings = readonly SolanaRuleInput[]

/** Rules about sums: an amount that is allowed once per plan must not be repeated in each transaction. */
export const solanaSumRules: readonly Rule<SolanaReadings>[] = [
  {
    code: 'S-12',
    scopes: ['solana swap'],
    find(readings, say) {
      const [first] = readings
      if (!first || readings.length < 2) return []
      const { units } = first.intent.sell
      const most = larger(spentTogether(readings), leavesTogether(readings))
      if (most > units) return [say.block('too-much', { units: String(most), typed: String(units) })]
      if (readings.every(isSetUp)) return [say.block('nothing', {})]
      return [say.holds()]
    },
  },
  {
    code: 'S-13',
    scopes: ['solana swap'],
    find(readings, say) {
      const [first] = readings
      if (!first || readings.length < 2) return []
      const { intent, inputs } = first
      const sold = intent.sell.token.isNative ? intent.sell.units : 0n
      const network = total(readings, maxNetworkFee)
      const tips = total(readings, paidBySender) - sold
      if (network > inputs.feeCap)
        return [say.block('fees-too-high', { lamports: String(network), cap: String(inputs.feeCap) })]
      if (tips > inputs.feeCap)
        return [say.block('tips-too-high', { lamports: String(tips), cap: String(inputs.feeCap) })]
      return [say.holds()]
    },
  },
]

/** By the decoded instructions. */
function spentTogether(readings: SolanaReadings): bigint {
  return total(readings, (reading) => decodedMovements(reading).spent)
}

/** By the simulations, one by one. Fees, tips and rent in SOL have limits of their own and do not count. */
function leavesTogether(readings: SolanaReadings): bigint {
  return total(readings, (reading) => {
    const { inputs, intent } = reading
    if (inputs.simulation.is === 'unavailable') return 0n
    const { token } = intent.sell
    const name = token.isNative ? 'native' : token.address
    const change = inputs.simulation.changes
      .filter((each) => each.account === intent.sender && each.token === name)
      .reduce((sum, { delta }) => sum + delta, 0n)
    const besides = token.isNative ? maxNetworkFee(reading) + rentOf(reading) + tipsIn(reading) : 0n
    return larger(-change - besides, 0n)
  })
}

/** Payments of SOL other than to the swap itself cannot be identified: all payments but the largest count as tips. */
function tipsIn(reading: SolanaRuleInput): bigint {
  const paid = solanaEffects(reading, 'pay').filter(({ from }) => from === reading.intent.sender)
  const largest = paid.reduce((most, { lamports }) => larger(most, lamports), 0n)
  return paid.reduce((sum, { lamports }) => sum + lamports, 0n) - largest
}

function total(readings: SolanaReadings, of: (reading: SolanaRuleInput) => bigint): bigint {
  return readings.reduce((sum, reading) => sum + of(reading), 0n)
}
