import type { Client } from '../api/client'
import { addressKey } from '../domain/address'
import type { Token } from '../domain/token'
import { type CheckedPlan, type CheckOptions, checkPlan } from '../guard/check/checkPlan'
import type { RuleInput } from '../guard/check/ruleInput'
import type { SignedHistory } from '../guard/checkInputs'
import { decodeStep, purposeOf } from '../guard/decode/decodedPlan'
import type { SwapIntent } from '../guard/intent'
import type { AnyPlan, EvmStep, Plan } from '../guard/plan'
import { planSwap } from '../guard/plan/planSwap'
import type { Rule } from '../guard/rule'
import { planRules } from '../guard/rules/planRules'
import type { Finding } from '../guard/verdict'
import type { Deployment } from '../protocol/deployment'
import type { Refusal } from '../protocol/refusal'
import type { Wallets } from '../wallets/wallets'
import { swapRequestFor } from './swapRequest'

/** What came of asking the service for everything an intent needs. */
export type PreparedSwap =
  | { readonly is: 'examined'; readonly examined: CheckedPlan }
  /** The service said no. */
  | { readonly is: 'refused'; readonly refusal: Refusal }
  /** It answered with something that cannot be a plan. The wallet is not asked. */
  | { readonly is: 'no plan'; readonly findings: readonly Finding[] }

/** Who is asked, and what is known beforehand. */
export type PrepareDeps = {
  readonly client: Client
  readonly deployment: Deployment
  readonly wallets: Wallets
  readonly clock: () => number
  readonly tokens: readonly Token[]
  readonly memory: SignedHistory
}

/** Asks for the whole answer, makes a plan of it, and has it examined. Rejects only when `signal` aborts. */
export async function prepareSwap(intent: SwapIntent, deps: PrepareDeps, signal: AbortSignal): Promise<PreparedSwap> {
  const { client, deployment, tokens } = deps
  const outcome = await client.swap(swapRequestFor(intent, deployment.slippageUnit), signal)
  if (outcome.is === 'refused') return { is: 'refused', refusal: outcome.refusal }
  const { value, receivedAt } = outcome.answer
  const planned = planSwap(intent, value, { receivedAt, chains: deployment.chains, natives: nativesOf(tokens) })
  if (planned.is === 'refused') return { is: 'no plan', findings: planned.findings }
  return { is: 'examined', examined: await checkSwap(planned.plan, deps) }
}

/** How far a plan has been carried out: so many steps, which brought so much of the bought token. */
export type ExecutedSteps = Pick<CheckOptions, 'done' | 'arrived'>

/** Examines a plan as the chain is now; of one that is under way, what is left of it. */
export async function checkSwap(plan: Plan, deps: PrepareDeps, carried: ExecutedSteps = {}): Promise<CheckedPlan> {
  const { wallets } = deps
  const nodes = (chainId: number) => {
    const name = `chain ${chainId}`
    return [{ name, ask: wallets.rpc(chainId), simulates: !unable.has(name) }]
  }
  const examined = await checkPlan(plan, { nodes, patience }, { ...optionsFor(plan, deps), ...carried })
  for (const name of examined.unsupported) unable.add(name)
  return examined
}

/** The far chain gets this long to tell of the recipient, in milliseconds: a quote must not run out meanwhile. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4_000))
}

/** Rules about what is sold, bought, and held for it. */
const aboutTheTrade = new Set([
  'V-012',
  'V-014',
  'V-015',
  'V-016',
  'V-023',
  'V-032',
  'V-036',
  'V-051',
  'V-052',
  'V-053',
  'A-31',
  'A-32',
])

/** Nodes that said they cannot simulate are not asked to again in this visit. */
const unable = new Set<string>()

function optionsFor(plan: Plan, { deployment, wallets, clock, tokens, memory }: PrepareDeps): CheckOptions {
  const { intent } = plan
  const { accounts } = wallets.store.getState()
  const kind = intent.sell.token.chain.kind
  const mine = accounts.filter((account) => account.kind === kind)
  const signer = mine.find(({ address }) => addressKey(address) === addressKey(intent.sender)) ?? mine[0]
  return {
    now: clock(),
    account: signer?.address,
    chains: deployment.chains,
    natives: nativesOf(tokens),
    history: memory,
    // Nothing goes to whoever was to receive: what kind of account it is must not keep money from coming back.
    ...(onlyTakesBack(plan, deployment) ? { rules: revocationRules, recipient: { is: 'wallet' } } : {}),
  }
}

function nativesOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ isNative }) => isNative)
}

/**
 * Takes allowances back, or a deposit out of a bridge the operator vouches for. Believed only when the calldata itself
 * says so; what the plan calls its steps does not count.
 */
export function onlyTakesBack({ steps }: Pick<AnyPlan, 'steps'>, { chains }: Deployment): boolean {
  return (
    steps.length > 0 &&
    steps.every((step) => {
      // What the service sends is an answer to a swap: it is never taken for a request to take something back.
      if (step.kind !== 'evm' || step.value !== 0n || step.said !== undefined) return false
      const { does } = purposeOf(decodeStep(step, chains).call)
      return does === 'reset' || (does === 'reclaim' && isVouchedFor(step, chains))
    })
  )
}

function isVouchedFor({ chainId, to }: EvmStep, chains: Deployment['chains']): boolean {
  const trusted = chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
  return trusted.some((address) => addressKey(address) === addressKey(to))
}

/** What is asked of a plan that takes something back: everything that is not about selling and buying. */
const revocationRules: readonly Rule<RuleInput>[] = planRules.filter(({ code }) => !aboutTheTrade.has(code))
