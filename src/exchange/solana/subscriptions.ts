import type { WebSocket } from 'ws'
import { type AccountFormat, accountJson } from './account'
import type { LedgerEvent, SolanaLedger } from './ledger'
import type { LedgerEntry } from './ledgerEntry'

type Subscription = { readonly socket: WebSocket; readonly number: number } & Topic

type Topic =
  | { readonly of: 'signature'; readonly signature: string }
  | { readonly of: 'account'; readonly address: string; readonly format: AccountFormat | undefined }
  | { readonly of: 'logs'; readonly mentions: string | undefined }
  | { readonly of: 'slot' }

/** The subscriptions of a Solana node's WebSocket: signature, account, logs and slot. */
export function createSubscriptions(ledger: SolanaLedger) {
  const subscriptions = new Map<number, Subscription>()
  let last = 0
  ledger.subscribe(publish)

  return {
    /** Handles subscribe and unsubscribe calls; `undefined` for every other method. */
    handle(method: string, params: readonly unknown[], socket: WebSocket): { readonly result: unknown } | undefined {
      if (method.endsWith('Unsubscribe')) return { result: subscriptions.delete(Number(params[0])) }
      const topic = topicOf(method, params)
      if (!topic) return undefined
      last += 1
      const subscription: Subscription = { ...topic, socket, number: last }
      subscriptions.set(last, subscription)
      if (topic.of === 'signature') notifyIfKnown(subscription, topic.signature)
      return { result: last }
    },
    /** Ends the subscriptions of a closed socket. */
    drop(socket: WebSocket) {
      for (const [number, subscription] of subscriptions)
        if (subscription.socket === socket) subscriptions.delete(number)
    },
  }

  /**
   * A signature that is already in the ledger is notified immediately, but after the response with the subscription's
   * number.
   */
  function notifyIfKnown(subscription: Subscription, signature: string) {
    const entry = ledger.entry(signature)
    if (entry) setTimeout(() => notifySignature(subscription, entry))
  }

  function publish(event: LedgerEvent) {
    for (const subscription of subscriptions.values()) {
      if (event.is === 'slot') publishSlot(subscription, event.slot)
      else publishEntry(subscription, event.entry)
    }
  }

  function publishSlot(subscription: Subscription, slot: number) {
    if (subscription.of !== 'slot') return
    notify(subscription, { slot, parent: slot - 1, root: Math.max(0, slot - 32) })
  }

  function publishEntry(subscription: Subscription, entry: LedgerEntry) {
    switch (subscription.of) {
      case 'signature':
        if (subscription.signature === entry.signature) notifySignature(subscription, entry)
        return
      case 'logs':
        if (subscription.mentions === undefined || entry.keys.includes(subscription.mentions))
          notify(subscription, inContext({ signature: entry.signature, err: entry.error, logs: entry.logs }))
        return
      case 'account':
        if (isWrittenBy(entry, subscription.address))
          notify(subscription, inContext(accountNow(subscription.address, subscription.format)))
        return
      case 'slot':
        return
    }
  }

  function notifySignature(subscription: Subscription, entry: LedgerEntry) {
    if (!subscriptions.delete(subscription.number)) return
    notify(subscription, inContext({ err: entry.error }))
  }

  function accountNow(address: string, format: AccountFormat | undefined) {
    const gone = { lamports: 0, data: ['', 'base64'], owner: '1'.repeat(32), executable: false, rentEpoch: 0, space: 0 }
    return accountJson(ledger.lookup(address), ledger.lookup, format) ?? gone
  }

  function inContext<Value>(value: Value) {
    return { context: { slot: ledger.slot() }, value }
  }

  function notify({ socket, of, number }: Subscription, result: unknown) {
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', method: `${of}Notification`, params: { subscription: number, result } }),
    )
  }
}

function topicOf(method: string, [first, second]: readonly unknown[]): Topic | undefined {
  switch (method) {
    case 'signatureSubscribe':
      return { of: 'signature', signature: String(first) }
    case 'accountSubscribe':
      return { of: 'account', address: String(first), format: second as AccountFormat | undefined }
    case 'logsSubscribe':
      return { of: 'logs', mentions: mentionOf(first) }
    case 'slotSubscribe':
      return { of: 'slot' }
    default:
      return undefined
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
