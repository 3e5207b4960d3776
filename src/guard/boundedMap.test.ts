import { expect, test } from 'vitest'
import { BoundedMap } from './boundedMap'

test('a full map keeps its entries when one of them is set again, and is emptied for a new one', () => {
  const map = new BoundedMap<number>(2)
  map.set('a', 1).set('b', 2).set('a', 3)
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ])
  expect([...map.set('c', 4)]).toEqual([['c', 4]])
})
