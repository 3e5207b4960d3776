import { encodeFunctionData, erc20Abi, getAddress, keccak256 } from 'viem'
import type { Amount } from '../../../domain/amount'
import { sumOf } from '../../../domain/bigints'
import { distinctAddresses, native, sameAddress } from '../../decode/evm/address'
import { type EvmStep, isEvmStep, type Plan } from '../../plan'
import { type ChainNode, readHead } from './gather'
import { gasPerStep, simulateByNode } from './simulate'

type ForAnybody = {
  /** The index of a step that no one can read: it is tried with those before it. */
  readonly last: number
  /** The expected output: token address or `native`. */
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
export async function worksForAnybody(
  { intent, steps }: Plan,
  { last, bought, minimum, now }: ForAnybody,
  { ask }: Pick<ChainNode, 'ask'>,
): Promise<boolean> {
  const { sender, recipient, sell } = intent
  const stranger = strangerTo(sender)
  const given = sell.token.isNative ? [] : [transferOf(sell, stranger, sender)]
  const theirs = steps.filter(isEvmStep).flatMap((step) => (step.index <= last ? [{ ...step, from: stranger }] : []))
  const tracked = {
    ...{
      chainId: sell.token.chain.chainId,
      sender: stranger,
      accounts: distinctAddresses([stranger, recipient, sender]),
    },
    ...{ tokens: bought === native ? [] : [bought], spendings: [], relied: [] },
  }
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

function transferOf({ token, units }: Amount, to: string, from: string): EvmStep {
  return {
    ...{ kind: 'evm', index: 0, chainId: token.chain.chainId, from, to: token.address, value: 0n },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), units] }),
    ...{ purpose: { does: 'opaque' }, said: undefined },
  }
}
