import type { ChainKind } from '../domain/chain'
import type { Intent, SwapIntent } from './intent'

/** What a plan does. Every rule names the scopes it applies to, so a new kind of plan decides rule by rule. */
export const scopes = {
  'evm swap': 'A swap whose transactions start on an EVM chain',
  'solana swap': 'A swap whose transactions start on Solana',
  'bitcoin payment': 'A swap that is paid by hand in bitcoin',
  revocation: 'Approvals are revoked, and nothing else happens',
  refund: 'A late deposit is taken out of a bridge, and nothing else happens',
  deposit: 'Liquidity is added in a new position',
  increase: 'Liquidity is added to a position',
  withdrawal: 'Liquidity is removed from a position',
  claim: 'Only the fees of a position are collected',
} as const

export type Scope = keyof typeof scopes

/** What a rule applies to: at least one scope. */
export type RuleScopes = readonly [Scope, ...Scope[]]

export const everySwap = ['evm swap', 'solana swap', 'bitcoin payment'] as const satisfies RuleScopes
/** Plans that only take something back pay nobody, so rules about what is sold and bought do not apply to them. */
const takingBack = ['revocation', 'refund'] as const satisfies RuleScopes
export const everySwapPlan = [...everySwap, ...takingBack] as const satisfies RuleScopes
export const evmSwapPlans = ['evm swap', ...takingBack] as const satisfies RuleScopes
export const adding = ['deposit', 'increase'] as const satisfies RuleScopes
export const removing = ['withdrawal', 'claim'] as const satisfies RuleScopes
export const everyLiquidityPlan = [...adding, ...removing, 'revocation'] as const satisfies RuleScopes

const swapOn: Readonly<Record<ChainKind, Scope>> = {
  evm: 'evm swap',
  solana: 'solana swap',
  bitcoin: 'bitcoin payment',
  // Refused before it becomes a plan (V-003); until then it is read like an EVM swap.
  unknown: 'evm swap',
}

function scopeOfSwap({ sell }: Pick<SwapIntent, 'sell'>): Scope {
  return swapOn[sell.token.chain.kind]
}

/** The scope of what was asked for, before it is known whether a plan only takes something back. */
export function scopeOfIntent(intent: Intent): Scope {
  switch (intent.kind) {
    case 'swap':
      return scopeOfSwap(intent)
    case 'withdraw':
      return intent.liquidity === 0n ? 'claim' : 'withdrawal'
    case 'deposit':
    case 'increase':
      return intent.kind
  }
}
