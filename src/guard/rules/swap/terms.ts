import type { Amount } from '../../../domain/amount'
import { isBelow, larger, sumOf } from '../../../domain/bigints'
import { impactOf, levelOf, lossOfUnits, tooGoodBps } from '../../../domain/prices/impact'
import { dollarValueOf } from '../../../domain/prices/price'
import type { Token } from '../../../domain/token'
import { isDeliveryContract } from '../../../protocol/deployment/deliveryContracts'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { permit2, venueAt } from '../../../protocol/deployment/venues'
import { isToken } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { block, type Finding, holds, info, ok, warn } from '../../findings/finding'
import { tokenIdentity } from '../../pinnedTokens'
import { isWrapOnly } from '../../plan'
import { type Rule, rule } from '../../rule'
import { everySwap } from '../../scope'
import { amountFactOf, tokenFact } from '../../tokenNames'
import { arrivalOf, callsOf, chainOf, isFullyDecoded, type RuleInput } from '../input/ruleInput'
import { marketWorth } from '../market'
import { mayBridge } from './crossing'

/**
 * How much looser than requested the slippage may be, in basis points, before it counts as theft instead of a mistake.
 */
const toleranceSlackBps = 5
const toleranceBlockBps = 500
/** A price that rises between quote and check makes an honest minimum look looser by this much. In basis points. */
const priceRiseBps = 30
/** How far the output may be below the input without consent, at listed prices and in basis points. */
const worthWarnBps = 500
/** How far a swap may be below the best pool, in basis points: from the second on, the amount must be typed. */
const behindWarnBps = 100n
const behindTypeBps = 1_000n
/** A promise for another chain that is this much above every pool will not be kept, in basis points. */
const abovePoolsBps = 200n

/** Rules about the numbers and tokens: whether they are those that were agreed on. */
export const termRules: readonly Rule<RuleInput>[] = [
  rule('V-016', everySwap, (input) => {
    const below = belowShown(input)
    const { decoded, plan, intent } = input
    // Other rules compare the promises of Solana transactions and payments with the figures of the service.
    if (isUnstated(input)) return [...below, warn('V-016.not-promised', { symbol: intent.buy.symbol })]
    if (input.scope === 'bitcoin payment') return [...below, info('V-016.only-promised', {})]
    if (input.scope !== 'evm swap') return below
    const { decodedMinimum } = decoded
    const fact = (units: bigint) => amountFactOf({ token: intent.buy, units })
    const stated = plan.quote.minimumReceived?.units
    // Decoded calls enforce only their own part of the minimum: the rest is in undecoded ones.
    if (decodedMinimum === undefined || (decodedMinimum > 0n && !isFullyDecoded(input))) {
      if (isFullyDecoded(input)) return below
      if (stated === undefined) return [warn('V-016.not-promised', { symbol: intent.buy.symbol })]
      const due = decodedMinimum === undefined ? 0n : (minShare(input) * stated) / intent.sell.units
      if (decodedMinimum !== undefined && decodedMinimum < due)
        return [block('V-016.below-stated', { stated: fact(due), accepted: fact(decodedMinimum) })]
      return [info('V-016.unreadable-minimum', { minimum: fact(stated) }), ...below]
    }
    if (decodedMinimum === 0n) return [block('V-016.any-outcome', {})]
    if (stated !== undefined && isBelow(decodedMinimum, stated))
      return [block('V-016.below-stated', { stated: fact(stated), accepted: fact(decodedMinimum) })]
    return [...below, holds('V-016')]
  }),
  rule('A-31', everySwap, (input) => {
    const { decoded, intent, plan } = input
    // The payout of a swap on Solana is read from the transaction (V-016).
    if (input.scope === 'solana swap' && !input.isCrossChain) return []
    const [decodedMinimum, stated] = [decoded.decodedMinimum, plan.quote.minimumReceived?.units]
    const minimum = isFullyDecoded(input) ? (decodedMinimum ?? stated) : (stated ?? decodedMinimum)
    const expected = arrivalOf(input) ?? plan.quote.expectedOut?.units
    if (minimum === undefined || minimum === 0n || expected === undefined || expected < minimum) return []
    const bps = Number(((expected - minimum) * 10_000n + expected - 1n) / expected)
    const asked = intent.slippageBps
    const facts = { bps, asked }
    // Of three pieces that cannot be divided, honest services promise two.
    const isRounded = (minimum + 1n) * 10_000n >= expected * BigInt(10_000 - Math.ceil(asked))
    if (!isRounded && bps > Math.max(4 * asked, asked + toleranceBlockBps)) return [block('A-31.accepts-less', facts)]
    const isLoose = bps > Math.min(2 * asked, asked + Math.max(priceRiseBps, asked / 4))
    if (isLoose || (isRounded && bps > asked + toleranceBlockBps)) return [warn('A-31.accepts-less', facts)]
    // A deposit on Solana enforces no minimum except the one in its ticket: no finer figure exists.
    if (input.scope === 'solana swap') return []
    if (bps > asked + toleranceSlackBps) return [info('A-31.accepts-less', facts)]
    if (2 * bps < asked && !isWrapOnly(plan)) return [info('A-31.finer', facts)]
    return [ok('A-31.accepts-less', facts)]
  }),
  rule('A-32', everySwap, (input) => {
    const { intent, decoded, plan } = input
    const least = decoded.decodedMinimum ?? plan.quote.minimumReceived?.units
    const tolerated = least && (least * 10_000n) / BigInt(10_000 - Math.ceil(intent.slippageBps))
    const units = arrivalOf(input) ?? plan.quote.expectedOut?.units ?? tolerated
    if (units === undefined || units <= 0n) return []
    if (isWrapping(input)) return [atPar(lossOfUnits(intent.sell.units, units))]
    // The service writes the prices that are listed; those of the chain's pools it does not.
    return [...againstPools(input, units), againstPrices(intent.sell, { token: intent.buy, units })]
  }),
  rule('V-036', ['evm swap', 'bitcoin payment'], (input) => {
    const { intent, decoded, isCrossChain } = input
    const promise = info('V-036.promise', { to: intent.buy.chain.name, from: intent.sell.token.chain.name })
    // Of a payment the service owes the output, and no chain enforces it.
    if (input.scope === 'bitcoin payment') return isCrossChain ? [promise] : []
    const strays = decoded.steps.flatMap(({ step, call }) =>
      everyCall(call).flatMap(({ effect }) => againstIntent(effect, input, step.index)),
    )
    if (!isCrossChain || strays.some(({ severity }) => severity === 'block')) return strays
    const bridges = callsOf(input, 'bridge')
    const found = bridges.flatMap(({ line: { step }, effect }) => {
      if (!isToken(effect.tokenOut, intent.buy) && !(intent.buy.isNative && arrivesAsCoin(effect, input)))
        return [block('V-036.other-token', { token: effect.tokenOut, symbol: intent.buy.symbol }, step.index)]
      if (effect.onTheWay?.minimum === 0n) return [block('V-036.any-outcome', {}, step.index)]
      return []
    })
    if (found.length > 0) return found
    const back = bridges.flatMap(({ effect }) =>
      effect.onTheWay ? [tokenFact(input.names, effect.onTheWay.token)] : [],
    )
    return [
      ...strays,
      ...(!intent.buy.isNative && bridges.some(({ effect }) => arrivesAsCoin(effect, input))
        ? [info('V-036.arrives-as-coin', { token: intent.buy.symbol, chain: intent.buy.chain.name })]
        : []),
      ...back.map((token) => info('V-036.refund-in-other-token', { token, sold: intent.sell.token.symbol })),
      promise,
    ]
  }),
  rule('V-053', everySwap, (input) => {
    const { sell, buy } = input.intent
    return [sell.token, buy].flatMap((token) => {
      if (token.chain.kind !== 'evm' && token.chain.kind !== 'solana') return []
      const identity = tokenIdentity(token, chainOf(input, token.chain.chainId))
      if (identity.is === 'pinned') return []
      if (identity.is === 'unverified')
        return [info('V-053.unverified', { token: token.address, symbol: token.symbol })]
      if (identity.is === 'not the coin')
        return [warn('V-053.not-the-coin', { token: token.address, symbol: token.symbol, chain: token.chain.name })]
      const { of } = identity
      const facts = { token: token.address, symbol: token.symbol, real: of.address, realSymbol: of.symbol }
      return [
        identity.isExact && identity.byDeployment ? block('V-053.impostor', facts) : warn('V-053.impostor', facts),
      ]
    })
  }),
]

/**
 * Compares the destination chain and recipient that a bridge call names with the intent, even if the rest of the call
 * cannot be read. In a swap on one chain, any destination chain is wrong.
 */
function againstIntent(effect: Effect, input: RuleInput, step: number): readonly Finding[] {
  const { intent } = input
  const terms = effect.does === 'bridge' ? effect : effect.does === 'unknown' ? effect.terms : undefined
  if (!terms) return []
  const { chain } = intent.buy
  const { toChain, recipient } = terms
  const isThere = toChain === 'solana' ? chain.kind === 'solana' : toChain === BigInt(chain.chainId)
  const stays = chain.chainId === intent.sell.token.chain.chainId
  if (toChain !== undefined && (!isThere || stays))
    return [block('V-036.other-chain', { chain: String(toChain), wanted: chain.name }, step)]
  if (recipient !== undefined && !sameAddress(recipient, intent.recipient))
    return [block('V-036.other-recipient', { recipient, wanted: intent.recipient }, step)]
  return 'handler' in terms && terms.handler !== undefined ? deliveredTo(terms.handler, input, step) : []
}

/**
 * Messages to the receiving contract are not decoded, so only a configured contract may receive on behalf of the
 * person.
 */
function deliveredTo(contract: string, input: RuleInput, step: number): readonly Finding[] {
  const { chain } = input.intent.buy
  const isKnown =
    sameAddress(contract, input.intent.recipient) ||
    takesDeliveries(chainOf(input, chain.chainId), contract) ||
    isDeliveryContract(contract, chain.chainId)
  const facts = { contract, chain: chain.name }
  return [isKnown ? warn('V-036.passed-on', facts, step) : block('V-036.to-stranger', facts, step)]
}

/**
 * Whether settings name a contract that may receive deliveries. Anyone can take assets sent to well-known routers and
 * bridges, and the wrapped token (WETH9) accepts every call and keeps them for ever.
 */
function takesDeliveries(chain: DeploymentChain | undefined, contract: string): boolean {
  const isVenue = chain && venueAt(contract, chain.kind, chain.chainId) !== undefined
  return !isVenue && !sameAddress(contract, permit2) && mayBridge(chain, contract)
}

/** Whether the bridge owes the wrapped coin, and pays accounts without code the native coin instead. */
function arrivesAsCoin(effect: Extract<Effect, { does: 'bridge' }>, input: RuleInput): boolean {
  const wrapped = chainOf(input, input.intent.buy.chain.chainId)?.wrappedNative
  return effect.unwrapsForAccounts === true && sameAddress(effect.tokenOut, wrapped)
}

/** The output, and the promise of a bridge, compared with the chain's own pools. */
function againstPools(input: RuleInput, units: bigint): readonly Finding[] {
  const { intent, decoded, plan, isCrossChain } = input
  const worth = marketWorth(input)
  const promised = isCrossChain ? (decoded.decodedMinimum ?? 0n) : 0n
  const quoted = plan.quote.expectedOut?.units ?? plan.quote.minimumReceived?.units
  const isAbove = (most = 0n) => most > 0n && promised * 10_000n > most * (10_000n + abovePoolsBps)
  const honest = [worth?.most, quoted].find(isAbove)
  if (honest) return [warn('A-32.above-pools', { bps: Number((promised * 10_000n) / honest) - 10_000 })]
  if (!worth) return [info('A-32.no-pools', {})]
  // Additional native coins are part of the price: an intermediate token may prevent their refund.
  const best = isCrossChain ? worth.best : (worth.best * coinsPaid(input)) / intent.sell.units
  if (units >= best) return []
  const less = best - units
  const behind = (less * 10_000n) / best
  const dollars = dollarValueOf({ token: intent.buy, units: less })
  const facts = {
    bps: Number(behind),
    less: amountFactOf({ token: intent.buy, units: less }),
    cents: dollars && Number((dollars.numerator * 100n) / dollars.denominator),
  }
  if (behind >= behindTypeBps) return [warn('A-32.far-below-pools', facts)]
  return behind > behindWarnBps ? [warn('A-32.below-pools', facts)] : []
}

/** The input, including all native coins sent along if the native coin is sold. */
function coinsPaid({ intent: { sell }, decoded }: RuleInput): bigint {
  return sell.token.isNative ? larger(sumOf(decoded.steps.map(({ step }) => step.value)), sell.units) : sell.units
}

/** The coin and its wrapped form are worth the same, at any listed price. */
function atPar(bps: number): Finding {
  if (levelOf(bps, false) === 'ruinous') return block('A-32.worth', { bps })
  return bps > behindWarnBps ? warn('A-32.worth', { bps }) : ok('A-32.worth', { bps })
}

function isWrapping(input: RuleInput): boolean {
  const { sell, buy } = input.intent
  const wrapped = chainOf(input, buy.chain.chainId)?.wrappedNative
  const contract = ({ isNative, address }: Token) => (isNative ? wrapped : address)
  return !input.isCrossChain && sameAddress(contract(sell.token) ?? native, contract(buy))
}

/** The output at listed prices. */
function againstPrices(sell: Amount, buy: Amount): Finding {
  const impact = impactOf(sell, buy)
  if (impact.is === 'unknown') {
    const facts = { symbols: impact.unpriced.map(({ symbol }) => symbol) }
    // The output of a swap on one chain is simulated; nothing else bounds the promise of a bridge.
    return sell.token.chain.chainId === buy.token.chain.chainId
      ? info('A-32.no-price', facts)
      : warn('A-32.no-price', facts)
  }
  const facts = { bps: impact.bps }
  if (impact.level === 'ruinous') return block('A-32.worth', facts)
  if (impact.bps < -tooGoodBps) return warn('A-32.too-good', facts)
  // Fees of bridges are no reason to lose more without consent than on one chain.
  if (impact.bps >= worthWarnBps) return warn('A-32.worth', facts)
  return impact.level === 'none' ? ok('A-32.worth', facts) : info('A-32.worth', facts)
}

/** Warns of a minimum received below the one that the form showed, by more than rounding. */
function belowShown(input: RuleInput): readonly Finding[] {
  const { decoded, plan, intent, inputs } = input
  const { shownMinimum } = inputs
  const accepted = isFullyDecoded(input)
    ? (decoded.decodedMinimum ?? plan.quote.minimumReceived?.units)
    : plan.quote.minimumReceived?.units
  if (shownMinimum === undefined || accepted === undefined || !isBelow(accepted, shownMinimum)) return []
  // Of the bought token itself: a coin bought on another chain is not the coin of this one.
  const fact = (units: bigint) => amountFactOf({ token: intent.buy, units })
  return [warn('V-016.below-shown', { accepted: fact(accepted), shown: fact(shownMinimum) })]
}

/**
 * Without a minimum in the answer, a payment, a ticket for another chain and a payout below the one shown are compared with
 * nothing.
 */
function isUnstated({ scope, plan, inputs, isCrossChain }: RuleInput): boolean {
  if (plan.quote.minimumReceived !== undefined) return false
  return scope === 'bitcoin payment' || (scope === 'solana swap' && (isCrossChain || inputs.shownMinimum !== undefined))
}

/** Nine tenths of the decoded calls' share of the sold amount: the share of the minimum they must enforce. */
function minShare({ decoded, intent }: RuleInput): bigint {
  const read = decoded.steps.filter(({ unread }) => unread.length === 0)
  const sold = read.flatMap(({ flow }) => flow.outflows).filter(({ token }) => isToken(token, intent.sell.token))
  return (sumOf(sold.map(({ amount }) => amount)) * 9n) / 10n
}
