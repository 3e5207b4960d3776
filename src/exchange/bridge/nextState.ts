import {
  type EscrowState,
  PayoutImpossible,
  type Transfer,
  type TransferDestination,
  type TransferSource,
  type TransferState,
} from './transfer'

export type TransferChains = {
  /** Sources by chain id. */
  readonly sources: ReadonlyMap<number, TransferSource>
  readonly destinations: ReadonlyMap<number, TransferDestination>
  /** Seconds since 1970. */
  readonly now: () => number
}

/** A transfer with fewer seconds left than this is refunded: a payout could be too late for the release. */
const minimumSecondsLeft = 30

/** Performs the action of a state and returns the next one; `undefined` when it has to wait for the next round. */
export async function nextTransferState(
  transfer: Transfer,
  state: TransferState,
  chains: TransferChains,
): Promise<TransferState | undefined> {
  const source = chains.sources.get(transfer.source)!
  switch (state.at) {
    case 'seen':
      return preparePayout(transfer, await source.escrowState(transfer), chains)
    case 'filling':
      return fill(transfer, state.payment, chains.destinations.get(transfer.destination)!)
    case 'filled':
      await settle(transfer, source, 'release')
      return { at: 'released', transaction: state.transaction }
    case 'refunding':
      await settle(transfer, source, 'refund')
      return { at: 'refunded', why: state.why }
    case 'released':
    case 'refunded':
      return undefined
  }
}

async function preparePayout(
  transfer: Transfer,
  escrow: EscrowState,
  { destinations, now }: TransferChains,
): Promise<TransferState> {
  if (escrow === 'refunded') return { at: 'refunded', why: 'The sender took the deposit back.' }
  if (transfer.deadline - now() < minimumSecondsLeft) return { at: 'refunding', why: 'The deadline is too close.' }
  const destination = destinations.get(transfer.destination)
  if (!destination) return { at: 'refunding', why: 'There is no such chain.' }
  try {
    return { at: 'filling', payment: await destination.prepare(transfer) }
  } catch (error) {
    if (error instanceof PayoutImpossible) return { at: 'refunding', why: error.message }
    throw error
  }
}

async function fill(
  transfer: Transfer,
  payment: string,
  destination: TransferDestination,
): Promise<TransferState | undefined> {
  const before = await destination.find(transfer, payment)
  if (before.is === 'paid') return { at: 'filled', transaction: before.transaction }
  if (before.is === 'lapsed') return { at: 'seen' }
  try {
    await destination.send(transfer, payment)
  } catch (error) {
    if (!(error instanceof PayoutImpossible)) throw error
    // Refund only when it is certain that the payment is not on chain.
    const found = await destination.find(transfer, payment)
    if (found.is === 'paid') return { at: 'filled', transaction: found.transaction }
    return { at: 'refunding', why: error.message }
  }
  const after = await destination.find(transfer, payment)
  return after.is === 'paid' ? { at: 'filled', transaction: after.transaction } : undefined
}

async function settle(transfer: Transfer, source: TransferSource, action: 'release' | 'refund'): Promise<void> {
  if ((await source.escrowState(transfer)) === 'open') await source[action](transfer)
}
