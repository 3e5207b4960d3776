import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openJournal } from './journal'

let names = 0

function freshName() {
  return `journal-${++names}`
}

test('what is written is read again, also by another tab', async () => {
  const name = freshName()
  const one = openJournal(name)
  const two = openJournal(name)
  await one.change('a', () => 'first')
  await one.change('b', () => 'second')
  expect(await two.get('a')).toBe('first')
  expect([...(await two.all())].sort()).toEqual(['first', 'second'])
  expect(await two.get('c')).toBeUndefined()
})

test('a journal of format 1 keeps its orders, and its deposits among them', async () => {
  const name = freshName()
  const old = await openDB(name, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('orders')
      fresh.createObjectStore('deposits')
    },
  })
  await old.put('orders', 'an order', 'a')
  await old.put('deposits', 'a deposit', 'b')
  old.close()
  const journal = openJournal(name)
  expect([...(await journal.all())].sort()).toEqual(['a deposit', 'an order'])
  await journal.change('b', (entry) => `${entry}, changed`)
  expect(await journal.get('b')).toBe('a deposit, changed')
})

test('a journal of any length is read whole, each entry once', async () => {
  for (const count of [249, 250, 251, 620]) {
    const journal = openJournal(freshName())
    const ids = Array.from({ length: count }, (_, number) => `order-${number}`)
    await Promise.all(ids.map((id) => journal.change(id, () => id)))
    expect([...(await journal.all())].sort()).toEqual([...ids].sort())
  }
})

test('a journal that a newer app wrote is left as it is, and the error names the next step', async () => {
  const name = freshName()
  const newer = await openDB(name, 3, { upgrade: (fresh) => void fresh.createObjectStore('orders') })
  await newer.put('orders', 'of a later format', 'a')
  newer.close()
  const journal = openJournal(name)
  await expect(journal.all()).rejects.toThrow('Reload the page to use it.')
  await expect(journal.change('a', () => 'overwritten')).rejects.toThrow('A newer version of the app')
  const reopened = await openDB(name, 3)
  expect(await reopened.get('orders', 'a')).toBe('of a later format')
  reopened.close()
})

test('a journal lets go of its database for a newer app, and cannot open it again', async () => {
  const name = freshName()
  const journal = openJournal(name)
  await journal.change('a', () => 'first')
  const newer = await openDB(name, 3)
  expect(await newer.get('orders', 'a')).toBe('first')
  await expect(journal.change('a', () => 'second')).rejects.toThrow('A newer version of the app')
  newer.close()
})

test('a journal that another page holds on to fails instead of waiting, and opens once that page lets go', async () => {
  const name = freshName()
  const before = await openDB(name, 1)
  indexedDB.deleteDatabase(name)
  const journal = openJournal(name, 500)
  await expect(journal.change('a', () => 'first')).rejects.toThrow('did not open')
  before.close()
  await journal.change('a', () => 'second')
  expect(await journal.all()).toEqual(['second'])
})

test('a change that throws writes nothing and reports why', async () => {
  const journal = openJournal(freshName())
  await journal.change('a', () => 'kept')
  const refusal = new Error('It cannot move so.')
  await expect(
    journal.change('a', () => {
      throw refusal
    }),
  ).rejects.toBe(refusal)
  expect(await journal.get('a')).toBe('kept')
})

test('F-33 simultaneous changes from many tabs are made one after the other, and none is lost', async () => {
  const name = freshName()
  const tabs = Array.from({ length: 5 }, () => openJournal(name))
  const add = (text: string | undefined) => String(Number(text ?? 0) + 1)
  await Promise.all(tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.change('count', add))))
  expect(await openJournal(name).get('count')).toBe('100')
})

test('a journal that cannot be opened is opened again at the next need', async () => {
  const name = freshName()
  const open = indexedDB.open
  const journal = openJournal(name)
  indexedDB.open = () => {
    throw new Error('SecurityError')
  }
  await expect(journal.change('a', () => 'text')).rejects.toThrow('SecurityError')
  indexedDB.open = open
  await journal.change('a', () => 'text')
  expect(await journal.get('a')).toBe('text')
})

test('a handle that the browser has ended is replaced by a new one, for reading and for writing', async () => {
  const journal = openJournal(freshName())
  await journal.change('a', () => 'first')
  const begin = IDBDatabase.prototype.transaction
  const dead = new WeakSet<IDBDatabase>()
  let last: IDBDatabase | undefined
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...rest) {
    last = this
    if (dead.has(this)) throw new DOMException('The database connection is closing.', 'InvalidStateError')
    return begin.apply(this, rest)
  })
  onTestFinished(() => spy.mockRestore())
  const end = async () => {
    await journal.count()
    if (last) dead.add(last)
  }
  await end()
  await journal.change('b', () => 'second')
  await end()
  expect(await journal.get('a')).toBe('first')
  await end()
  expect([...(await journal.all())].sort()).toEqual(['first', 'second'])
})
