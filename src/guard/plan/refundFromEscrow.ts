import { encodeFunctionData, parseAbi } from 'viem'
import type { SwapIntent } from '../intent'
import type { EvmStep, Plan } from '../plan'
import { seal } from '../seal'

/** A deposit that is held in a bridge's escrow contract. */
export type EscrowedDeposit = { readonly chainId: number; readonly contract: string; readonly id: bigint }

const abi = parseAbi(['function refund(uint256 id)'])

/** A one-step plan that refunds an overdue deposit. The contract pays only the account that deposited. */
export function refundPlan(intent: SwapIntent, { chainId, contract, id }: EscrowedDeposit, now: number): Plan {
  const step: EvmStep = {
    kind: 'evm',
    index: 0,
    chainId,
    from: intent.sender,
    to: contract,
    data: encodeFunctionData({ abi, functionName: 'refund', args: [id] }),
    value: 0n,
    purpose: { does: 'reclaim', id },
    said: undefined,
  }
  const quote = { minimumReceived: undefined, expectedOut: undefined, path: [], dex: undefined, gasUsd: undefined }
  return seal({ intent, steps: [step], quote, receivedAt: now })
}
