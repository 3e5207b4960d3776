import { encodeFunctionData, erc20Abi, getAddress, keccak256 } from 'viem'
import { sumOf } from '../../../domain/bigints'
import { distinctAddresses, native, sameAddress } from '../../decode/evm/address'
import type { EvmStep } from '../../plan'
import { type ChainNode, readHead } from './gather'
import { gasPerStep, simulateByNode } from './simulate'

/** A call that no one can read, with the steps before it, and what it should bring. */
type ForAnybody = {
  readonly chainId: number
  readonly sender: string
  readonly recipient: string
  readonly steps: readonly EvmStep[]
  /** Token address or `native`, as `bought`. */
  readonly sold: string
  readonly amount: bigint
  readonly bought: string
  readonly minimum: bigint
  readonly now: number
}

/** The gas of a transfer, also of tokens that do much about it. */
const gasOfTransfer = 200_000n

/**
 * Whether the steps pay the minimum to any holder of the sold amount. A contract that gives the sender more than a
 * stranger identifies the sender: as an owner of a wallet or a treasury, as someone who lent or staked. Assets of
 * theirs that it takes there are no balance of theirs. `false` where the node cannot determine it.
 */
export async function worksForAnybody(call: ForAnybody, { ask }: Pick<ChainNode, 'ask'>): Promise<boolean> {
  const { chainId, sender, recipient, steps, sold, amount, bought, minimum, now } = call
  const stranger = strangerTo(sender)
  const given: readonly EvmStep[] = sold === native ? [] : [transferOf(sold, amount, stranger, call)]
  const theirs = steps.map((step): EvmStep => ({ ...step, from: stranger }))
  const accounts = distinctAddresses([stranger, recipient, sender])
  const tokens = bought === native ? [] : [bought]
  const tracked = { chainId, sender: stranger, accounts, tokens, spendings: [], relied: [] }
  try {
    // The stranger has no native coins: the simulation gives them the amount that the steps take.
    const head = { ...(await readHead(sender, ask)), coins: 0n }
    const limits = [...given.map(() => gasOfTransfer), ...theirs.map(() => gasPerStep)]
    const run = await simulateByNode({ steps: [...given, ...theirs], tracked, head, now, limits }, ask)
    if (run.is === 'not run' || run.outcomes.some(({ is }) => is === 'reverted')) return false
    return sumOf(run.changes.flatMap(({ token, delta }) => (sameAddress(token, bought) ? [delta] : []))) >= minimum
  } catch {
    // A node that does not answer has not shown it.
    return false
  }
}

/** An account that no one has heard of. */
function strangerTo(sender: string): string {
  return getAddress(`0x${keccak256(getAddress(sender)).slice(-40)}`)
}

function transferOf(token: string, amount: bigint, to: string, { chainId, sender }: ForAnybody): EvmStep {
  return {
    ...{ kind: 'evm', index: 0, chainId, from: sender, to: token, value: 0n },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), amount] }),
    ...{ purpose: { does: 'opaque' }, said: undefined },
  }
}
