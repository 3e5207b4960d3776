import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment'
import type { SwapIntent } from '../intent'
import type { EvmStep, Purpose, Step } from '../plan'
import { native, sameAddress } from './evm/address'
import { type Call, everyCall, unreadIn } from './evm/call'
import { decodeCall } from './evm/decodeCall'
import { type Settlement, settle, type Taking } from './tokenFlow'

/** A plan's steps as decoded, and what they add up to. */
export type Ledger = {
  readonly lines: readonly Line[]
  /** The most that the decoded steps take from the person and do not hand back, by token, on the sold chain. */
  readonly leaves: readonly Taking[]
  /** The least of the bought token that the decoded steps promise the recipient; `undefined` when none says. */
  readonly promised: bigint | undefined
}

export type Line = {
  readonly step: EvmStep
  readonly call: Call
  readonly settlement: Settlement
  /** Why it is not fully understood; empty when it is. */
  readonly unread: readonly string[]
}

export function ledgerOf(intent: SwapIntent, steps: readonly Step[], chains: readonly DeploymentChain[]): Ledger {
  const lines = steps.flatMap((step) => (step.kind === 'evm' ? [lineOf(step, chains)] : []))
  const here = lines.filter(({ step }) => step.chainId === intent.sell.token.chain.chainId)
  return { lines, leaves: leavesOf(here, intent.sender), promised: promisedBy(here, intent) }
}

export function lineOf(step: EvmStep, chains: readonly DeploymentChain[]): Line {
  const wrapped = chains.find(({ chainId }) => chainId === step.chainId)?.wrappedNative
  const { to, from, value, data } = step
  const call = decodeCall({ to, caller: from, value, data }, { user: from, wrapped })
  return { step, call, settlement: settle(call, wrapped), unread: unreadIn(call) }
}

/** What a step is for, in one word, by what its data does. */
export function purposeOf(call: Call): Purpose {
  const effects = everyCall(call).map(({ effect }) => effect)
  const [first] = effects
  if (unreadIn(call).length > 0 || !first) return { does: 'opaque' }
  if (first.does === 'approve' && first.by === 'approve') {
    const { token, spender, amount } = first
    return amount === 0n ? { does: 'reset', token, spender } : { does: 'approve', token, spender, amount }
  }
  if (effects.some(({ does }) => does === 'swap' || does === 'bridge')) return { does: 'swap' }
  if (effects.some(({ does }) => does === 'mint' || does === 'position' || does === 'create pool'))
    return { does: 'deposit' }
  if (effects.length === 1 && first.does === 'reclaim') return { does: 'reclaim', id: first.id }
  if (first.does === 'wrap' || first.does === 'unwrap') return { does: first.does }
  return { does: 'opaque' }
}

/** Whether a token address of a chain means this token. */
export function isToken(token: string, { isNative, address }: Token): boolean {
  return isNative ? token === native : sameAddress(token, address)
}

/** What an earlier step hands to the person a later one may take again: wrapping first, then swapping. */
function leavesOf(lines: readonly Line[], sender: string): Taking[] {
  const obtained = new Map<string, bigint>()
  const left = new Map<string, bigint>()
  for (const { settlement } of lines) {
    for (const { token, amount } of settlement.takes) {
      const key = token.toLowerCase()
      const own = obtained.get(key) ?? 0n
      const reused = own < amount ? own : amount
      obtained.set(key, own - reused)
      left.set(key, (left.get(key) ?? 0n) + amount - reused)
    }
    for (const { token, to, minimum } of settlement.gives) {
      if (!sameAddress(to, sender)) continue
      const key = token.toLowerCase()
      obtained.set(key, (obtained.get(key) ?? 0n) + minimum)
    }
  }
  return [...left].filter(([, amount]) => amount > 0n).map(([token, amount]) => ({ token, amount }))
}

function promisedBy(lines: readonly Line[], { buy, sell, recipient }: SwapIntent): bigint | undefined {
  const crosses = buy.chain.chainId !== sell.token.chain.chainId
  const promises = crosses
    ? lines.flatMap(({ call }) =>
        everyCall(call).flatMap(({ effect }) => (effect.does === 'bridge' ? [effect.minimumOut] : [])),
      )
    : lines.flatMap(({ settlement }) =>
        settlement.gives
          .filter(({ token, to }) => isToken(token, buy) && sameAddress(to, recipient))
          .map(({ minimum }) => minimum),
      )
  return promises.length === 0 ? undefined : promises.reduce((sum, minimum) => sum + minimum, 0n)
}
