import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import type { ExistingAllowance } from '../../chain/allowance'
import { sameAddress } from '../decode/evm/address'
import { depositData, increaseData, withdrawData } from '../decode/evm/liquidityCalls'
import { coinPaid, type PayingIntent, type PoolKey, tokensPaid, type WithdrawIntent } from '../liquidityIntent'
import type { EvmStep, QuoteFigures } from '../plan'

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
  const deposit = {
    ...stepTo(intent, intent.pool.positionManager),
    data: intent.kind === 'deposit' ? depositData(intent, ground.wrapped, deadline) : increaseData(intent, deadline),
    value: coinPaid(intent)?.units ?? 0n,
    purpose: { does: 'deposit' } as const,
  }
  return [...approvals, deposit].map((step, index) => ({ ...step, index }))
}

export function withdrawSteps(
  intent: WithdrawIntent,
  { time, wrapped }: Pick<ChainState, 'time' | 'wrapped'>,
): readonly EvmStep[] {
  return [
    {
      ...stepTo(intent, intent.pool.positionManager),
      data: withdrawData(intent, wrapped, time + signingTime),
      purpose: { does: 'deposit' },
    },
  ]
}

/** A deposit buys nothing, so it has no quote: its result is the position. */
export const noQuote: QuoteFigures = {
  minimumReceived: undefined,
  expectedOut: undefined,
  path: [],
  dex: undefined,
  gasUsd: undefined,
}

type Draft = Omit<EvmStep, 'purpose'>

/** Approves exactly this amount for the position manager. */
export function approvalStep(intent: PayingIntent, token: string, amount: bigint): EvmStep {
  const spender = getAddress(intent.pool.positionManager)
  return {
    ...stepTo(intent, token),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    purpose: amount === 0n ? { does: 'reset', token, spender } : { does: 'approve', token, spender, amount },
  }
}

function stepTo({ pool, sender }: { readonly pool: PoolKey; readonly sender: string }, to: string): Draft {
  return {
    kind: 'evm',
    index: 0,
    chainId: pool.token0.chain.chainId,
    from: sender,
    to,
    data: '0x',
    value: 0n,
    said: undefined,
  }
}
