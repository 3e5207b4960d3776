import type { DepositJournal, DepositsSnapshot } from '../preparation/depositJournal'

/** A journal of deposits whose code is loaded when it is first needed. Until then there are none to show. */
export function lazyDepositJournal(build: () => Promise<DepositJournal>): DepositJournal {
  const listeners = new Set<() => void>()
  let real: DepositJournal | undefined
  let building: Promise<DepositJournal> | undefined

  return {
    load: async () => (await journal()).load(),
    post: async (asked, acknowledged, send) => (await journal()).post(asked, acknowledged, send),
    move: async (id, event) => (await journal()).move(id, event),
    getSnapshot: () => real?.getSnapshot() ?? nothingYet,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function journal(): Promise<DepositJournal> {
    building ??= build().then(
      (journal) => {
        real = journal
        journal.subscribe(notify)
        notify()
        return journal
      },
      (error) => {
        // Code that could not be loaded is tried again with the next call.
        building = undefined
        throw error
      },
    )
    return building
  }

  function notify() {
    for (const listener of listeners) listener()
  }
}

const nothingYet: DepositsSnapshot = { isLoaded: false, deposits: [] }
