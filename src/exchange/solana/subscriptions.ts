import type { WebSocket } from 'ws'
import { type AccountFormat, accountJson } from './account'
import type { LedgerEvent, SolanaLedger } from './ledger'
import type { LedgerEntry } from './ledgerEntry'

type Subscription = {
  readonly socket: WebSocket
  readonly number: number
  readonly of: string
  readonly news: News
}

/** The notification of a subscription for an event; nothing when the event does not concern it. */
type News = (event: LedgerEvent) => unknown

/** The subscriptions of a Solana node's WebSocket: signature, account, logs and slot. */
export function createSubscriptions(ledger: SolanaLedger) {
  const subscriptions = new Map<number, Subscription>()
  let last = 0
  const topics: Readonly<Record<string, (...params: readonly unknown[]) => News>> = {
    signature: (signature) => ofEntry((entry) => entry.signature === signature && { err: entry.error }),
    account: (address, format) =>
      ofEntry((entry) => isWrittenBy(entry, String(address)) && accountNow(String(address), format as AccountFormat)),
    logs: (filter) => {
      const mentions = mentionOf(filter)
      return ofEntry(
        ({ keys, signature, error, logs }) =>
          (mentions === undefined || keys.includes(mentions)) && { signature, err: error, logs },
      )
    },
    slot: () => (event) =>
      event.is === 'slot' && { slot: event.slot, parent: event.slot - 1, root: Math.max(0, event.slot - 32) },
  }
  ledger.subscribe((event) => {
    for (const subscription of subscriptions.values()) publish(subscription, event)
  })
  return {
    /** Handles subscribe and unsubscribe calls; `undefined` for every other method. */
    handle(method: string, params: readonly unknown[], socket: WebSocket): { readonly result: unknown } | undefined {
      if (method.endsWith('Unsubscribe')) return { result: subscriptions.delete(Number(params[0])) }
      const of = method.replace(/Subscribe$/, '')
      if (of === method || !Object.hasOwn(topics, of)) return undefined
      last += 1
      const subscription = { socket, number: last, of, news: topics[of]!(...params) }
      subscriptions.set(last, subscription)
      // A signature in the ledger is notified immediately, but after the response with the subscription's number.
      const entry = of === 'signature' ? ledger.entry(String(params[0])) : undefined
      if (entry) setTimeout(() => publish(subscription, { is: 'entry', entry }))
      return { result: last }
    },
    /** Ends the subscriptions of a closed socket. */
    drop(socket: WebSocket) {
      for (const [number, subscription] of subscriptions)
        if (subscription.socket === socket) subscriptions.delete(number)
    },
  }

  function publish({ socket, number, of, news }: Subscription, event: LedgerEvent) {
    const result = subscriptions.has(number) && news(event)
    if (!result) return
    // A signature is notified once.
    if (of === 'signature') subscriptions.delete(number)
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', method: `${of}Notification`, params: { subscription: number, result } }),
    )
  }

  function ofEntry(news: (entry: LedgerEntry) => unknown): News {
    return (event) => {
      const value = event.is === 'entry' && news(event.entry)
      return value && ledger.inContext(value)
    }
  }

  function accountNow(address: string, format: AccountFormat | undefined) {
    const gone = { lamports: 0, data: ['', 'base64'], owner: '1'.repeat(32), executable: false, rentEpoch: 0, space: 0 }
    return accountJson(address, ledger.lookup, format) ?? gone
  }
}

function mentionOf(filter: unknown): string | undefined {
  if (typeof filter !== 'object' || filter === null || !('mentions' in filter)) return undefined
  return Array.isArray(filter.mentions) ? String(filter.mentions[0]) : undefined
}

function isWrittenBy({ keys, transaction }: LedgerEntry, address: string): boolean {
  const index = keys.indexOf(address)
  return index !== -1 && transaction.message.isAccountWritable(index)
}
