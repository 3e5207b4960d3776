import { toUnits } from '../../../src/domain/amount'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { planSwap } from '../../../src/guard/plan/planSwap'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { type PsbtInputPart, type PsbtOutputPart, psbtOf } from '../../builders/psbt'
import { ratingOf } from '../attacks/adversary'
import { isOf } from '../currentCodes'
import { answerOf, harborSettings, me, record, thief as thiefOnEvm } from '../fixtures'
import type { Random } from './random'
import { type Handicap, handicapped, type Trial } from './trial'

/*
 * Payments in bitcoin. They are never green, so payments without consent count here: they are paid, and an exchange
 * executes the memo literally, in the worst way for the person.
 */

const bitcoin: Chain = { id: 9, chainId: 8_332, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }
const ethereum: Chain = { id: 11, chainId: 1, name: 'Ethereum', kind: 'evm', isEnabled: true }
export const btc: Token = {
  ...{ id: 900, chain: bitcoin, address: 'btc', symbol: 'BTC', name: 'Bitcoin', decimals: 8, isNative: true },
  ...{ price: '95000', imagePath: undefined },
}
export const usdc: Token = {
  ...{ id: 901, chain: ethereum, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USDC' },
  ...{ decimals: 6, isNative: false, price: '1', imagePath: undefined },
}
export const mine = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const vault = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
export const thief = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const now = 1_700_000_000_000
const sold = toUnits('0.01', 8)
const least = 940
const dollarsOfSold = 950

const settings: readonly DeploymentChain[] = [
  { ...harborSettings, chainId: 8_332, kind: 'bitcoin', name: 'Bitcoin', trusted: [vault], wrappedNative: undefined },
  { ...harborSettings, chainId: 1, name: 'Ethereum', trusted: [] },
]

const intent: SwapIntent = {
  ...{ kind: 'swap', sell: { token: btc, units: sold }, buy: usdc, slippageBps: 50, sender: mine, recipient: me },
  skipNonSwapTransactions: false,
}

/** The parts of a memo: `ACTION:ASSET:DESTINATION/REFUND:LIMIT:AFFILIATES:BPS`, and the rest. */
type Parts = readonly string[]

type Payment = {
  readonly memo: Parts
  readonly to: string
  readonly value: string
  /** Written by the service as a transaction to sign, in place of only the memo. */
  readonly outputs?: readonly PsbtOutputPart[]
  readonly inputs?: readonly PsbtInputPart[]
}

const asset = `ETH.USDC-${usdc.address.toUpperCase().replace('0X', '0x')}`

function honest(random: Random): Payment {
  const memo = random.pick<Parts>([
    ['=', asset, me, '94000000000'],
    ['=', 'ETH.USDC-6EB48', me, '94e9'],
    ['SWAP', 'ETH.USDC-06EB48', me, '94e9/3/0', 't', '30'],
    ['s', 'ETH.USDC', `${me}/${mine}`, '94100000000'],
  ])
  const payment = { memo, to: vault, value: '0.01' }
  if (random.chance(0.5)) return payment
  return { ...payment, inputs: [{ address: mine, units: 2n * sold }], outputs: paying(sold - 4_000n) }
}

function paying(change: bigint): readonly PsbtOutputPart[] {
  return [
    { address: vault, units: sold },
    { address: mine, units: change },
  ]
}

type Change = (payment: Payment, random: Random) => Payment

function at(place: number, texts: (part: string) => readonly string[]): Change {
  return (payment, random) => {
    const whole = Array.from(
      { length: Math.max(payment.memo.length, place + 1) },
      (_, index) => payment.memo[index] ?? '',
    )
    return { ...payment, memo: whole.with(place, random.pick(texts(whole[place] ?? ''))) }
  }
}

const changes: Readonly<Record<string, Change>> = {
  action: at(0, () => [
    ...['+', '-', '~', '=<', 'x', 'swap', 'loan+', 'trade+', 'out', '$+', 'donate', 'm=<', '=?'],
    ...['d', 'lo', 'noop', 'noop|', 'reserve|1', '=|', 'reference', 'maint'],
  ]),
  'written before': (payment, random) => ({
    ...payment,
    memo: random.pick<Parts>([
      ['r', '30000'],
      ['R', '1'],
      ['d', 'BTC.BTC'],
    ]),
  }),
  bar: (payment, random) => {
    const place = Math.floor(random.roll() * payment.memo.length)
    const cut = (part: string) => random.pick([`|${part}`, `${part}|`, `${part.slice(0, 1)}|${part.slice(1)}`])
    return { ...payment, memo: payment.memo.map((part, index) => (index === place ? cut(part) : part)) }
  },
  asset: at(1, (asset) => [
    ...['ETH.ETH', 'e', 'b', 'BTC.BTC', 'ETH~USDC', 'ETH/USDC-06EB48', 'ETH-USDC', 'ARB.USDC', 'BASE.USDC-06EB48'],
    ...['ETH.USDT', 'ETH.USDC-99999', 'ETH.USDCOIN', 'USDC', 'u', `${asset.toLowerCase()}`, 'THOR.RUNE', ''],
  ]),
  destination: at(2, (to) => [
    ...[thiefOnEvm, thief, '', `${thiefOnEvm}/${me}`, `${me}/${thief}`, `${me}/${thiefOnEvm}`, `${me}/${mine}`],
    ...[`${to}0`, to.toLowerCase(), to.slice(0, -1), ` ${thiefOnEvm}`, `${thiefOnEvm}${me.slice(2)}`, `-${thiefOnEvm}`],
  ]),
  limit: at(3, () => [
    ...[
      '0',
      '1',
      '',
      '94e8',
      '47e9',
      '93000000000',
      '9.4e10',
      '94000',
      '0x1',
      '-1',
      '0/1/1',
      '94e9/999/999',
      '0100000000000',
      '0100e9',
      '+94e9',
      '1_00e9/1/0',
      '5e9/3/0',
    ],
  ]),
  affiliates: at(4, () => ['t', thiefOnEvm, 't/t2', 'thief/t/x', '']),
  bps: at(5, () => [
    '9999',
    '101',
    '100',
    '60/60',
    '10000/1',
    '0',
    '1e4',
    '50',
    '-5',
    '99/99/99',
    '0x3e8',
    '+900',
    '1_000',
    '01750',
    '30/0x300',
  ]),
  contract: at(6, () => [thiefOnEvm, 'ab', '']),
  'last token': at(7, () => [thiefOnEvm, '6EB48', 'zz']),
  'memo twice': (payment, random) => ({
    ...payment,
    memo: random.pick<Parts>([[], [...payment.memo, ...payment.memo], payment.memo.toReversed(), ['order 77']]),
  }),
  'odd bytes': (payment, random) => {
    const [first = '', ...others] = payment.memo
    return { ...payment, memo: [`${random.pick(['\n', '\u0000', '\u200b', ' '])}${first}`, ...others] }
  },
  payee: (payment, random) => ({ ...payment, to: random.pick([thief, mine, '', vault.toUpperCase()]) }),
  value: (payment, random) => ({
    ...payment,
    value: random.pick(['0.02', '1000000', '2000000', '0.0100000001', '1e-2', '0.1', '0', '-0.01']),
  }),
  outputs: (payment, random) => {
    const { outputs = paying(sold - 4_000n) } = payment
    const extra = { address: random.pick([thief, vault, mine]), units: random.pick([546n, 10_000n, 500_000n]) }
    const place = Math.floor(random.roll() * outputs.length)
    const other = random.pick([sold, sold / 2n, sold + 1n, sold - 50_000n, 10n, sold - 40_000n])
    const moved = outputs.map((output, index) =>
      index === place && 'address' in output ? { ...output, units: other } : output,
    )
    const stolen = outputs.map((output, index) =>
      index === place && 'address' in output ? { ...output, address: thief } : output,
    )
    const crumbs = Array.from({ length: 900 }, () => ({ address: mine, units: 546n }))
    const scattered = [
      { address: vault, units: sold },
      ...crumbs,
      { address: mine, units: sold - 900n * 546n - 29_500n },
    ]
    return {
      ...withCoins(payment),
      outputs: random.pick([[...outputs, extra], outputs.toSpliced(place, 1), moved, stolen, scattered]),
    }
  },
  inputs: (payment, random) => {
    const { inputs = [{ address: mine, units: 2n * sold }] } = payment
    const more = { address: random.pick([mine, thief]), units: random.pick([9_000n, sold, 5n * sold]) }
    const grown = inputs.map((input) => ({ ...input, units: random.pick([input.units * 2n, input.units + 20_000n]) }))
    return {
      ...withCoins(payment),
      inputs: random.pick([[...inputs, more], grown, [{ ...inputs[0]!, isSilent: true }]]),
    }
  },
}

function withCoins({
  inputs = [{ address: mine, units: 2n * sold }],
  outputs = paying(sold - 4_000n),
  ...rest
}: Payment): Payment {
  return { ...rest, inputs, outputs }
}

/** A payment changed by meaning, judged, and carried out to the letter unless it is blocked. */
export async function tryPayment(random: Random, { without, names = Object.keys(changes) }: Paid = {}): Promise<Trial> {
  const chosen = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(names))
  const payment = chosen.reduce((before, name) => changes[name]!(before, random), honest(random))
  const name = `payment${payment.outputs ? ' to sign' : ''} ${JSON.stringify(payment.memo.join(':'))}: ${chosen.join(', ')}`
  const planned = planSwap(intent, answerFor(payment), { receivedAt: now, chains: settings })
  const nothing = { name, tolerance: 0, loss: undefined, move: '' }
  if (planned.is === 'refused') {
    const blocks = planned.findings.filter((finding) => !isOf(finding, without ?? []))
    const codes = blocks.filter(({ severity }) => severity === 'block').map(({ code }) => code)
    if (codes.length > 0 || without === undefined) return { ...nothing, rating: 'blocked', codes }
    return {
      ...nothing,
      rating: 'green',
      codes: [],
      loss: lossOf(payment),
      tolerance,
      move: 'carries it out to the letter',
    }
  }
  const options = { now, account: mine, chains: settings }
  const checked = handicapped(await checkPlan(planned.plan, { nodes: () => [] }, options), without)
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  const codes = loud.map(({ code }) => code)
  const said = ratingOf(checked)
  // Never green, so a payment without consent counts as green here.
  const rating =
    said === 'unchecked' && codes.length === 0 ? 'green' : loud.length > 0 && said !== 'blocked' ? 'amber' : said
  if (rating === 'blocked') return { ...nothing, rating, codes }
  return { name, rating, codes, loss: lossOf(payment), tolerance, move: 'carries it out to the letter' }
}

type Paid = Handicap & { readonly names?: readonly string[] }

/** The input less the minimum, a percent for affiliates, and the fee that a review allows. */
const tolerance = dollarsOfSold - least + least * 0.01 + dollarsOfSold * 0.03 + 1

function answerFor({ memo, to, value, inputs, outputs }: Payment): SwapAnswer {
  const text = memo.join(':')
  const note = { data: Buffer.from(text).toString('hex'), units: 0n }
  const data = inputs && outputs ? psbtOf(inputs, text === '' ? outputs : [...outputs, note]) : text
  const said: Partial<TransactionRecord> = { type: 'deposit', chainType: 'BTC', to, value, data, gasUsd: undefined }
  return answerOf([record(said)], { minAmountOut: `${least}`, expectedAmountOut: '945' })
}

/** In dollars: the transaction's outflow in addition to the payment, and the loss at the exchange. */
function lossOf({ memo, to, inputs, outputs }: Payment): number {
  const dollars = (satoshi: bigint) => (Number(satoshi) / Number(sold)) * dollarsOfSold
  // Where a transaction is to be signed, its outputs name the recipient.
  if (to.toLowerCase() !== vault && !(to === '' && outputs)) return dollarsOfSold
  if (!inputs || !outputs) return dollarsOfSold - madeOf(memo)
  const own = (parts: readonly (PsbtInputPart | PsbtOutputPart)[]) =>
    parts.reduce(
      (sum, part) => sum + ('address' in part && part.address === mine && part.units > crumb ? part.units : 0n),
      0n,
    )
  const paid = outputs.reduce((sum, part) => sum + ('address' in part && part.address === vault ? part.units : 0n), 0n)
  const left = own(inputs) - own(outputs)
  return dollars(left) - (paid === sold ? madeOf(memo) : 0)
}

/** Satoshi that cost more to spend than they are. */
const crumb = 1_000n

const knownShort = /^([abcdefglrsx]|arb|avax|base|bch|bsc|btc|doge|eth|gaia|ltc|sol|thor|xrp)$|[~/-]/i
const knownActions = /^(=|s|swap|=<|lo|\+|-|~|x|r|d|noop|reserve|reference|maint|out|donate|m=<|(loan|trade|\$)\+)$/i

/** A whole number as Go reads it when no base is given: also in hexadecimal, in octal and with underscores. */
function inGo(text: string): number {
  const plain = text.replaceAll('_', '').replace(/^\+/, '')
  if (/^0x[\da-f]+$/i.test(plain)) return Number(plain)
  if (/^0[0-7]+$/.test(plain)) return Number.parseInt(plain, 8)
  return /^(0|[1-9]\d*)$/.test(plain) ? Number(plain) : 0
}

/**
 * The payout of an exchange that reads the memo as THORChain does: the worse of the swap at its limit and of the
 * refund. A memo in a private format guarantees nothing readable: the service is trusted, as the review states.
 */
function madeOf(whole: Parts): number {
  const memo = whole.join(':').split('|')[0]!.split(':')
  const [action = '', asset = '', to = '', limits = '', , fees = ''] = memo.map((part) => part.trim())
  // Without a memo the last digits of the amount may be the number of a memo that someone else wrote down before.
  if (/^(noop|reserve)$/i.test(action) || whole.join(':').trim() === '') return 0
  if (memo.length < 2 || !knownActions.test(action)) return dollarsOfSold
  // A memo without an asset or a reference number is refunded.
  if (/^(d|lo)$/i.test(action) && !asset.includes('.') && !knownShort.test(asset)) return dollarsOfSold
  if (/^r$/i.test(action) && !/^\d+$/.test(asset)) return dollarsOfSold
  if (!/^(=|s|swap|=<)$/i.test(action)) return 0
  const [destination = '', refund = mine] = to.split('/')
  if (destination.toLowerCase() !== me.toLowerCase() || (memo[6] ?? '') !== '') return 0
  const refunded = refund.toLowerCase() === mine ? dollarsOfSold : 0
  // A name that the exchange does not know is refunded.
  if (!asset.includes('.') && !knownShort.test(asset)) return refunded
  const [, end] = /^ETH\.USDC(?:-(?:0x)?([0-9a-f]+))?$/i.exec(asset) ?? [undefined, 'none']
  if (end !== undefined && !usdc.address.toLowerCase().endsWith(end.toLowerCase())) return 0
  const [limitText = ''] = limits.split('/')
  const [, coefficient = limitText, exponent = '0'] = /^([+\d_]+)e(\d+)$/i.exec(limitText) ?? []
  const limit = (inGo(coefficient) * 10 ** Number(exponent)) / 1e8
  const share = fees.split('/').reduce((sum, bps) => sum + inGo(bps), 0) / 10_000
  const swapped = limit * (1 - Math.min(share, 1))
  return Math.min(swapped, refunded)
}
