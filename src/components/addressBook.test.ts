import { expect, test } from 'vitest'
import { me, other, plan } from '../../test/builders/swap'
import { openOrder } from '../orders/openOrder'
import { contactNameOf, lookAlikeOf, recentRecipients, withContact, withoutContact } from './addressBook'
import { readPreferences } from './preferences'

const anna = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const onSolana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

test('a name is found for an EVM address in any case, and only for the exact Solana address', () => {
  const contacts = [
    { name: 'Anna', address: anna },
    { name: 'Ben', address: onSolana },
  ]
  expect(contactNameOf(contacts, anna.toLowerCase())).toBe('Anna')
  expect(contactNameOf(contacts, onSolana)).toBe('Ben')
  expect(contactNameOf(contacts, onSolana.toLowerCase())).toBeUndefined()
})

test('an address has one name: a new one replaces it, and forgetting removes it', () => {
  const once = withContact([], { name: '  Anna ', address: anna })
  expect(once).toEqual([{ name: 'Anna', address: anna }])
  const twice = withContact(once, { name: 'Anna’s safe', address: anna.toLowerCase() })
  expect(twice.map(({ name }) => name)).toEqual(['Anna’s safe'])
  expect(withoutContact(twice, anna)).toEqual([])
})

test('a name without visible characters or address is not kept, and none can reverse the text around it', () => {
  expect(withContact([], { name: '\u200b \u202e', address: anna })).toEqual([])
  expect(withContact([], { name: 'Anna', address: 'anna.example' })).toEqual([])
  expect(withContact([], { name: '\u202eannA', address: anna })).toEqual([{ name: 'annA', address: anna }])
})

test('the stored address book is read back, without entries that are no name with an address', () => {
  const contacts = [{ name: 'Anna', address: anna }, { name: 'nobody' }, 'x', null, { name: 1, address: anna }]
  expect(readPreferences({ contacts }).contacts).toEqual([{ name: 'Anna', address: anna }])
  expect(readPreferences({ contacts: 'x' }).contacts).toEqual([])
})

test('recent recipients are other people’s addresses on networks of that kind, the latest first, each once', () => {
  const to = (recipient: string, id: string) => openOrder(id, plan({ recipient }), 1)
  const orders = [to(anna, '3'), to(me, '2'), to(other, '1'), to(anna.toLowerCase(), '0')]
  expect(recentRecipients(orders, 'evm', [me])).toEqual([anna.toLowerCase(), other])
  expect(recentRecipients(orders, 'evm', [other])).toEqual([anna.toLowerCase()])
  expect(recentRecipients(orders, 'solana', [])).toEqual([])
})

test('an address that begins and ends like a known one is flagged, and the known one itself is not', () => {
  const poison = `0xD8DA${'0'.repeat(32)}6045`
  expect(lookAlikeOf(poison, [other, anna])).toBe(anna)
  expect(lookAlikeOf(anna.toLowerCase(), [anna])).toBeUndefined()
  expect(lookAlikeOf(other, [anna])).toBeUndefined()
})
