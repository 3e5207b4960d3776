import { fromUnits } from '../../../src/domain/amount'
import type { CheckedPlan } from '../../../src/guard/check/checkedPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { enforcedMinimum } from '../../../src/guard/plan/enforcedMinimum'
import { judge } from '../../../src/guard/verdict'
import { newsForOrder } from '../../../src/preparation/recheckChanges'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { type Rating, ratingOf } from '../attacks/adversary'
import { isOf } from '../currentCodes'
import { swapOf } from '../localExchange'
import { slotsOf } from './calldata'
import { hookMovesFor } from './hooks'
import { type Cast, type Draft, type MutationName, mutate, mutationNames, redirected } from './mutations'
import type { Random } from './random'
import { throughBridge, throughUniversal } from './universal'
import { type Venue, venuesFor } from './venues'
import { pickMove, type World } from './world'

/** The result of one mutated plan. */
export type Trial = {
  readonly name: string
  readonly rating: Rating
  readonly codes: readonly string[]
  /** Dollars at worst, over what the adversary tried; `undefined` where it was not carried out. */
  readonly loss: number | undefined
  /** Dollars that the review shows may be lost. */
  readonly tolerance: number
  readonly move: string
}

/** The guard with some of its rules taken out, to see that they are needed. */
export type Handicap = {
  readonly without?: readonly string[]
  /** Whether a renewed plan continues silently after any change. */
  readonly ignoresChanges?: boolean
}

/** Sold, amount, bought and the chain it is bought on. */
const asked: readonly (readonly [string, string, string, string?])[] = [
  ['USDC', '500', 'WETH'],
  ['WETH', '0.15', 'USDC'],
  ['ETH', '0.15', 'USDC'],
  ['USDC', '500', 'ETH'],
  ['USDT', '300', 'PUFF'],
  ['ETH', '0.2', 'WETH'],
  ['WBTC', '0.005', 'DAI'],
  ['USDC', '500', 'USDC', 'Delta'],
  ['WETH', '0.15', 'USDC', 'Delta'],
  ['ETH', '0.15', 'WETH', 'Delta'],
  ['USDC', '500', 'PUP'],
  ['ETH', '0.15', 'PUP'],
  ['PUP', '500', 'USDC'],
  ['PUP', '500', 'ETH'],
]

export type Asked = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly receivedAt: number }

/** Honest answers, asked again before their deadlines come near. */
export function createAnswers({ arena }: Pick<World, 'arena'>) {
  const kept = new Map<string, Asked>()
  return async (random: Random, only?: (intent: SwapIntent) => boolean): Promise<Asked> => {
    const intents = asked.map(([sell, amount, buy, chain]) =>
      swapOf(arena.token(sell), amount, arena.token(buy, chain), arena.me),
    )
    const intent = random.pick(only ? intents.filter(only) : intents)
    const key = `${intent.sell.token.id} ${intent.buy.id}`
    const known = kept.get(key)
    if (known && Date.now() - known.receivedAt < freshFor) return known
    const fresh = { intent, answer: await arena.ask(intent), receivedAt: Date.now() }
    kept.set(key, fresh)
    return fresh
  }
}

const freshFor = 120_000

export type TrialOptions = Handicap & {
  readonly names?: readonly MutationName[]
  readonly only?: (intent: SwapIntent) => boolean
  readonly moves?: number
  /** The only move that the adversary makes. */
  readonly move?: string
  /** How often the deployment names a proxy of the thief's, through which the answer then goes. */
  readonly vouches?: number
  /** How often it uses the universal router and Permit2, or another venue or bridge that the deployment names. */
  readonly venues?: number
  /** The venue that it uses, by a part of its description. */
  readonly at?: string
  /** How often the wallet batches, so that the chain enforces the bounds. */
  readonly batches?: number
  /** How often a move is a hook in every token. Routers then may take wrapped coins by earlier allowances half of the time. */
  readonly hooks?: number
  /** Sends the steps of a batch one by one, as if the chain enforced nothing. */
  readonly ignoresBounds?: boolean
  /** Judges the mutated answer as the renewal of the honest one, which goes on silently or not at all. */
  readonly renews?: boolean
}

/** One to three mutations of an honest answer, judged, and carried out unless they are blocked. */
export async function tryMutation(
  world: World,
  ask: ReturnType<typeof createAnswers>,
  random: Random,
  options: TrialOptions = {},
): Promise<Trial | undefined> {
  const { names = mutationNames, only, moves = 2, move: onlyMove, vouches = 0, venues = 0, hooks = 0 } = options
  const { arena, cast } = world
  const asked = await ask(random, only)
  const { intent } = asked
  const time = await world.time()
  const venue = venues > 0 && random.chance(venues) ? atVenue(asked, { cast, time, random }, options) : undefined
  const answer = venue?.answer ?? asked.answer
  const chosen = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(names))
  const draft = chosen.reduce<Draft | undefined>(
    (before, name) => {
      const changed = before && mutate(before, name, cast, random)
      return changed && { intent, time, answer: changed }
    },
    { intent, time, answer },
  )
  if (!draft) return undefined
  const proxy = !venue && vouches > 0 && random.chance(vouches) ? cast.traps.at(-1) : undefined
  const named = proxy ? [proxy] : (venue?.named ?? [])
  const chains = arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, ...named] }))
  const isBatched = (options.batches ?? 0) > 0 && random.chance(options.batches ?? 0)
  const how = { chains, tokens: arena.tokens, ...(isBatched && { batches: 'supported' as const }) }

  const isOld = options.renews === true && random.chance(0.3)
  const name = [
    `${intent.sell.token.symbol} → ${intent.buy.symbol} on ${intent.buy.chain.name}: ${chosen.join(', ')}`,
    proxy ? ', through a proxy that is vouched for' : (venue?.says ?? ''),
    `${isBatched ? ', in a batch' : ''}${options.renews ? ', renewed' : ''}${isOld ? ' after a week' : ''}`,
  ].join('')
  const isPushed = random.chance(0.1)
  const isAllowed = hooks > 0 && random.chance(0.5)
  return world.onSnapshot(async () => {
    if (isAllowed) await world.allowEarlier()
    const accepted = options.renews ? await acceptedOf(world, intent, answer, how) : undefined
    if (options.renews && !accepted) return undefined
    if (isOld) await world.wait(aWeek)
    if (isPushed) await world.push(intent, random.pick([30, -30]))
    const nothing = { name, tolerance: 0, loss: undefined, move: isPushed ? 'pushed before' : '' }
    const sent = isOld ? later(draft.answer, aWeek) : draft.answer
    const planned = await arena.plan(intent, proxy ? redirected(draft, proxy, cast) : sent)
    if (planned.is === 'refused')
      return { ...nothing, rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
    const checked = handicapped(await arena.check(planned.plan, how), options.without)
    const news = accepted && !options.ignoresChanges ? newsOf(accepted, checked) : []
    const codes = [...loudCodes(checked), ...news]
    // A changed plan is reviewed again, and is then a plan like any other.
    const rating = news.length > 0 && ratingOf(checked) === 'green' ? 'amber' : ratingOf(checked)
    if (rating === 'blocked') return { ...nothing, rating, codes }
    let [worst, by] = [Number.NEGATIVE_INFINITY, '']
    for (let tries = 0; tries < moves; tries++) {
      const isHook = hooks > 0 && random.chance(hooks)
      const usual = isHook ? hookMovesFor(intent.buy.symbol) : venue?.moves
      const move = pickMove(world, random, onlyMove === undefined ? usual : [onlyMove])
      const loss = await world.onSnapshot(async () => {
        await move.act(intent)
        const { assertion, ...plan } = checked.plan
        return world.carryOut(assertion && !options.ignoresBounds ? checked.plan : plan)
      })
      if (loss > worst) [worst, by] = [loss, move.name]
    }
    return {
      name,
      rating,
      codes,
      loss: worst,
      move: isPushed ? `pushed before, ${by}` : by,
      // A silently continued plan may lose the amount shown at the consent.
      tolerance: toleranceOf(accepted ?? checked),
    }
  })
}

const aWeek = 604_800

/** The same answer with all deadlines so many seconds later. */
function later(answer: SwapAnswer, seconds: number): SwapAnswer {
  const shifted = (data: TransactionRecord['data']) =>
    slotsOf(data).reduce((before, slot, place) => {
      const { is, value, write } = slotsOf(before)[place] ?? slot
      const isTime = is === 'deadline' && (typeof value === 'bigint' || typeof value === 'number')
      const latest = typeof value === 'bigint' ? 2n ** 47n : 2 ** 31
      if (!isTime || value >= latest) return before
      return write(typeof value === 'bigint' ? value + BigInt(seconds) : value + seconds)
    }, data)
  return { ...answer, transactions: answer.transactions.map((each) => ({ ...each, data: shifted(each.data) })) }
}

type How = NonNullable<Parameters<World['arena']['check']>[1]>

/** The honest answer as it was agreed to; nothing where the guard asks for a tick. */
async function acceptedOf(
  { arena }: World,
  intent: SwapIntent,
  answer: SwapAnswer,
  how: How,
): Promise<CheckedPlan | undefined> {
  const planned = await arena.plan(intent, answer)
  if (planned.is === 'refused') return undefined
  const checked = await arena.check(planned.plan, how)
  return ratingOf(checked) === 'green' ? checked : undefined
}

function newsOf(accepted: CheckedPlan, renewed: CheckedPlan): readonly string[] {
  return newsForOrder(accepted, renewed).map(({ code }) => `new ${code}`)
}

type AtVenue = { readonly cast: Cast; readonly time: bigint; readonly random: Random }

/** The same answer by way of another venue or, where it crosses, of another bridge. */
function atVenue({ intent, answer }: Asked, { cast, time, random }: AtVenue, { at }: TrialOptions): Venue | undefined {
  const swap = throughUniversal(intent, answer, cast, time)
  const crossing = throughBridge(answer, cast.bridge, cast.switchedBridge)
  const all = [
    ...(swap ? [{ answer: swap, named: [cast.universal], says: ', through the universal router' }] : []),
    ...(crossing ? [{ answer: crossing, named: [cast.switchedBridge], says: ', at a bridge behind a proxy' }] : []),
    ...venuesFor({ intent, answer, time }, cast),
  ].filter(({ says }) => at === undefined || says.includes(at))
  return all.length > 0 ? random.pick(all) : undefined
}

/** As if some rules did not exist. */
export function handicapped<Checked extends Pick<CheckedPlan, 'verdict'>>(
  checked: Checked,
  without: readonly string[] = [],
): Checked {
  if (without.length === 0) return checked
  const { findings, level } = checked.verdict
  const kept = findings.filter((finding) => !isOf(finding, without))
  return { ...checked, verdict: judge(kept, level === 'unchecked') }
}

function loudCodes({ verdict }: CheckedPlan): readonly string[] {
  return verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn').map(({ code }) => code)
}

/**
 * The loss that the review shows: the input less the minimum at the listed prices, and extra native value. It is
 * limited to 5 % below the market and twice the tolerance.
 */
function toleranceOf({ plan, decodedMinimum = 0n }: CheckedPlan): number {
  const { intent, steps } = plan
  const { sell, buy, slippageBps } = intent
  const sold = dollars(sell.units, sell.token.decimals, sell.token.price)
  const least = dollars(enforcedMinimum(plan) ?? decodedMinimum, buy.decimals, buy.price)
  const carried = steps.reduce((sum, step) => sum + (step.kind === 'evm' ? step.value : 0n), 0n)
  const onTop = carried - (sell.token.isNative ? sell.units : 0n)
  const fee = onTop > 0n ? dollars(onTop, 18, coinPrice) : 0
  const most = sold * (0.05 + (2 * slippageBps) / 10_000)
  // A refund pays the bridge's deposit: the output of the swap before it, less twice the tolerance.
  const crosses = sell.token.chain.chainId !== buy.chain.chainId
  const refund = crosses ? sold * (poolFee + (2 * slippageBps) / 10_000) : 0
  return Math.min(Math.max(sold - least, refund, 0), most) + fee + sold * rounding
}

/** The wrapped coin's price as listed; all extra native value is Harbor's. */
const coinPrice = '3200'
const rounding = 0.002
const poolFee = 0.003

function dollars(units: bigint, decimals: number, price: string | undefined): number {
  return Number(fromUnits(units, decimals)) * Number(price ?? 0)
}

/** A green plan that lost more than it showed. */
export function isBroken({ rating, loss, tolerance }: Trial): boolean {
  return rating === 'green' && loss !== undefined && loss > tolerance
}

/** A summary of many trials, for the log. */
export function tally(trials: readonly Trial[]) {
  const count = (rating: Rating) => trials.filter((trial) => trial.rating === rating).length
  const green = trials.filter(({ rating }) => rating === 'green')
  return {
    tried: trials.length,
    blocked: count('blocked'),
    amber: count('amber'),
    unchecked: count('unchecked'),
    green: green.length,
    carriedOut: trials.filter(({ loss }) => loss !== undefined).length,
    greatest: green.reduce((most, { loss = 0 }) => Math.max(most, loss), 0),
    broken: trials.filter(isBroken),
  }
}
