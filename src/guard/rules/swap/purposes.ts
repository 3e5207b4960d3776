import { smaller, sumOf } from '../../../domain/bigints'
import { dollarValueOf, shareBps } from '../../../domain/prices/price'
import type { Token } from '../../../domain/token'
import { feeCeiling } from '../../answer/parsedAnswer'
import { type DecodedStep, isToken } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { block, type Finding, info, warn } from '../../findings/finding'
import { isPinned } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { evmSwapPlans } from '../../scope'
import { amountFact, amountFactOf, tokenFact } from '../../tokenNames'
import { coinsSent } from '../common/flows'
import { soldBy } from '../common/purpose'
import { boughtOf, callsOf, chainOf, changeOf, isVouched, type RuleInput, soldOf } from '../input/ruleInput'
import { bestOutput } from '../market'

/** The highest total of fees to others over all steps, in basis points. */
const maxFeesBps = 100n
/** A step that sells a share of the amount must enforce nine tenths of that share of the minimum. */
const minShare = { numerator: 9n, denominator: 10n }
/** How far an intermediate token may be below the pool price, in addition: pool fees and price impact. */
const poolSlackBps = 100n
/** Basis points of the whole. */
const full = 10_000n
const feeWarnBps = { here: 100n, across: 500n }
/** The part of the native fee limit that a bridge's message may cost without consent. */
const messageShare = 4n
/** The additional native value of a swap on one chain that needs no consent. */
const smallShare = 100n

/** Rules about purposes: every step has one, and the minimums and costs of all steps are added up. */
export const purposeRules: readonly Rule<RuleInput>[] = [
  rule('V-055', evmSwapPlans, (input) => [...feesIn(input), ...coinsOnTop(input)]),
  rule('V-056', ['evm swap'], (input) => heldBetween(input)),
  rule('V-016', ['evm swap'], (input) => {
    if (input.isCrossChain) return []
    const loose = looselyHandedOn(input)
    if (loose.length > 0) return loose
    const trades = tradesIn(input)
    const sold = sumOf(trades.map((trade) => trade.sold))
    const promised = sumOf(trades.map((trade) => trade.promised))
    if (sold === 0n || promised === 0n) return []
    return trades
      .filter((trade) => isUnderpaid(trade, { sold, promised }))
      .map((trade) =>
        block(
          'V-016.underpaid',
          {
            sold: amountFactOf({ token: input.intent.sell.token, units: trade.sold }),
            promised: amountFactOf({ token: input.intent.buy, units: trade.promised }),
          },
          trade.index,
        ),
      )
  }),
]

/** Each fee to others, and all of them together. */
function feesIn(input: RuleInput): readonly Finding[] {
  const { steps } = input.decoded
  const usual = Number(maxFeesBps)
  const each = steps.flatMap(({ step, flow }) =>
    flow.fees.map(({ bps, recipient }) => {
      const facts = { bps: Number(bps), recipient }
      if (bps > maxFeesBps) return block('V-055.fee', facts, step.index)
      const isNamed = isVouched(chainOf(input, step.chainId), recipient)
      return isNamed ? info('V-055.fee', facts, step.index) : warn('V-055.fee', facts, step.index)
    }),
  )
  const fees = steps.flatMap(({ flow }) => flow.fees)
  const together = sumOf(fees.map(({ bps }) => bps))
  if (fees.length < 2 || together <= maxFeesBps) return each
  return [...each, block('V-055.too-high', { count: fees.length, bps: Number(together), usual })]
}

/** Native coins in addition to the input: the message of a bridge, or an alleged fee. */
function coinsOnTop(input: RuleInput): readonly Finding[] {
  const { intent, inputs, names, isCrossChain } = input
  const { sell } = intent
  const { sold, fee } = coinsSent(input)
  const most = feeCeiling(intent, inputs)
  // More than that blocks the plan (V-015).
  if (fee <= 0n || fee > most) return []
  const coin = sell.token.isNative
    ? sell.token
    : inputs.natives.find(({ isNative, chain }) => isNative && chain.chainId === sell.token.chain.chainId)
  const [cost, trade] = [coin && dollarValueOf({ token: coin, units: fee }), dollarValueOf(sell)]
  const facts = { fee: amountFact(names, native, fee), bps: cost && trade ? shareBps(cost, trade) : undefined }
  // A bridge message costs a few dollars at any amount; elsewhere cents are small at any amount.
  const isMessage = fee * (isCrossChain ? messageShare : smallShare) <= most
  // The service supplies the token prices: native coins are compared only with native coins.
  const isSmall = sold > 0n && fee * full <= sold * feeWarnBps[isCrossChain ? 'across' : 'here']
  return [isMessage || isSmall ? info('V-055.coins-on-top', facts) : warn('V-055.coins-on-top', facts)]
}

type Trade = { readonly index: number; readonly sold: bigint; readonly promised: bigint }

/** Transactions that take the sold token and pay out the bought token. */
function tradesIn(input: RuleInput): readonly Trade[] {
  return input.decoded.steps
    .filter(({ unread }) => unread.length === 0)
    .map((line) => ({ index: line.step.index, sold: soldBy(line, input), promised: promisedBy(line, input) }))
    .filter(({ sold, promised, index }) => promised > 0n || (sold > 0n && !handsOn(input, index)))
}

function promisedBy({ flow }: DecodedStep, { intent }: RuleInput): bigint {
  return flow.inflows
    .filter(({ token, to }) => isToken(token, intent.buy) && sameAddress(to, intent.recipient))
    .reduce((sum, { minimum }) => sum + minimum, 0n)
}

/** Whether a later step follows that depends only on the payout of this one; a payout of the bought token is final. */
function handsOn({ decoded, intent }: RuleInput, index: number): boolean {
  const all = decoded.steps.find(({ step }) => step.index === index)?.flow.inflows ?? []
  // The unsold part is returned.
  const inflows = all.filter(({ token }) => !isToken(token, intent.sell.token))
  return (
    inflows.length > 0 &&
    index !== decoded.steps.at(-1)?.step.index &&
    inflows.every(
      ({ to, token, minimum }) => sameAddress(to, intent.sender) && minimum > 0n && !isToken(token, intent.buy),
    )
  )
}

/**
 * The assets that the person holds if the plan stops between two transactions: anyone may make the next one fail. They must
 * be known ones, and worth all payments so far at the prices of the chain's own pools.
 */
function heldBetween(input: RuleInput): readonly Finding[] {
  const { decoded, intent, names } = input
  const { sell } = intent
  const { chainId } = sell.token.chain
  const last = decoded.steps.at(-1)
  return decoded.stops.flatMap(({ index, changes }) => {
    const before = decoded.steps.filter(({ step }) => step.chainId === chainId && step.index <= index)
    const line = before.at(-1)
    if (!line || line === last || line.unread.length > 0 || line.flow.outflows.length === 0) return []
    const returned = changes.filter(({ asset }) => isTwin(asset, sell.token, input))
    const spent = smaller(sumOf(returned.map(({ paid, received }) => paid - received)), sell.units)
    const isOwn = sameAddress(intent.recipient, intent.sender)
    const paidOut = isOwn ? 0n : sumOf(before.map((step) => promisedBy(step, input)))
    const held = [
      ...changes.filter((change) => change.received > 0n && !returned.includes(change)),
      ...(paidOut > 0n ? [{ asset: boughtOf(intent), received: paidOut }] : []),
    ]
    const between = held.filter(({ asset }) => !isTwin(asset, intent.buy, input))
    const factsOf = (asset: string) => ({ token: tokenFact(names, asset) })
    const stranger = between.find(({ asset }) => asset !== native && !isPinned(asset, chainId, input.source))
    if (stranger) return [warn('V-056.held-between', factsOf(stranger.asset), index)]
    const named = between.map(({ asset }) => info('V-056.held-named', { token: tokenFact(names, asset) }, index))
    const isAtBridge = before.some(({ flow }) => flow.promises.length > 0)
    if (spent <= 0n || isAtBridge) return named
    const worths = held.map(({ asset, received }) => ({ asset, received, worth: worthOf(asset, spent, input) }))
    const unweighed = worths.find(({ worth }) => !worth)
    if (unweighed) return [warn('V-056.not-weighed', factsOf(unweighed.asset), index)]
    const short = full - sumOf(worths.map(({ received, worth = 1n }) => (received * full) / worth))
    if (short <= BigInt(Math.ceil(minSlackBps(intent))) + poolSlackBps) return named
    return [warn('V-056.held-cheap', { ...factsOf(held[0]?.asset ?? soldOf(intent)), bps: Number(short) }, index)]
  })
}

/** Whether an asset is this token, or its wrapped or native form. */
function isTwin(asset: string, token: Token, { source }: RuleInput): boolean {
  const isCoin = (one: string) => one === native || sameAddress(one, source?.wrappedNative)
  if (token.chain.chainId !== source?.chainId) return false
  return isToken(asset, token) || (isCoin(asset) && (token.isNative || isCoin(token.address)))
}

/** The amount of an asset that the payments so far buy elsewhere: by the pools, else by the plan's own promise or deposit. */
function worthOf(asset: string, spent: bigint, input: RuleInput): bigint | undefined {
  const { decoded, intent, source } = input
  const share = (whole: bigint | undefined) => whole && (whole * spent) / intent.sell.units
  const deposits = callsOf(input, 'bridge').filter(({ effect }) => sameAddress(effect.token, asset))
  const deposited = sumOf(deposits.map(({ effect }) => effect.amount))
  if (deposited > 0n) return share(deposited)
  const inPools = bestOutput(input, spent, asset === native ? (source?.wrappedNative ?? asset) : asset)
  return inPools ?? (isTwin(asset, intent.buy, input) ? share(decoded.decodedMinimum) : undefined)
}

/**
 * The purchase of a step for a later one, with a minimum far below its output in the simulation: the later step may
 * fail, or not need it, and then the loss is unbounded.
 */
function looselyHandedOn(input: RuleInput): readonly Finding[] {
  const { decoded, intent, inputs, names, runs } = input
  const [run] = inputs.done ? [] : runs
  if (!run) return []
  return decoded.steps.flatMap((line) => {
    const sold = line.unread.length > 0 ? 0n : soldBy(line, input)
    if (sold === 0n || promisedBy(line, input) > 0n) return []
    const given = line.flow.inflows.filter(
      ({ to, token }) => sameAddress(to, intent.sender) && token !== soldOf(intent) && !isToken(token, intent.buy),
    )
    return given.flatMap(({ token }) => {
      const least = sumOf(given.filter((one) => one.token === token).map(({ minimum }) => minimum))
      const later = decoded.steps.flatMap(({ flow }) => flow.outflows.filter((one) => sameAddress(one.token, token)))
      const brought = changeOf(run.changes, intent.sender, token) + sumOf(later.map(({ amount }) => amount))
      if ((brought - least) * 10_000n <= brought * BigInt(Math.ceil(minSlackBps(intent)))) return []
      const facts = { sold: amountFact(names, soldOf(intent), sold), promised: amountFact(names, token, least) }
      return [block('V-016.underpaid', facts, line.step.index)]
    })
  })
}

/** How far a minimum may be below what is brought: twice the tolerance, or half a percent more than it. */
export function minSlackBps({ slippageBps }: RuleInput['intent']): number {
  return Math.max(2 * slippageBps, slippageBps + 50)
}

function isUnderpaid(trade: Trade, { sold, promised }: Omit<Trade, 'index'>): boolean {
  const { numerator, denominator } = minShare
  return trade.promised * sold * denominator < promised * trade.sold * numerator
}
