import type { DepositJournal, DepositsSnapshot } from '../../preparation/liquidity/depositJournal'
import { lazyStore } from './lazyStore'

/** A deposit journal whose code is loaded when first needed; empty until then. */
export function lazyDepositJournal(build: () => Promise<DepositJournal>): DepositJournal {
  const { load, getSnapshot, subscribe } = lazyStore(build, noDeposits)
  return {
    load: async () => (await load()).load(),
    post: async (asked, acknowledged, send) => (await load()).post(asked, acknowledged, send),
    move: async (id, event) => (await load()).move(id, event),
    getSnapshot,
    subscribe,
  }
}

const noDeposits: DepositsSnapshot = { isLoaded: false, deposits: [] }
