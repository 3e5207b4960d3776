import { getAddress, isAddress } from 'viem'
import { larger, sumOf } from '../../domain/bigints'
import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type Intent, type SwapIntent, sourceChainOf } from '../intent'
import type { LedgerEffect, Quantity } from '../ledger/effect'
import { changesOf, type Debit, fold, type Held } from '../ledger/fold'
import { isNamedBy, namedTokens } from '../pinnedTokens'
import { type EvmStep, isEvmStep, type Purpose, type Step } from '../plan'
import { native, sameAddress } from './evm/address'
import { type ContractCall, type Effect, everyCall, unreadReasons } from './evm/call'
import { decodeCall } from './evm/decodeCall'

/** The decoded steps of a plan, and their totals. */
export type DecodedPlan = ReturnType<typeof decodePlan>

export function decodePlan(intent: Intent, steps: readonly Step[], chains: readonly DeploymentChain[]) {
  const lines: readonly DecodedStep[] = steps.filter(isEvmStep).map((step) => decodeStep(step, chains))
  const here = lines.filter(({ step }) => step.chainId === sourceChainOf(intent).chainId)
  // Payments of another signer count, too.
  const accounts = [intent.sender, ...here.map(({ step }) => step.from)].map(accountId)
  const sums = here.map(({ flow }) => flow.sums)
  /** The sums after each step on the source chain: the plan may stop there. */
  const stops = here.map(({ step }, at) => ({ index: step.index, changes: changesOf(sums.slice(0, at + 1), accounts) }))
  const paid = stops.at(-1)?.changes.filter((change) => change.paid > 0n) ?? []
  /** The most that the decoded steps take from the person and do not return, by token, on the source chain. */
  const outflows = paid.map((change): Outflow => ({ token: change.asset, amount: change.paid }))
  /**
   * The least of the bought token that the decoded steps pay to the recipient and do not take again; `undefined` when no
   * step has a minimum.
   */
  const decodedMinimum = intent.kind === 'swap' ? decodedMinimumOf(here, intent) : undefined
  return { steps: lines, outflows, stops, decodedMinimum }
}

export type DecodedStep = ReturnType<typeof decodeStep>

export function decodeStep(step: EvmStep, chains: readonly DeploymentChain[]) {
  const { to, from, value, data, chainId } = step
  const settings = chains.find((chain) => chain.chainId === chainId)
  const wrapped = settings?.wrappedNative
  const tokens = namedTokens(chainId, settings)
  const call = decodeCall({ to, caller: from, value, data }, { wrapped, chainId, tokens })
  const isNamed = (address: string) => address === native || isNamedBy(settings, address, chainId)
  /** `unread`: why the step is not fully decoded; empty when it is. */
  return { step, call, flow: tokenFlowOf(call, wrapped, isNamed), unread: unreadReasons(call) }
}

export type Outflow = { readonly token: string; readonly amount: bigint }

/** The sums over one decoded transaction: payments of the person, and payouts with their recipients, checksummed. */
export function tokenFlowOf(call: ContractCall, wrapped: string | undefined, isNamed: IsNamed) {
  const [contract, person] = [accountId(call.to), accountId(call.caller)]
  const effects = effectsOf(call, wrapped, isNamed)
  // An account that calls itself pays, and is promised nothing.
  const sums = contract === person ? { ...fold(effects, []), credits: [] } : fold(effects, [contract])
  const amounts = (held: readonly (Debit | Held)[]) =>
    held.map(({ asset, amount }): Outflow => ({ token: asset, amount }))
  const outflowsOf = (debits: readonly Debit[]) => amounts(debits.filter(({ account }) => account === person))
  const calls = everyCall(call)
  return {
    /** The most that leaves the person's account, by token. Native coins sent along count in full. */
    outflows: outflowsOf(sums.debits),
    /** The least that is paid out, and to whom. */
    inflows: sums.credits.map(({ asset, account, least }) => ({ token: asset, to: account, minimum: least })),
    /** Shares that are paid as fees. */
    fees: calls.flatMap(feesIn),
    /** The most that the contract may keep at the end: anyone can take it from there. */
    stranded: amounts(sums.custody),
    /** The most native coins that swaps, wrapping and bridges take of those sent along. */
    coinsUsed: sumOf(sums.used.filter(({ asset }) => asset === native).map(({ amount }) => amount)),
    /** Wrapped coins that the person pays instead where a third party's code took the native coin sent along. */
    instead: outflowsOf(sums.instead),
    /** Given to spenders, in order. */
    rights: sums.rights,
    /** Of bridges. */
    promises: sums.promises,
    deadlines: calls.flatMap(({ effect }) => ('deadline' in effect ? (effect.deadline ?? []) : [])),
    /** The same sums in the ledger, for the sums over several transactions. */
    sums,
  }
}

function feesIn({ effect, to }: ContractCall): readonly { readonly bps: bigint; readonly recipient: string }[] {
  if (effect.does === 'fee') return [effect]
  if (effect.does === 'bridge' && effect.fee) return [effect.fee]
  // A relayer's share of a deposit that is not decoded as a whole.
  return effect.does === 'unknown' && effect.terms?.feeBps ? [{ bps: effect.terms.feeBps, recipient: to }] : []
}

/** The purpose of a step, by the decoded effects of its call. */
export function purposeOf(call: ContractCall): Purpose {
  const effects = everyCall(call).map(({ effect }) => effect)
  const does = (...kinds: readonly Effect['does'][]) => effects.some((effect) => kinds.includes(effect.does))
  const [first] = effects
  if (does('unknown') || !first) return { does: 'opaque' }
  if (first.does === 'approve' && first.by === 'approve') {
    const { token, spender, amount } = first
    return amount === 0n ? { does: 'reset', token, spender } : { does: 'approve', token, spender, amount }
  }
  if (does('swap', 'bridge')) return { does: 'swap' }
  if (does('mint', 'position', 'create pool')) return { does: 'deposit' }
  if (effects.length === 1 && first.does === 'reclaim') return { does: 'reclaim', id: first.id }
  // The router's custody before and after is no purpose of its own.
  const [only, another] = effects.filter((effect) => !['batch', 'pull', 'sweep'].includes(effect.does))
  return !another && (only?.does === 'wrap' || only?.does === 'unwrap') ? { does: only.does } : { does: 'opaque' }
}

/** Whether a token address (or `native`) on a chain is this token. */
export function isToken(token: string, { isNative, address }: Token): boolean {
  return isNative ? token === native : sameAddress(token, address)
}

function decodedMinimumOf(lines: readonly DecodedStep[], { buy, sell, recipient }: SwapIntent): bigint | undefined {
  const crosses = buy.chain.chainId !== sell.token.chain.chainId
  const flows = lines.map(({ flow }) => flow)
  const bought = flows.flatMap(({ inflows }) =>
    inflows.filter(({ token, to }) => isToken(token, buy) && sameAddress(to, recipient)),
  )
  const promises = crosses
    ? flows.flatMap((flow) => flow.promises.map(({ least }) => least))
    : bought.map(({ minimum }) => minimum)
  if (promises.length === 0) return undefined
  const taken = crosses ? [] : flows.flatMap(({ outflows }) => outflows.filter(({ token }) => isToken(token, buy)))
  return larger(sumOf(promises) - sumOf(taken.map(({ amount }) => amount)), 0n)
}

/** Whether an address is a token or a contract that the deployment names: code of anyone else is a third party's. */
type IsNamed = (address: string) => boolean

/** The effects of a decoded call in the order in which they happen, with checksummed addresses. */
export function effectsOf(top: ContractCall, wrapped: string | undefined, isNamed: IsNamed): readonly LedgerEffect[] {
  const { to, caller, value } = top
  const sent: LedgerEffect = {
    does: 'debit',
    account: accountId(caller),
    asset: native,
    amount: value,
    to: accountId(to),
  }
  const calls = everyCall(top).filter(({ effect }) => effect.does !== 'batch')
  const effects = calls.flatMap((call) => {
    const own = effectsOfOne(call, top, wrapped)
    if (!runsStranger(call, top, isNamed)) return own
    // Code of a third party may call the contract, which has no lock, and take its custody.
    return [...(isPaidFirst(call, isNamed) ? [] : [stranger]), ...own, stranger]
  })
  return value === 0n ? effects : [sent, ...effects]
}

const stranger: LedgerEffect = { does: 'run stranger' }

function runsStranger({ to, effect }: ContractCall, top: ContractCall, isNamed: IsNamed): boolean {
  if (effect.does === 'unknown' || (effect.does === 'swap' && effect.isRouteUnread)) return true
  // A payment in native coins, or in a token with hooks (ERC-777), runs the code of its recipient.
  if (effect.does === 'fee' && !isNamed(effect.recipient)) return true
  return (!sameAddress(to, top.to) && !isNamed(to)) || !tokensMovedBy(effect).every(isNamed)
}

/** Along a path that is sold exactly, the first pool is paid before a token behind the next one moves. */
function isPaidFirst({ effect }: ContractCall, isNamed: IsNamed): boolean {
  if (effect.does !== 'swap' || !effect.isExactIn || effect.isRouteUnread) return false
  return [effect.tokenIn, effect.via[0] ?? effect.tokenOut].every(isNamed)
}

function effectsOfOne(call: ContractCall, top: ContractCall, wrapped: string | undefined): readonly LedgerEffect[] {
  const { effect } = call
  // Custody is followed at the contract that is called: others in a batch trade for it.
  const [by, caller] = [accountId(top.to), accountId(top.caller)]
  const isOther = !sameAddress(call.to, top.to)
  const debit = (token: string, amount: bigint) =>
    ({ does: 'debit', account: caller, asset: accountId(token), amount }) satisfies LedgerEffect
  const pass = (token: string, as: string, quantity: Quantity, least: bigint, to: string) => {
    const assets = { asset: accountId(token), as: accountId(as) }
    return { does: 'pass', by, ...assets, quantity, least, to: accountId(to) } satisfies LedgerEffect
  }
  switch (effect.does) {
    case 'swap': {
      // A swap called through another contract is paid by that contract.
      const payer = effect.payer === 'router' ? by : sameAddress(call.caller, caller) ? caller : undefined
      // Routers pay a wrapped amount with the native coin where that covers all of it, and take the caller's token otherwise.
      const paysInCoins = !effect.takesNoCoins && sameAddress(effect.tokenIn, wrapped)
      const swap: LedgerEffect = {
        ...{ does: 'trade', by, sells: accountId(effect.tokenIn), quantity: effect.amountIn },
        ...(payer !== undefined && { payer }),
        ...(paysInCoins && { coin: native }),
        isExact: effect.isExactIn && !effect.stopsEarly,
        ...{ buys: accountId(effect.tokenOut), least: effect.minimumReceived, to: accountId(effect.recipient) },
      }
      return [swap]
    }
    case 'wrap':
      return [{ ...pass(native, effect.token, effect.amount, 0n, effect.recipient), isUsed: true }]
    case 'unwrap': {
      const { token, amount, minimum, recipient } = effect
      // The wrapped coin's contract unwraps its caller's balance; a router its own.
      if (sameAddress(call.to, token) && amount !== 'all held')
        return [debit(token, amount), { does: 'credit', account: accountId(recipient), asset: native, least: minimum }]
      return isOther ? [] : [pass(token, native, 'all held', minimum, recipient)]
    }
    case 'sweep': {
      const { token, minimum, recipient } = effect
      // Another contract in a batch pays out its own balance, which is unknown, and not this one's.
      return isOther ? [] : [{ ...pass(token, token, 'all held', minimum, recipient), mayBeNothing: true }]
    }
    case 'pull':
      return [{ ...debit(effect.token, effect.amount), to: by }]
    case 'fee':
      return [{ does: 'spend', by, asset: accountId(effect.token), quantity: 'all held', bps: effect.bps }]
    case 'bridge': {
      const { token, amount, onTheWay } = effect
      // Native coins sent along are the sold amount, or pay for the bridge.
      const message: LedgerEffect = { does: 'spend', by, asset: native, quantity: 'all held' }
      const paid: readonly LedgerEffect[] =
        token === native ? [{ ...message, quantity: amount, isUsed: true }, message] : [message, debit(token, amount)]
      const refund = onTheWay
        ? { asset: accountId(onTheWay.token), least: onTheWay.minimum, isBought: true as const }
        : { asset: accountId(token), least: amount }
      const owed = { account: accountId(effect.recipient), asset: accountId(effect.tokenOut) }
      return [...paid, { does: 'promise', by: accountId(call.to), ...owed, least: effect.minimumReceived, refund }]
    }
    case 'approve': {
      const { through, amount, until } = effect
      const [token, owner, spender] = [accountId(effect.token), accountId(effect.owner), accountId(effect.spender)]
      return [{ does: 'grant', token, owner, spender, ...(through && { through }), amount, until }]
    }
    case 'mint':
      return [debit(effect.token0, effect.amount0), debit(effect.token1, effect.amount1)]
    default:
      return []
  }
}

/** The tokens whose code runs when a call is carried out. */
function tokensMovedBy(effect: Effect): readonly string[] {
  if (effect.does === 'swap') return [effect.tokenIn, ...effect.via, effect.tokenOut]
  if (effect.does === 'mint') return [effect.token0, effect.token1]
  if (effect.does === 'bridge') return [effect.token, effect.onTheWay?.token ?? effect.token]
  return 'token' in effect ? [effect.token] : []
}

/** One spelling for each address. */
export function accountId(address: string): string {
  return isAddress(address, { strict: false }) ? getAddress(address) : address
}
