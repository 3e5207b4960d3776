import { getAddress } from 'viem'
import type { ExistingAllowance } from '../../chain/allowance'
import { sameAddress } from '../decode/evm/address'
import { depositData, increaseData, withdrawData } from '../decode/evm/liquidityCalls'
import { coinPaid, type LiquidityIntent, type PayingIntent, tokensPaid, type WithdrawIntent } from '../liquidityIntent'
import type { EvmStep, QuoteFigures } from '../plan'
import { approveStep } from './approval'

/** The chain state needed to prepare a deposit. */
export type ChainState = {
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
  /** Seconds since the epoch, by the latest block: deadlines count by the chain's clock. */
  readonly time: bigint
  readonly wrapped: string | undefined
  /** The sender's existing allowance for the position manager. */
  readonly allowances: readonly ExistingAllowance[]
}

/** How long a wallet may take: twenty minutes. */
export const signingTime = 1200n

/**
 * The steps of a deposit that the app prepares itself. First an approval of exactly the paid amount for each token that
 * needs one, reset first where the token does not allow raising the existing one. Then the mint, or the increase of an
 * existing position.
 */
export function depositSteps(intent: PayingIntent, ground: ChainState): readonly EvmStep[] {
  const approvals = tokensPaid(intent).flatMap(({ token, units }) => {
    const existing = ground.allowances.find((found) => sameAddress(found.token, token.address))
    if (existing && existing.amount >= units) return []
    const grant = approvalStep(intent, token.address, units)
    return existing?.needsReset ? [approvalStep(intent, token.address, 0n), grant] : [grant]
  })
  const deadline = ground.time + signingTime
  const data =
    intent.kind === 'deposit' ? depositData(intent, ground.wrapped, deadline) : increaseData(intent, deadline)
  return [...approvals, managerStep(intent, data, coinPaid(intent)?.units ?? 0n)].map((step, index) => ({
    ...step,
    index,
  }))
}

export function withdrawSteps(
  intent: WithdrawIntent,
  { time, wrapped }: Pick<ChainState, 'time' | 'wrapped'>,
): readonly EvmStep[] {
  return [managerStep(intent, withdrawData(intent, wrapped, time + signingTime), 0n)]
}

/** A deposit buys nothing, so it has no quote: its result is the position. */
export const noQuote: QuoteFigures = {
  minimumReceived: undefined,
  expectedOut: undefined,
  path: [],
  dex: undefined,
  gasUsd: undefined,
}

/** Approves exactly this amount for the position manager. */
export function approvalStep(intent: PayingIntent, token: string, amount: bigint): EvmStep {
  return approveStep(placeOf(intent), token, getAddress(intent.pool.positionManager), amount)
}

function placeOf({ pool, sender }: LiquidityIntent) {
  return { index: 0, chainId: pool.token0.chain.chainId, from: sender, said: undefined }
}

/** A call of the position manager. */
function managerStep(intent: LiquidityIntent, data: string, value: bigint): EvmStep {
  const purpose = { does: 'deposit' } as const
  return { kind: 'evm', ...placeOf(intent), to: intent.pool.positionManager, data, value, purpose }
}
