import { expect, test } from 'vitest'
import { parseJson } from '../../protocol/json/json'
import { flatten, recordChanges } from './poolPaths'

const changed = (from: unknown, to: unknown) => {
  const [before, after] = [from, to].map((json) => parseJson(JSON.stringify(json)))
  return recordChanges(before!, after!).map(({ path, values: [from, to] }) => ({ path, from, to }))
}

test('every value has a path, and a name that holds dots or brackets is quoted', () => {
  const json = parseJson('{"a":[1,{"b.c":"x"}],"24h":{"7":1.50},"none":[],"":null}')
  expect(flatten(json)).toEqual([
    ['$.a[0]', '1'],
    ['$.a[1]["b.c"]', 'x'],
    ['$.24h[7]', '1.50'],
    ['$.none', '[]'],
    ['$[""]', 'null'],
  ])
})

test('an inserted entry does not make the others look changed', () => {
  const [low, new_, high] = [-60, 0, 60].map((tick) => ({ tick, net: tick }))
  expect(changed({ ticks: [low, high] }, { ticks: [low, new_, high] })).toEqual([
    { path: '$.ticks[1].tick', from: undefined, to: '0' },
    { path: '$.ticks[1].net', from: undefined, to: '0' },
  ])
})

test('a removed entry is named, a changed one is given by its index', () => {
  const from = {
    positions: [
      { id: '7', l: 1 },
      { id: '8', l: 2 },
    ],
  }
  expect(changed(from, { positions: [{ id: '8', l: 3 }] })).toEqual([
    { path: '$.positions[0].l', from: '2', to: '3' },
    { path: '$.positions[id 7].id', from: '7', to: undefined },
    { path: '$.positions[id 7].l', from: '1', to: undefined },
  ])
})

test('entries without names, or with names that are not unique, are given by their indexes', () => {
  expect(changed({ x: [1, 2] }, { x: [1, 3, 2] }).map(({ path }) => path)).toEqual(['$.x[1]', '$.x[2]'])
  const twins = [
    { id: 1, l: 1 },
    { id: 1, l: 2 },
  ]
  expect(changed({ x: twins }, { x: twins.toReversed() }).map(({ path }) => path)).toEqual(['$.x[0].l', '$.x[1].l'])
})
