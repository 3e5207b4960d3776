import { addressKey, isSameAddress } from '../domain/address'
import type { ChainKind } from '../domain/chain'
import { addressKind } from '../domain/chainKinds'
import { cleanText } from '../domain/text/label'
import type { Order } from '../orders/order'
import type { Contact } from './preferences'

/** Longest name in the address book. */
export const nameLength = 40

/** The address book with a name for this address, which replaces an earlier one; the same book without a usable name. */
export function withContact(contacts: readonly Contact[], { name, address }: Contact): readonly Contact[] {
  const clean = cleanText(name, nameLength)
  if (clean === '' || addressKind(address) === undefined) return contacts
  return [{ name: clean, address }, ...withoutContact(contacts, address)].slice(0, contactLimit)
}

export function withoutContact(contacts: readonly Contact[], address: string): readonly Contact[] {
  return contacts.filter((contact) => !isSameAddress(contact.address, address))
}

/** The name the person gave to an address. */
export function contactNameOf(contacts: readonly Contact[], address: string): string | undefined {
  return contacts.find((contact) => isSameAddress(contact.address, address))?.name
}

/** Other people's addresses that received a swap from this browser, the latest first. */
export function recentRecipients(orders: readonly Order[], kind: ChainKind, own: readonly string[]): readonly string[] {
  const mine = new Set(own.map(addressKey))
  const recipients = orders.flatMap(({ plan: { intent } }) =>
    intent.kind === 'swap' && intent.buy.chain.kind === kind && !isSameAddress(intent.recipient, intent.sender)
      ? [intent.recipient]
      : [],
  )
  const others = new Map(recipients.map((address) => [addressKey(address), address]))
  return [...others].flatMap(([key, address]) => (mine.has(key) ? [] : [address])).slice(0, recentLimit)
}

/**
 * A known address that only begins and ends like this one. Someone who wants to be paid by mistake makes such addresses
 * (address poisoning), because people compare a few characters only.
 */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  return known.find((other) => !isSameAddress(other, address) && endsOf(other) === endsOf(address))
}

function endsOf(address: string): string {
  const bare = addressKey(address).replace(/^0x/, '')
  return `${bare.slice(0, 4)}…${bare.slice(-4)}`
}

const contactLimit = 200
const recentLimit = 5
