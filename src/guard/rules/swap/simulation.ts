import { compare } from '../../../domain/fraction'
import { worthOf } from '../../../domain/price'
import { boughtOf, changeOf, soldOf } from '../../check/arrival'
import {
  chainOf,
  codeAt,
  evidenceOn,
  isVouched,
  linesAhead,
  type Matter,
  type Run,
  runsOn,
  stepsAhead,
} from '../../check/ruleInput'
import type { Facts } from '../../checkInputs'
import type { Line } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { explainRevert } from '../../decode/evm/revert'
import { isSpendable } from '../../plan/approval'
import type { Rule, Say } from '../../rule'
import type { Finding } from '../../verdict'
import { amountWords, tokenWords } from '../../words'

/** Dollars up to which an unread call to a vouched contract may go out without a simulation. */
const unreadCap = 1_000n
/** Two opinions on the outcome may differ by this share before one of them is lying. */
const agreement = 100n

/** What happened when the plan was tried out on a copy of the chain. */
export const simulationRules: readonly Rule<Matter>[] = [
  {
    code: 'V-030',
    asks: 'Every transaction goes through when tried out',
    find: (matter, say) =>
      [...new Set(stepsAhead(matter.plan.steps, matter.facts).map(({ chainId }) => chainId))].flatMap((chainId) => {
        const [run] = runsOn(matter.facts, chainId)
        if (!run)
          return [say.info(`Not simulated: ${whyNot(matter.facts, chainId)}`, undefined, { unavailable: 'simulation' })]
        const lines = linesAhead(matter).filter(({ step }) => step.chainId === chainId)
        const failed = lines.flatMap(({ step }, place) => {
          const outcome = run.outcomes[place]
          if (outcome?.is === 'success') return []
          const { says, advice } = explainRevert(outcome?.reason ?? '')
          return [say.block(`It would fail: ${says} ${advice}`, step.index, { reason: outcome?.reason ?? '' })]
        })
        return failed.length > 0 ? failed : [say.ok('Every transaction went through when tried out.')]
      }),
  },
  {
    code: 'V-031',
    asks: 'Nothing leaves your account but what you sell',
    find: (matter, say) =>
      onEveryChain(matter, (run) => {
        const { intent, book } = matter
        const lost = run.changes.filter(({ account, delta }) => sameAddress(account, intent.sender) && delta < 0n)
        const found = lost.flatMap(({ token, delta }) => {
          const limit = mayLeave(matter, token, run.chainId)
          if (-delta <= limit) return []
          const known = limit > 0n ? `you sell ${amountWords(book, token, limit)}` : 'you do not sell it'
          return [say.block(`${amountWords(book, token, -delta)} would leave your account; ${known}.`)]
        })
        if (found.length > 0 || !succeeded(run) || run.chainId !== intent.sell.token.chain.chainId) return found
        return [say.ok(`Only ${intent.sell.token.symbol} leaves your account.`)]
      }),
  },
  {
    code: 'V-032',
    asks: 'The recipient really gets at least the minimum',
    find: (matter, say) => {
      const { intent, ledger, plan, book, crosses, facts } = matter
      const arrived = facts.arrived ?? 0n
      const bought = boughtOf(intent)
      if (crosses) return []
      return eachRun(matter, (run) => {
        if (!succeeded(run)) return []
        // What earlier steps brought counts: the minimum is that of the whole plan.
        const got = arrived + changeOf(run.changes, intent.recipient, bought)
        const minimum = [ledger.promised, plan.quote.minimumOut?.units].reduce<bigint>(
          (most, each) => (each !== undefined && each > most ? each : most),
          1n,
        )
        if (got * 1_000n < minimum * 999n)
          return [
            say.block(
              `${amountWords(book, bought, got > 0n ? got : 0n)} would arrive${altogether(arrived)}; at least ${amountWords(book, bought, minimum)} was promised.`,
            ),
          ]
        return [say.ok(`${amountWords(book, bought, got)} would arrive${altogether(arrived)}.`)]
      })
    },
  },
  {
    code: 'V-033',
    asks: 'No rights to your tokens are left behind that you did not see',
    find: (matter, say) => {
      const { intent, ledger, book } = matter
      const wrapped = matter.source?.wrappedNative
      const planned = ledger.lines.flatMap(({ step }) => (step.purpose.does === 'approve' ? [step.purpose] : []))
      const home = intent.sell.token.chain.chainId
      return onEveryChain(matter, (run) => [
        ...run.operators.map(({ token, operator }) =>
          say.block(`${operator} would rule over all your ${tokenWords(book, token)}.`),
        ),
        ...run.grants.flatMap(({ token, spender, before, after }) => {
          if (after <= before) return []
          const isPlanned = planned.some((step) => sameAddress(step.token, token) && sameAddress(step.spender, spender))
          const isForeign = run.chainId !== home || !isSpendable(token, intent, wrapped)
          if (!isPlanned || isForeign || after > intent.sell.units)
            return [
              say.block(`${spender} could take ${amountWords(book, token, after)} later.`, undefined, {
                token,
                spender,
                amount: String(after),
              }),
            ]
          return [
            say.info(
              `${amountWords(book, token, after)} stays allowed to ${spender}; it can be revoked afterwards.`,
              undefined,
              { token, spender, amount: String(after) },
            ),
          ]
        }),
      ])
    },
  },
  {
    code: 'V-034',
    asks: 'A second, different simulation comes to the same result',
    find: (matter, say) => {
      const { intent, facts } = matter
      const [first, second] = runsOn(facts, intent.sell.token.chain.chainId)
      if (!first || !second || !succeeded(first) || !succeeded(second)) return []
      const figures = [
        [
          changeOf(first.changes, intent.recipient, boughtOf(intent)),
          changeOf(second.changes, intent.recipient, boughtOf(intent)),
        ],
        [
          changeOf(first.changes, intent.sender, soldOf(intent)),
          changeOf(second.changes, intent.sender, soldOf(intent)),
        ],
      ] as const
      if (figures.every(([a, b]) => isNear(a, b))) return [say.ok('Two different simulations agree.')]
      return [
        say.block(
          'Two ways of trying it out end differently: the contract behaves one way when watched and another when not.',
        ),
      ]
    },
  },
  {
    code: 'V-035',
    asks: 'The contracts are known, or what they do was seen',
    find: (matter, say) =>
      linesAhead(matter).flatMap((line) => (line.call.effect.does === 'approve' ? [] : [trustIn(line, matter, say)])),
  },
]

/** How much of a token the steps ahead may take on a chain: nothing but coins sent along where nothing is sold. */
function mayLeave(matter: Matter, token: string, chainId: number): bigint {
  const { intent, facts, source } = matter
  const { sell } = intent
  const ahead = linesAhead(matter).filter(({ step }) => step.chainId === chainId)
  const coins = ahead.reduce((sum, { step }) => sum + step.value, 0n)
  if (chainId !== sell.token.chain.chainId) return token === native ? coins : 0n
  if (token === native) return sell.token.isNative ? larger(sell.units, coins) : coins
  // Coins that an earlier step has wrapped leave as wrapped ones.
  const isWrapped = Boolean(facts.done) && isSpendable(token, intent, source?.wrappedNative)
  return sameAddress(token, soldOf(intent)) || isWrapped ? sell.units : 0n
}

/** The decision matrix: what is understood × what was tried out × who vouches for it. */
function trustIn(line: Line, matter: Matter, say: Say): Finding {
  const { to, index, chainId } = line.step
  const isRead = line.unread.length === 0
  const wasSimulated = runsOn(matter.facts, chainId).length > 0
  const trust = trustOf(line, matter)
  const why = line.unread[0] ?? ''
  const evidence = { contract: to, trust, read: String(isRead), simulated: String(wasSimulated), why }

  if (trust === 'vouched') {
    if (isRead)
      return wasSimulated
        ? say.ok(`${to} belongs to this deployment and does what it says.`, index, evidence)
        : say.info(`${to} belongs to this deployment; it was not tried out.`, index, evidence)
    if (wasSimulated)
      return say.info(`${to} belongs to this deployment; its details are hidden: ${why}.`, index, evidence)
    const sentence = `${to} belongs to this deployment, but what it does is neither readable (${why}) nor could it be tried out.`
    return isWithinCap(matter)
      ? say.warn(sentence, index, evidence)
      : say.block(`${sentence} That is too much for more than $${unreadCap}.`, index, evidence)
  }
  if (trust === 'seen') {
    if (isRead)
      return wasSimulated
        ? say.ok(`${to} carried out a swap of yours before.`, index, evidence)
        : say.warn(`${to} carried out a swap of yours before, but this one could not be tried out.`, index, evidence)
    if (wasSimulated)
      return say.warn(`${to} carried out a swap of yours before; what it does cannot be read: ${why}.`, index, evidence)
    return say.block(`What ${to} does can neither be read nor tried out.`, index, evidence)
  }
  if (!wasSimulated) return say.block(`${to} is unknown, and it could not be tried out.`, index, evidence)
  if (isRead)
    return say.warn(`You use ${to} for the first time. Compare the address with one you trust.`, index, evidence)
  return say.warn(
    `${to} is unknown and what it does cannot be read: ${why}. It only did what you asked when tried out.`,
    index,
    { ...evidence, acknowledge: 'type the amount' },
  )
}

/** Vouched for by the deployment, seen doing its work with this very code, or unknown. */
function trustOf({ step }: Line, matter: Matter): 'vouched' | 'seen' | 'unknown' {
  if (isVouched(chainOf(matter, step.chainId), step.to)) return 'vouched'
  const evidence = evidenceOn(matter.facts, step.chainId)
  const codeHash = evidence && codeAt(evidence, step.to)
  const isPinned = matter.facts.memory.pins.some(
    (pin) => pin.chainId === step.chainId && sameAddress(pin.address, step.to) && pin.codeHash === codeHash,
  )
  return codeHash !== undefined && isPinned ? 'seen' : 'unknown'
}

function isWithinCap({ intent }: Matter): boolean {
  const worth = worthOf(intent.sell)
  return worth !== undefined && compare(worth, { numerator: unreadCap, denominator: 1n }) <= 0
}

function eachRun(matter: Matter, find: (run: Run) => Finding[]): Finding[] {
  return eachRunOn(matter.intent.sell.token.chain.chainId, matter, find)
}

/** Where the plan has steps, a crossing may do harm on either side. */
function onEveryChain(matter: Matter, find: (run: Run) => Finding[]): Finding[] {
  const home = matter.intent.sell.token.chain.chainId
  const chains = new Set([home, ...stepsAhead(matter.plan.steps, matter.facts).map(({ chainId }) => chainId)])
  return [...chains].flatMap((chainId) => eachRunOn(chainId, matter, find))
}

function eachRunOn(chainId: number, { facts }: Matter, find: (run: Run) => Finding[]): Finding[] {
  const findings = runsOn(facts, chainId).map(find)
  // The second opinion speaks only when it is worse.
  const [first = [], ...others] = findings
  const isBad = (list: readonly Finding[]) => list.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}

function succeeded({ outcomes }: Run): boolean {
  return outcomes.every((outcome) => outcome.is === 'success')
}

function whyNot({ simulations }: Facts, chainId: number): string {
  const failed = simulations.find((found) => found.chainId === chainId)
  return failed?.is === 'not run' ? failed.why : 'no node could try it out.'
}

function altogether(arrived: bigint): string {
  return arrived > 0n ? ' altogether' : ''
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const scale = a > 0n ? a : -a
  return difference * agreement <= scale
}
