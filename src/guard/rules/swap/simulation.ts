import { compare } from '../../../domain/fraction'
import { worthOf } from '../../../domain/price'
import { boughtOf, changeOf, soldOf } from '../../check/arrival'
import {
  chainOf,
  codeAt,
  evidenceOn,
  isVouched,
  type RuleInput,
  remainingDecoded,
  remainingSteps,
  runsOn,
  type SimulatedRun,
} from '../../check/ruleInput'
import type { CheckInputs } from '../../checkInputs'
import type { DecodedStep } from '../../decode/decodedPlan'
import { native, sameAddress } from '../../decode/evm/address'
import { explainRevert } from '../../decode/evm/revert'
import type { Finding } from '../../findings/finding'
import { isSpendable } from '../../plan/approval'
import type { Rule, Say } from '../../rule'
import { amountWords, tokenWords } from '../../words'

/** Dollars up to which an unread call to a vouched contract may go out without a simulation. */
const unreadCap = 1_000n
/** Two opinions on the outcome may differ by this share before one of them is lying. */
const agreement = 100n

/** What happened when the plan was tried out on a copy of the chain. */
export const simulationRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-030',
    renewable: 'moved',
    title: 'Every transaction goes through when tried out',
    find: (input, say) =>
      [...new Set(remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId))].flatMap((chainId) => {
        const [run] = runsOn(input.inputs, chainId)
        if (!run)
          return [say.info(`Not simulated: ${whyNot(input.inputs, chainId)}`, undefined, { unavailable: 'simulation' })]
        const lines = remainingDecoded(input).filter(({ step }) => step.chainId === chainId)
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
    title: 'Nothing leaves your account but what you sell',
    find: (input, say) =>
      onEveryChain(input, (run) => {
        const { intent, names } = input
        const lost = run.changes.filter(({ account, delta }) => sameAddress(account, intent.sender) && delta < 0n)
        const found = lost.flatMap(({ token, delta }) => {
          const limit = mayLeave(input, token, run.chainId)
          if (-delta <= limit) return []
          const known = limit > 0n ? `you sell ${amountWords(names, token, limit)}` : 'you do not sell it'
          return [say.block(`${amountWords(names, token, -delta)} would leave your account; ${known}.`)]
        })
        if (found.length > 0 || !succeeded(run) || run.chainId !== intent.sell.token.chain.chainId) return found
        return [say.ok(`Only ${intent.sell.token.symbol} leaves your account.`)]
      }),
  },
  {
    code: 'V-032',
    renewable: 'moved',
    title: 'The recipient really gets at least the minimum',
    find: (input, say) => {
      const { intent, decoded, plan, names, isCrossChain, inputs } = input
      const arrived = inputs.arrived ?? 0n
      const bought = boughtOf(intent)
      if (isCrossChain) return []
      return eachRun(input, (run) => {
        if (!succeeded(run)) return []
        // What earlier steps brought counts: the minimum is that of the whole plan.
        const got = arrived + changeOf(run.changes, intent.recipient, bought)
        const minimum = [decoded.promised, plan.quote.minimumOut?.units].reduce<bigint>(
          (most, each) => (each !== undefined && each > most ? each : most),
          1n,
        )
        if (got * 1_000n < minimum * 999n)
          return [
            say.block(
              `${amountWords(names, bought, got > 0n ? got : 0n)} would arrive${altogether(arrived)}; at least ${amountWords(names, bought, minimum)} was promised.`,
            ),
          ]
        return [say.ok(`${amountWords(names, bought, got)} would arrive${altogether(arrived)}.`)]
      })
    },
  },
  {
    code: 'V-033',
    title: 'No rights to your tokens are left behind that you did not see',
    find: (input, say) => {
      const { intent, decoded, names } = input
      const wrapped = input.source?.wrappedNative
      const planned = decoded.steps.flatMap(({ step }) => (step.purpose.does === 'approve' ? [step.purpose] : []))
      const home = intent.sell.token.chain.chainId
      return onEveryChain(input, (run) => [
        ...run.operators.map(({ token, operator }) =>
          say.block(`${operator} would rule over all your ${tokenWords(names, token)}.`),
        ),
        ...run.grants.flatMap(({ token, spender, before, after }) => {
          if (after <= before) return []
          const isPlanned = planned.some((step) => sameAddress(step.token, token) && sameAddress(step.spender, spender))
          const isForeign = run.chainId !== home || !isSpendable(token, intent, wrapped)
          if (!isPlanned || isForeign || after > intent.sell.units)
            return [
              say.block(`${spender} could take ${amountWords(names, token, after)} later.`, undefined, {
                token,
                spender,
                amount: String(after),
              }),
            ]
          return [
            say.info(
              `${amountWords(names, token, after)} stays allowed to ${spender}; it can be revoked afterwards.`,
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
    title: 'A second, different simulation comes to the same result',
    find: (input, say) => {
      const { intent, inputs } = input
      const [first, second] = runsOn(inputs, intent.sell.token.chain.chainId)
      if (first && !second) return [say.info(`Only one way of trying it out ran (${first.by}): nothing confirms it.`)]
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
    title: 'The contracts are known, or what they do was seen',
    find: (input, say) =>
      remainingDecoded(input).flatMap((line) =>
        line.call.effect.does === 'approve' ? [] : [trustIn(line, input, say)],
      ),
  },
]

/** How much of a token the steps ahead may take on a chain: nothing but coins sent along where nothing is sold. */
function mayLeave(input: RuleInput, token: string, chainId: number): bigint {
  const { intent, inputs, source } = input
  const { sell } = intent
  const ahead = remainingDecoded(input).filter(({ step }) => step.chainId === chainId)
  const coins = ahead.reduce((sum, { step }) => sum + step.value, 0n)
  if (chainId !== sell.token.chain.chainId) return token === native ? coins : 0n
  if (token === native) return sell.token.isNative ? larger(sell.units, coins) : coins
  // Coins that an earlier step has wrapped leave as wrapped ones.
  const isWrapped = Boolean(inputs.done) && isSpendable(token, intent, source?.wrappedNative)
  return sameAddress(token, soldOf(intent)) || isWrapped ? sell.units : 0n
}

/** What was only tried out may do something else: the person says how much may be lost. */
const typedAmount = 'type the amount'

/** The decision matrix: what is understood × what was tried out × who vouches for it. */
function trustIn(line: DecodedStep, input: RuleInput, say: Say<'V-035'>): Finding {
  const { to, index, chainId } = line.step
  const isRead = line.unread.length === 0
  const wasSimulated = runsOn(input.inputs, chainId).length > 0
  const trust = trustOf(line, input)
  const why = line.unread[0] ?? ''
  const evidence = { contract: to, trust, read: String(isRead), simulated: String(wasSimulated), why }

  if (trust === 'vouched') {
    if (isRead)
      return wasSimulated
        ? say.ok(`${to} belongs to this deployment and does what it says.`, index, evidence)
        : say.info(`${to} belongs to this deployment; it was not tried out.`, index, evidence)
    // That its code is known does not mean that whatever it is told to do is fine.
    if (wasSimulated)
      return say.warn(`${to} belongs to this deployment; its details are hidden: ${why}.`, index, {
        ...evidence,
        acknowledge: typedAmount,
      })
    const sentence = `${to} belongs to this deployment, but what it does is neither readable (${why}) nor could it be tried out.`
    return isWithinCap(input)
      ? say.warn(sentence, index, evidence)
      : say.block(`${sentence} That is too much for more than $${unreadCap}.`, index, evidence)
  }
  if (trust === 'seen') {
    if (isRead)
      return wasSimulated
        ? say.warn(`${to} carried out a swap of yours before; nobody vouches for what it does now.`, index, evidence)
        : say.warn(`${to} carried out a swap of yours before, but this one could not be tried out.`, index, evidence)
    if (wasSimulated)
      return say.warn(`${to} carried out a swap of yours before; what it does cannot be read: ${why}.`, index, {
        ...evidence,
        acknowledge: typedAmount,
      })
    return say.block(`What ${to} does can neither be read nor tried out.`, index, evidence)
  }
  if (!wasSimulated) return say.block(`${to} is unknown, and it could not be tried out.`, index, evidence)
  if (isRead) return say.warn('first-use', { contract: to }, index)
  return say.warn(
    `${to} is unknown and what it does cannot be read: ${why}. It only did what you asked when tried out.`,
    index,
    { ...evidence, acknowledge: typedAmount },
  )
}

/** Vouched for by the deployment, seen doing its work with this very code, or unknown. */
function trustOf({ step }: DecodedStep, input: RuleInput): 'vouched' | 'seen' | 'unknown' {
  if (isVouched(chainOf(input, step.chainId), step.to)) return 'vouched'
  const evidence = evidenceOn(input.inputs, step.chainId)
  const codeHash = evidence && codeAt(evidence, step.to)
  const isPinned = input.inputs.history.contracts.some(
    (pin) => pin.chainId === step.chainId && sameAddress(pin.address, step.to) && pin.codeHash === codeHash,
  )
  return codeHash !== undefined && isPinned ? 'seen' : 'unknown'
}

function isWithinCap({ intent }: RuleInput): boolean {
  const worth = worthOf(intent.sell)
  return worth !== undefined && compare(worth, { numerator: unreadCap, denominator: 1n }) <= 0
}

function eachRun(input: RuleInput, find: (run: SimulatedRun) => Finding[]): Finding[] {
  return eachRunOn(input.intent.sell.token.chain.chainId, input, find)
}

/** Where the plan has steps, a crossing may do harm on either side. */
function onEveryChain(input: RuleInput, find: (run: SimulatedRun) => Finding[]): Finding[] {
  const home = input.intent.sell.token.chain.chainId
  const chains = new Set([home, ...remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId)])
  return [...chains].flatMap((chainId) => eachRunOn(chainId, input, find))
}

function eachRunOn(chainId: number, { inputs }: RuleInput, find: (run: SimulatedRun) => Finding[]): Finding[] {
  const findings = runsOn(inputs, chainId).map(find)
  // The second opinion speaks only when it is worse.
  const [first = [], ...others] = findings
  const isBad = (list: readonly Finding[]) => list.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}

function succeeded({ outcomes }: SimulatedRun): boolean {
  return outcomes.every((outcome) => outcome.is === 'success')
}

function whyNot({ simulations }: CheckInputs, chainId: number): string {
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
