import { encodeFunctionData, erc20Abi, getAddress, parseAbi } from 'viem'
import { smaller } from '../../domain/bigints'
import type { ContractCall } from '../decode/evm/call'
import { type Finding, info } from '../findings/finding'
import { type EvmStep, isEvmStep, type Plan, type Step } from '../plan'
import { seal } from '../seal'
import { amountFact, type TokenNames } from '../tokenNames'

/** Long enough to sign and send a swap; Permit2 allowances expire by themselves. */
const permitSeconds = 20n * 60n

/**
 * The same approval, limited to what the request gives of the token, and for Permit2 to the next minutes. Other
 * approvals are left for a rule to block, and a smaller allowance may stay.
 */
export function limitApproval(
  step: EvmStep,
  { effect }: ContractCall,
  maxOf: (token: string, spender: string) => bigint | undefined,
  receivedAt: number,
): EvmStep {
  const most = effect.does === 'approve' ? maxOf(effect.token, effect.spender) : undefined
  if (effect.does !== 'approve' || effect.by === 'permit' || most === undefined) return step
  const amount = smaller(effect.amount, most)
  if (effect.by === 'approve')
    return amount < effect.amount ? approveStep(step, effect.token, effect.spender, amount) : step
  const until = smaller(effect.until ?? 0n, BigInt(Math.floor(receivedAt / 1000)) + permitSeconds)
  if (amount === effect.amount && until === effect.until) return step
  const args = [getAddress(effect.token), getAddress(effect.spender), amount, Number(until)] as const
  return { ...step, data: encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args }) }
}

const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

/** The note about an approval that was limited. */
export function limitedApprovalNote(before: Step | undefined, after: Step, book: TokenNames): Finding[] {
  if (before === after || before?.purpose.does !== 'approve' || after.purpose.does !== 'approve') return []
  const { token, spender, amount } = before.purpose
  const facts = { spender, asked: amountFact(book, token, amount), isUnlimited: amount >= 2n ** 128n }
  return [info('A-21.limited', { ...facts, limited: amountFact(book, token, after.purpose.amount) }, after.index)]
}

/** Revokes an allowance that a finished or failed order left. */
export function revokeStep(allowance: {
  readonly chainId: number
  readonly owner: string
  readonly token: string
  readonly spender: string
}): EvmStep {
  const { chainId, owner, token, spender } = allowance
  return approveStep({ chainId, from: owner, index: 0, said: undefined }, token, spender, 0n)
}

/** The plan with the allowance reset to zero before that approval, as USDT-like tokens require. */
export function withReset(plan: Plan, index: number): Plan {
  const step = plan.steps[index]
  if (!step || !isEvmStep(step) || step.purpose.does !== 'approve') return plan
  const { token, spender } = step.purpose
  const reset = approveStep({ ...step, said: undefined }, token, spender, 0n)
  const moved = plan.steps.slice(index).map((later) => ({ ...later, index: later.index + 1 }))
  const notes = plan.notes?.map((note) =>
    note.step !== undefined && note.step >= index ? { ...note, step: note.step + 1 } : note,
  )
  return seal({ ...plan, steps: [...plan.steps.slice(0, index), reset, ...moved], ...(notes ? { notes } : {}) })
}

type Place = Pick<EvmStep, 'chainId' | 'index' | 'said'> & { readonly from: string }

export function approveStep(
  { chainId, from, index, said }: Place,
  token: string,
  spender: string,
  amount: bigint,
): EvmStep {
  return {
    kind: 'evm',
    index,
    chainId,
    from,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(spender), amount] }),
    value: 0n,
    purpose: amount === 0n ? { does: 'reset', token, spender } : { does: 'approve', token, spender, amount },
    said,
  }
}
