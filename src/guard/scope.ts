import type { ChainKind } from '../domain/chain'
import type { Intent } from './intent'

/** A plan's purpose. Every rule names the scopes it applies to, so a new kind of plan decides rule by rule. */
export type Scope =
  | 'evm swap'
  | 'solana swap'
  | 'bitcoin payment'
  /** Approvals are revoked, and nothing else happens. */
  | 'revocation'
  /** A late deposit is taken out of a bridge, and nothing else happens. */
  | 'refund'
  | 'deposit'
  | 'increase'
  | 'withdrawal'
  /** Only the fees of a position are collected. */
  | 'claim'

/** The scopes of a rule: at least one. */
export type RuleScopes = readonly [Scope, ...Scope[]]

export const everySwap = ['evm swap', 'solana swap', 'bitcoin payment'] as const satisfies RuleScopes
/** Revocations and refunds pay no one, so trade rules do not apply to them. */
const takingBack = ['revocation', 'refund'] as const satisfies RuleScopes
export const evmSwapPlans = ['evm swap', ...takingBack] as const satisfies RuleScopes
export const adding = ['deposit', 'increase'] as const satisfies RuleScopes
export const removing = ['withdrawal', 'claim'] as const satisfies RuleScopes
export const everyLiquidityPlan = [...adding, ...removing, 'revocation'] as const satisfies RuleScopes
/** Plans whose transactions are on EVM chains. */
export const evmPlans = ['evm swap', ...takingBack, ...adding, ...removing] as const satisfies RuleScopes
export const everyPlan = ['solana swap', 'bitcoin payment', ...evmPlans] as const satisfies RuleScopes

const swapOn: Readonly<Record<ChainKind, Scope>> = {
  evm: 'evm swap',
  solana: 'solana swap',
  bitcoin: 'bitcoin payment',
  // Refused before it becomes a plan (V-003); until then it is read like an EVM swap.
  unknown: 'evm swap',
}

/** The scope only by the intent; `scopeOfPlan` also recognises revocations and refunds. */
export function scopeOfIntent(intent: Intent): Scope {
  switch (intent.kind) {
    case 'swap':
      return swapOn[intent.sell.token.chain.kind]
    case 'withdraw':
      return intent.liquidity === 0n ? 'claim' : 'withdrawal'
    case 'deposit':
    case 'increase':
      return intent.kind
  }
}
