import type { ChainKind } from '../../domain/chain'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type CheckInputs, noHistory, type SolanaAccountKind } from '../checkInputs'
import { decodeStep } from '../decode/decodedPlan'
import { distinctAddresses, native, sameAddress } from '../decode/evm/address'
import { pooledAddress } from '../decode/evm/liquidityCalls'
import { type Reason, reason } from '../findings/reason'
import type { Forecast } from '../forecast'
import { destinationChainOf, type SwapIntent, sourceChainOf, tokensIn } from '../intent'
import type { LiquidityIntent } from '../liquidityIntent'
import { namedTokens } from '../pinnedTokens'
import { type AnyPlan, type EvmStep, evmStepsOn, isEvmStep, isLiquidity, type Plan } from '../plan'
import { withReset } from '../plan/approval'
import { findAll } from '../rule'
import { costOf } from '../rules/input/cost'
import {
  arrivalOf,
  buildRuleInput,
  isDust,
  type LiquidityPlan,
  type PlanInput,
  remainingSteps,
  runsOn,
} from '../rules/input/ruleInput'
import { heldMarketOf, marketOf } from '../rules/market'
import { confirmedContracts } from '../simulate/evm/confirmedContracts'
import { type ChainNode, type Gathered, gather } from '../simulate/evm/gather'
import { type TrackedAccounts, trackedAccounts } from '../simulate/evm/trackedAccounts'
import { withWrappedCoin } from '../simulate/evm/wrappedCoin'
import { judge, type Verdict } from '../verdict'
import {
  type Checked,
  type CheckedLiquidity,
  type CheckedPlan,
  type CheckOptions,
  type CheckPorts,
  inputsOf,
} from './checkedPlan'
import { judgeInput, judgePlan, liquidityRules, swapRules } from './judgePlan'

/** Reads the chain, simulates the plan and applies the rules. Never throws when nodes fail: that is a finding. */
export async function checkPlan<Asked extends AnyPlan>(plan: Asked, ports: CheckPorts, options: CheckOptions) {
  // The checked plan is the same, or has a reset more.
  return (await checkAny(plan, ports, options)) as Checked<Asked>
}

async function checkAny(plan: AnyPlan, ports: CheckPorts, asked: CheckOptions): Promise<Checked> {
  if (isLiquidity(plan)) return checkLiquidity(plan, ports, asked)
  const options = { ...asked, chains: await withWrappedCoins(plan, ports, asked) }
  // The steps of a plan are all of the chain kind of the input: others are blocked, regardless of their contents
  // (V-003).
  return checkers[plan.intent.sell.token.chain.kind](plan, ports, options)
}

type Checker = (plan: Plan, ports: CheckPorts, options: CheckOptions) => Promise<CheckedPlan>

/** How a plan is checked, by the kind of the chain that the sold token is on. Code that EVM swaps do not need is loaded on demand. */
const checkers: Readonly<Record<ChainKind, Checker>> = {
  evm: checkEvmPlan,
  solana: async (...asked) => (await import('./checkSolanaPlan')).checkSolanaPlan(...asked),
  bitcoin: checkPayment,
  // Never planned (V-003).
  unknown: checkEvmPlan,
}

/** A payment cannot be simulated, so it is never green. */
async function checkPayment(plan: Plan, ports: CheckPorts, options: CheckOptions): Promise<CheckedPlan> {
  const { intent, notes = [] } = plan
  const { paymentRules } = await import('../rules/bitcoin/rules')
  const inputs = inputsOf({ ...options, recipient: await farRecipient(plan, ports, options) })
  const found = findAll([...swapRules, ...paymentRules], 'bitcoin payment', buildRuleInput(intent, plan, inputs))
  const why = reason('plan.paid-by-hand', { chain: intent.sell.token.chain.name })
  return {
    ...{ plan, inputs, forecast: { is: 'not simulated', why }, verdict: judge([...notes, ...found], true) },
    cost: undefined,
  }
}

async function checkEvmPlan(plan: Plan, ports: CheckPorts, options: CheckOptions): Promise<CheckedPlan> {
  const gathered = await gatherInputs(plan, ports, options)
  const blocked = needsReset(plan, gathered)
  if (blocked !== undefined)
    return checkPlan(withReset(plan, blocked), ports, { ...options, recipient: gathered.recipient })

  const [node] = ports.nodes(plan.intent.sell.token.chain.chainId)
  const { inputs, verdict } = await withWorstCase(plan, gathered, options, node)
  const input = buildRuleInput(plan.intent, plan, inputs)
  const checked: CheckedPlan = {
    ...{ plan, inputs, verdict, ...predicted(input) },
    decodedMinimum: input.decoded.decodedMinimum,
    arrival: arrivalOf(input),
  }
  const batches = options.batches ?? (await ports.batches)
  if (!batches && !plan.assertion) return checked
  const { withEnforcement } = await import('./enforcement')
  return withEnforcement(checked, node, { ...options, batches })
}

async function checkLiquidity(
  whole: LiquidityPlan,
  ports: CheckPorts,
  options: CheckOptions,
): Promise<CheckedLiquidity> {
  const check = async (plan: LiquidityPlan): Promise<CheckedLiquidity> => {
    const inputs = await gatherInputs(plan, ports, options)
    const input = buildRuleInput(plan.intent, plan, inputs)
    return { plan, inputs, verdict: judgeInput(input, liquidityRules), ...predicted(input) }
  }
  const batches = options.batches ?? (await ports.batches)
  if (!batches && !whole.assertion) return check(whole)
  const { checkTogether } = await import('./enforcement')
  return checkTogether(whole, ports.nodes(sourceChainOf(whole.intent).chainId)[0], { ...options, batches }, check)
}

async function gatherInputs(plan: AnyPlan, ports: CheckPorts, options: CheckOptions): Promise<CheckInputs> {
  const [chains, recipient, history] = await Promise.all([
    gatherAll(plan, ports, options),
    farRecipient(plan, ports, options),
    confirmedHistory(plan, ports, options),
  ])
  return {
    ...inputsOf({ ...options, recipient, history }),
    evidence: chains.map(({ evidence }) => evidence),
    simulations: chains.flatMap(({ simulations }) => simulations),
  }
}

/** The network cost on the source chain, and the forecast of the simulations. */
function predicted(input: PlanInput) {
  const { plan, inputs, intent } = input
  return { cost: costOf(plan, inputs, sourceChainOf(intent).chainId), forecast: forecastOf(input) }
}

/** The verdict, with everything that contracts may take which no one vouches for or no one can read. */
async function withWorstCase(
  plan: Plan,
  inputs: CheckInputs,
  { tokens = [] }: CheckOptions,
  node: ChainNode | undefined,
): Promise<{ readonly inputs: CheckInputs; readonly verdict: Verdict }> {
  const verdict = judgePlan(plan.intent, plan, inputs)
  const isDoubtful = verdict.findings.some(
    ({ code, severity }) => severity === 'warn' && (code === 'V-035' || code === 'V-061' || code === 'V-051'),
  )
  if (verdict.level === 'blocked' || !isDoubtful || !node) return { inputs, verdict }
  const { readWorstCase } = await import('./worstCase')
  const weighed = { ...inputs, worstCase: await readWorstCase(plan, inputs, tokens, node.ask) }
  return { inputs: weighed, verdict: judgePlan(plan.intent, plan, weighed) }
}

/** This browser's records, as far as the chain confirms them. */
async function confirmedHistory({ steps, intent }: AnyPlan, { nodes }: CheckPorts, { history }: CheckOptions) {
  const { contracts, ...rest } = history ?? noHistory
  const confirmed = await confirmedContracts(contracts, steps, intent.sender, (chainId) => nodes(chainId)[0]?.ask)
  return { ...rest, contracts: confirmed }
}

/** Settings may omit the wrapped coin of a chain, which is needed to decode unwrapping. */
function withWrappedCoins({ steps }: Plan, { nodes }: CheckPorts, { chains }: CheckOptions) {
  return Promise.all(
    chains.map((chain) =>
      evmStepsOn(steps, chain.chainId).length > 0 ? withWrappedCoin(chain, nodes(chain.chainId)[0]?.ask) : chain,
    ),
  )
}

/**
 * The approval that reverts only because of an existing allowance: tokens like USDT require it set to zero first.
 * `undefined` when no approval does, or when the plan resets it already.
 */
function needsReset(plan: Plan, inputs: CheckInputs): number | undefined {
  const steps = remainingSteps(plan.steps, inputs)
  const failing = steps.filter((step, index) => {
    if (!isEvmStep(step) || step.purpose.does !== 'approve') return false
    const { token, spender } = step.purpose
    const isOf = (other: { readonly token: string; readonly spender: string }) =>
      sameAddress(other.token, token) && sameAddress(other.spender, spender)
    const before = steps[index - 1]
    if (before?.purpose.does === 'reset' && isOf(before.purpose)) return false
    const [run] = runsOn(inputs, step.chainId)
    const outcome = run?.outcomes[steps.filter(({ chainId }) => chainId === step.chainId).indexOf(step)]
    const allowance = run?.grants.find((grant) => grant.through === undefined && isOf(grant))?.before ?? 0n
    return outcome?.is === 'reverted' && allowance > 0n
  })
  return failing[0]?.index
}

/** For display: of the tracked accounts only those of people, and of the approvals none that is rounding dust. */
function forecastOf({ plan, inputs, intent, decoded }: PlanInput): Forecast {
  const chains = [...new Set(remainingSteps(plan.steps, inputs).map(({ chainId }) => chainId))]
  const runs = chains.flatMap((chainId) => runsOn(inputs, chainId)[0] ?? [])
  if (runs.length === 0 || runs.length < chains.length) return { is: 'not simulated', why: whyNot(inputs, chains) }
  const leftovers = runs.flatMap(({ chainId, grants }) =>
    grants
      .filter(({ after }) => after > 0n)
      .map(({ token, spender, after }) => ({ chainId, token, spender, amount: after })),
  )
  return {
    is: 'simulated',
    changes: runs
      .flatMap(({ changes }) => changes)
      .filter(({ account }) => [intent.sender, intent.recipient].some((one) => sameAddress(one, account))),
    leftovers:
      intent.kind === 'swap'
        ? leftovers
        : // A withdrawal approves nothing, so older allowances are ignored.
          leftovers.filter((left) => intent.kind !== 'withdraw' && !isDust(decoded.steps, intent, left)),
  }
}

function whyNot({ evidence, simulations }: CheckInputs, chains: readonly number[]): Reason {
  const silent = evidence.find(({ is, chainId }) => is === 'unavailable' && chains.includes(chainId))
  if (silent?.is === 'unavailable') return silent.why
  const failed = simulations.find((found) => found.is === 'not run')
  return failed?.is === 'not run' ? failed.why : reason('node.not-simulated', {})
}

function gatherAll(
  { intent, steps: all }: AnyPlan,
  { nodes }: CheckPorts,
  { now, chains, done = 0 }: CheckOptions,
): Promise<readonly Gathered[]> {
  const steps = all.filter(({ index }) => index >= done)
  const traded = tokensIn(intent).filter(({ chain }) => chain.kind === 'evm')
  const involved = new Set([...steps.map(({ chainId }) => chainId), ...traded.map(({ chain }) => chain.chainId)])
  const { sender, recipient } = intent
  const destination = destinationChainOf(intent)
  return Promise.all(
    [...involved].map((chainId) => {
      const here = evmStepsOn(steps, chainId)
      const tokens = traded
        .filter(({ chain, isNative }) => chain.chainId === chainId && !isNative)
        .map(({ address }) => address)
      const settings = chains.find((chain) => chain.chainId === chainId)
      const wrapped = settings?.wrappedNative
      const kept = keptOnTheWay(here, chains)
      const { markets, priced } =
        intent.kind === 'swap' ? marketsOn(chainId, intent, chains, kept) : { markets: [], priced: [] }
      const watched = [...tokens, ...(wrapped === undefined ? [] : [wrapped]), ...kept.map(({ token }) => token)]
      const people = destination.chainId === chainId && destination.kind === 'evm' ? [sender, recipient] : [sender]
      const accounts = [...people, ...kept.flatMap(({ bridge }) => bridge ?? [])]
      return gather(
        {
          tracked: {
            ...trackedAccounts(here, chainId, accounts, watched, { wrapped, tokens: namedTokens(chainId, settings) }),
            ...(intent.kind !== 'swap' && positionOf(intent, wrapped)),
          },
          steps: here,
          tokens: distinctAddresses([...tokens, ...priced]),
          // Contracts whose code the settings pin.
          pinned: settings?.codeHashes?.map(({ address }) => address) ?? [],
          now,
          recipient: people.find((account) => !sameAddress(account, sender)),
          markets,
        },
        nodes(chainId),
      )
    }),
  )
}

/**
 * The position that grows, and the chosen pool, to compare with the one the manager resolves: two exchanges may have a pool
 * of the same pair and fee.
 */
function positionOf(
  intent: LiquidityIntent,
  wrapped: string | undefined,
): Pick<TrackedAccounts, 'position' | 'positions' | 'pool'> {
  if (intent.kind === 'withdraw') return {}
  const { token0, token1, feePpm = 0, positionManager: manager } = intent.pool
  const isReported = wrapped !== undefined || (!token0.isNative && !token1.isNative)
  const pair = { token0: pooledAddress(token0, wrapped), token1: pooledAddress(token1, wrapped), feePpm }
  return {
    ...(intent.kind === 'increase' && { position: { manager, id: intent.position } }),
    positions: { manager, owner: intent.recipient },
    ...(isReported && { pool: { manager, ...pair } }),
  }
}

/** The pairs by which a chain prices the swap and what a bridge keeps, at the position manager that knows its pools. */
function marketsOn(chainId: number, intent: SwapIntent, chains: readonly DeploymentChain[], kept: readonly Kept[]) {
  const here = chains.find((chain) => chain.chainId === chainId)
  const found = marketOf(intent, chains)
  const own = found?.chainId === chainId ? [found] : []
  const ofKept = here ? kept.flatMap(({ token }) => heldMarketOf(intent, token, here) ?? []) : []
  const manager = here?.positionManager
  return {
    priced: own.flatMap(({ sold, bought }) => [sold, bought]),
    markets: manager ? [...own.filter(({ isPar }) => !isPar), ...ofKept].map((pair) => ({ manager, ...pair })) : [],
  }
}

type Kept = { readonly token: string; readonly bridge?: string }

/**
 * Tokens that bridges hold after a swap on the source chain, whether they or a step before bought them: a refund pays those
 * back, so rules check them, too.
 */
function keptOnTheWay(steps: readonly EvmStep[], chains: readonly DeploymentChain[]): readonly Kept[] {
  return steps.flatMap((step) =>
    decodeStep(step, chains).flow.promises.flatMap(({ by, refund: { asset: token, isBought } }): readonly Kept[] => {
      if (isBought) return [{ bridge: by, token }]
      return token === native ? [] : [{ token }]
    }),
  )
}

/** A Solana address may be a wallet or a token account, and funds sent to the latter are stuck. */
async function farRecipient(
  { intent }: AnyPlan,
  { nodes, timeout }: CheckPorts,
  { chains, recipient: known }: CheckOptions,
): Promise<SolanaAccountKind | undefined> {
  const { kind, chainId: destination } = destinationChainOf(intent)
  const [node] = known || kind !== 'solana' ? [] : nodes(destination)
  if (!node) return known
  const { readAccountKind } = await import('../simulate/solana/gather')
  const genesisHash = chains.find(({ chainId }) => chainId === destination)?.genesisHash
  const reported = readAccountKind(intent.recipient, node.ask, genesisHash)
  return timeout ? Promise.race([reported, timeout().then(() => nodeTooSlow)]) : reported
}

const nodeTooSlow: SolanaAccountKind = { is: 'unknown', why: reason('node.too-slow', {}) }
