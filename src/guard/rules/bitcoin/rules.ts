import { isBitcoinAddress, isSolanaAddress } from '../../../domain/address'
import type { Amount } from '../../../domain/amount'
import { isBelow, larger, sumOf } from '../../../domain/bigints'
import type { Chain } from '../../../domain/chain'
import { clip } from '../../../domain/text/label'
import type { Token } from '../../../domain/token'
import { kindInWords } from '../../../protocol/catalog'
import type { PaymentRequest } from '../../answer/paymentRequest'
import { addressOfScript, isOnBitcoin, scriptOf } from '../../decode/bitcoin/address'
import { feeOf, type Psbt, type PsbtInput, signedSizeOf } from '../../decode/bitcoin/psbt'
import { carriedData } from '../../decode/bitcoin/script'
import { bar, readSwapMemo, type SwapMemo } from '../../decode/bitcoin/swapMemo'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { reason } from '../../findings/reason'
import type { SwapIntent } from '../../intent'
import { isPaymentStep, type PaymentStep } from '../../plan'
import { type Rule, rule } from '../../rule'
import { amountFactOf } from '../../tokenNames'
import type { RuleInput } from '../input/ruleInput'

/** Rules that must hold before an answer counts as a payment, by hand or by signing. */
export const paymentAnswerRules: readonly Rule<PaymentRequest>[] = [
  rule('V-001', ['bitcoin payment'], ({ answer: { transactions }, to }) => {
    const count = transactions.length
    if (count === 0) return [block('V-001.no-transactions', {})]
    if (count > 1) return [block('V-001.too-many-transactions', { count, most: 1 })]
    if (!to) return [block('V-001.no-address', {}, 0)]
    if (!isBitcoinAddress(to)) return [block('V-001.bad-address', { said: clip(to, 90) }, 0)]
    return [holds('V-001')]
  }),
  rule('V-003', ['bitcoin payment'], ({ intent, said }) => {
    const { chain, isNative, symbol } = intent.sell.token
    if (!isNative) return [block('V-003.only-coin', { chain: chain.name, symbol })]
    const kind = said && kindInWords(said.chainType)
    if (kind === undefined || kind === 'bitcoin') return []
    const why = reason('answer.other-kind', { said: kind, chain: chain.name, kind: 'bitcoin' })
    return [block('V-003.contradiction', { why }, 0)]
  }),
  rule('V-035', ['bitcoin payment'], ({ intent, said, to }) => {
    if (!said || !to || !isBitcoinAddress(to)) return []
    const { chain } = intent.sell.token
    if (!isOnBitcoin(to, chain)) return [block('V-035.other-network', { to, chain: chain.name }, 0)]
    if (isSame(to, intent.sender)) return [block('V-035.own-address', {}, 0)]
    return [holds('V-035')]
  }),
  rule('V-015', ['bitcoin payment'], ({ intent, said, value }) => {
    if (!said) return []
    const { sell } = intent
    const sold = amountFactOf(sell)
    if (said.value === undefined || (value.is === 'wei' && value.wei === 0n))
      return [info('V-015.no-amount', { sold }, 0)]
    if (value.is === 'unclear' || value.wei !== sell.units)
      return [block('V-015.asks-other-amount', { said: clip(said.value, 90), sold }, 0)]
    return [holds('V-015')]
  }),
  rule('V-036', ['bitcoin payment'], (request) => {
    const { memo } = request
    if (memo.is === 'unreadable') return [block('V-036.unreadable-memo', { why: memo.why }, 0)]
    if (memo.is === 'none') return [holds('V-036')]
    const find = (text: string) => findInMemo(text, request)
    const inBytes = readings(memo.text).map(find)
    // The bytes are the recipient's address, and nothing else.
    const isRecipient = inBytes[0]?.some(({ severity }) => severity === 'ok')
    if (memo.printable === undefined || isRecipient) return worstOf(inBytes)
    const worst = worstOf([...inBytes, ...readings(memo.printable).map(find)])
    return worst.some(({ severity }) => severity === 'block') ? worst : [warn('V-036.unprintable', {}, 0), ...worst]
  }),
  rule('V-017', ['bitcoin payment'], ({ deadline: { until, isSaid }, receivedAt }) => {
    const minutes = Math.floor((until - receivedAt) / 60_000)
    if (until <= receivedAt) return [block('V-017.quote-expired', {}, 0)]
    if (minutes < shortest) return [warn('V-017.short', { minutes }, 0)]
    if (!isSaid) return [info('V-017.assumed', { minutes }, 0)]
    return [holds('V-017')]
  }),
  // Of a transaction that the service wrote and a wallet only signs (PSBT).
  rule('V-008', ['bitcoin payment'], ({ psbt, intent }) => {
    if (!psbt) return []
    if (psbt === 'unreadable') return [block('V-008.unreadable', {}, 0)]
    if (psbt === 'unproven') return [block('V-008.unreadable', { why: reason('psbt.no-value', {}) }, 0)]
    const own = scriptOf(intent.sender)
    const { inputs } = psbt
    const foreign = inputs.find(({ script }) => script !== own)
    if (!foreign) return [holds('V-008')]
    const { chain } = intent.sell.token
    return [block('V-008.others', { owner: addressOfScript(foreign.script, chain) ?? foreign.script }, 0)]
  }),
  rule('V-015', ['bitcoin payment'], ({ psbt, intent, to }) => {
    if (!psbt || typeof psbt === 'string' || !to) return []
    const { chain } = intent.sell.token
    const { outputs } = psbt
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
    const spent = needlesslySpent(psbt, intent)
    return spent > 0n ? [warn('V-015.small-outputs', { spent: inCoin(spent) }, 0)] : [holds('V-015')]
  }),
  rule('V-055', ['bitcoin payment'], ({ psbt, intent }) => {
    if (!psbt || typeof psbt === 'string') return []
    const units = feeOf(psbt)
    if (units < 0n) return [block('V-055.negative', {}, 0)]
    const most = feeCeiling(intent.sell)
    const fee = amountFactOf({ ...intent.sell, units })
    if (units > most)
      return [block('V-055.cost-too-high', { fee, most: amountFactOf({ ...intent.sell, units: most }) }, 0)]
    const rate = Number(units) / signedSizeOf(psbt)
    if (rate > maxRate) return [warn('V-055.high-rate', { rate: Math.ceil(rate), fee }, 0)]
    if (rate < minFeeRate) return [warn('V-055.low-rate', { fee }, 0)]
    return [holds('V-055')]
  }),
  rule('V-011', ['bitcoin payment'], ({ psbt }) => {
    if (!psbt || typeof psbt === 'string') return []
    const { inputs } = psbt
    if (inputs.some(({ isSigned }) => isSigned)) return [block('V-011.signed', {}, 0)]
    if (inputs.some(({ sighash }) => sighash !== undefined && !wholeTransaction.includes(sighash)))
      return [block('V-011.partial', {}, 0)]
    return [holds('V-011')]
  }),
  rule('V-017', ['bitcoin payment'], ({ psbt }) => {
    if (!psbt || typeof psbt === 'string') return []
    const { inputs, lockTime, version } = psbt
    const isLocked = lockTime > 0 && inputs.some(({ sequence }) => sequence !== lastSequence)
    return isLocked || (version >= 2 && inputs.some(waits)) ? [warn('V-017.later', {}, 0)] : [holds('V-017')]
  }),
]

/** A memo as a whole, and what exchanges read of it that stop at a bar. */
function readings(memo: string): readonly string[] {
  const [before = ''] = memo.split(bar)
  return before === memo || before === '' ? [memo] : [memo, before]
}

/** The findings of the reading that speaks worst of the memo. */
function worstOf(found: readonly (readonly Finding[])[]): readonly Finding[] {
  const has = (severity: Finding['severity']) =>
    found.find((findings) => findings.some((finding) => finding.severity === severity))
  return has('block') ?? has('warn') ?? found[0] ?? []
}

/** Compares a memo with the request, in the format that the exchanges share, and by the addresses in it. */
function findInMemo(memo: string, request: PaymentRequest): readonly Finding[] {
  const { recipient, sender } = request.intent
  const order = readSwapMemo(memo)
  if (order.is === 'other action') return [block('V-036.other-action', { action: order.action }, 0)]
  const found = order.is === 'swap' ? findInSwap(order, request) : []
  const wrong = found.find(({ severity }) => severity === 'block')
  if (wrong) return [wrong]
  const words = wordsIn(memo)
  const isNamed = words.some((word) => isSame(word, recipient))
  const addresses = words.filter((word) => isAddress(word) && !isSame(word, recipient) && !isSame(word, sender))
  // A refund address may appear next to the recipient.
  const rate = isNamed ? warn : block
  if (addresses.length > 0) return [rate('V-036.names-others', { addresses, recipient, isNamed }, 0)]
  if (found.length > 0) return found
  return [isNamed ? holds('V-036') : info('V-036.opaque', {}, 0)]
}

/** The terms of a memo that are not those of the request. Short asset names are the service's own: they may mean any asset. */
function findInSwap(swap: AskedSwap, { intent, minimumReceived }: PaymentRequest): readonly Finding[] {
  const { buy, recipient, sender } = intent
  const { symbol, chain } = buy
  const { asset, destination, refund, limit, affiliateBps, last } = swap
  const parts = partsOf(swap, chain)
  const rate = parts ? block : warn
  if (affiliateBps === undefined) return [block('V-036.odd-share', {}, 0)]
  if (affiliateBps > maxAffiliateBps) return [block('V-036.gives-away', { bps: affiliateBps }, 0)]
  if (destination !== '' && !isSame(destination, recipient))
    return [rate('V-036.other-recipient', { recipient: clip(destination, 90), wanted: recipient }, 0)]
  const isLow = minimumReceived && limit > 0n && isBelow(limit, inEightDecimals(minimumReceived))
  const place = parts && chainSaid(parts.chain, chain)
  const isElsewhere = place === 'other' || parts?.isKept === true
  const isOtherToken = parts && !isAddressEnd(last ? last.tokenEnd : parts.addressEnd, buy)
  const isTicker = (parts?.ticker ?? asset).toLowerCase() === symbol.toLowerCase()
  const isUnclear = place === 'unknown' || !(last || isTicker || (!parts && isShortFor(asset, buy)))
  const named = { said: clip(asset, 90), symbol }
  return [
    ...(isLow
      ? [rate('V-036.low-limit', { said: eightDecimals(limit), minimum: amountFactOf(minimumReceived) }, 0)]
      : []),
    ...(refund !== undefined && !isSame(refund, sender)
      ? [rate('V-036.other-refund', { said: clip(refund, 90), wanted: sender }, 0)]
      : []),
    ...(isElsewhere || isOtherToken
      ? [block('V-036.memo-token', named, 0)]
      : isUnclear
        ? [warn('V-036.memo-token', named, 0)]
        : []),
    ...(last ? [warn('V-036.through-contract', { contract: clip(last.contract, 90), symbol }, 0)] : []),
    ...(destination === '' ? [warn('V-036.no-recipient', { recipient }, 0)] : []),
    ...(limit === 0n ? [warn('V-036.no-limit', {}, 0)] : []),
  ]
}

type AskedSwap = Extract<SwapMemo, { is: 'swap' }>

const shortest = 5
const maxAffiliateBps = 100

/** The names that memos use for chains, with chain ids, or the kind for chains other than EVM. */
const memoChains: ReadonlyMap<string, number | Chain['kind'] | 'not traded'> = new Map(
  Object.entries({
    ...{ ETH: 1, BSC: 56, AVAX: 43_114, BASE: 8_453, ARB: 42_161, POL: 137, MATIC: 137 },
    ...({ SOL: 'solana', BTC: 'bitcoin' } as const),
    ...Object.fromEntries(['GAIA', 'DOGE', 'LTC', 'BCH', 'THOR', 'XRP', 'TRON'].map((name) => [name, 'not traded'])),
  }),
)

/** Whether a memo's chain name means the bought token's chain; unlisted chains match by their own name. */
function chainSaid(name: string, { chainId, kind, name: own }: Chain): 'same' | 'other' | 'unknown' {
  const said = memoChains.get(name.toUpperCase())
  if (said !== undefined) return said === chainId || said === kind ? 'same' : 'other'
  return name.toUpperCase() === own.toUpperCase() ? 'same' : 'unknown'
}

/** Short names are read for chains that those exchanges pay out on. */
function partsOf({ parts, shortFor }: AskedSwap, { chainId, kind }: Chain) {
  const isTheirs = [...memoChains.values()].some((said) => said === chainId || said === kind)
  return parts ?? (isTheirs ? shortFor : undefined)
}

/** The service's own short name is a prefix of the full name. */
function isShortFor(asset: string, { symbol, chain }: Token): boolean {
  const said = asset.toLowerCase()
  return said !== '' && [symbol, chain.name].some((name) => name.toLowerCase().startsWith(said))
}

/** Memos shorten a token address to its last digits (`USDC-06EB48`), in capitals. Native coins have no address. */
function isAddressEnd(end: string | undefined, { address, isNative }: Token): boolean {
  if (end === undefined) return true
  const plain = end.toLowerCase().replace(/^0x/, '')
  return !isNative && plain !== '' && address.toLowerCase().endsWith(plain)
}

/** Memos write limits with eight decimals, regardless of the token's decimals. Rounds down. */
function inEightDecimals({ units, token }: Amount): bigint {
  return token.decimals > 8 ? units / 10n ** BigInt(token.decimals - 8) : units * 10n ** BigInt(8 - token.decimals)
}

function eightDecimals(units: bigint): string {
  const digits = units.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}

/** The extra rules for a plan that is paid by hand. */
export const paymentRules: readonly Rule<RuleInput>[] = [
  rule('V-008', ['bitcoin payment'], ({ intent }) => {
    const { chain } = intent.sell.token
    return isOnBitcoin(intent.sender, chain)
      ? [holds('V-008')]
      : [block('V-008.wrong-refund', { said: clip(intent.sender, 90), chain: chain.name })]
  }),
  rule('V-035', ['bitcoin payment'], ({ plan, source }) =>
    paymentSteps(plan.steps).map(({ to, memo, index }) => {
      if (!source?.trusted.some((known) => isSame(known, to))) return warn('V-035.unknown-payee', { to }, index)
      // Exchanges look for a memo that someone else wrote down before, under the last digits of the amount.
      return (memo ?? '').trim() === '' ? warn('V-035.no-memo', {}, index) : holds('V-035')
    }),
  ),
]

export function paymentSteps(steps: RuleInput['plan']['steps']): readonly PaymentStep[] {
  return steps.filter(isPaymentStep)
}

function wordsIn(memo: string): readonly string[] {
  return memo.split(/[^0-9A-Za-z]+/).filter(Boolean)
}

/** Whether a part of a memo looks like an address on any chain. */
function isAddress(word: string): boolean {
  return /^0x[\da-f]{40}$/i.test(word) || isBitcoinAddress(word) || isSolanaAddress(word)
}

/** Hexadecimal and bech32 addresses are compared without case, base58 addresses exactly. */
function isSame(a: string, b: string): boolean {
  return a === b || (/^(0x|(bc|tb|bcrt)1)/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

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
