import { expect, test } from 'vitest'
import { changedView, readView } from './view'

const none = new URLSearchParams()

test('a narrow window shows the most important figures, unless others were chosen', () => {
  const defaults = { only: 'Harbor', hasFewColumns: true }
  expect(readView(none, defaults).columns).toEqual(['pair', 'tvl', 'volume', 'apr'])
  expect(readView(none, { hasFewColumns: true }).columns).toEqual(['pair', 'network', 'tvl', 'volume', 'apr'])
  expect(readView(none).columns).toContain('price')
  expect(readView(new URLSearchParams('columns=pair,fee'), defaults).columns).toEqual(['pair', 'fee'])
})

test('columns are in the address when they are not the usual ones of this window', () => {
  const columns = ['pair', 'tvl', 'volume', 'apr'] as const
  expect(changedView(none, { columns }, { only: 'Harbor', hasFewColumns: true }).has('columns')).toBe(false)
  expect(changedView(none, { columns }, { only: 'Harbor' }).get('columns')).toBe('pair,tvl,volume,apr')
})

test.each([
  ['sort=price', []],
  ['sort=-apr&columns=pair,tvl&favourites=1', []],
  ['sort=biggest', ['sort=biggest']],
  ['columns=pair,size&q=usdc', ['columns=pair,size']],
  ['favourites=yes&view=table', ['favourites=yes', 'view=table']],
  ['utm_source=x&theme=dark', []],
])('of the address %s the list names what it could not read: %j', (search, unread) =>
  expect(readView(new URLSearchParams(search)).unread).toEqual(unread),
)
