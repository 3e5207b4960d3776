import { expect, test } from 'vitest'
import { listText } from './listText'

test('names are listed as a sentence does', () => {
  expect([[], ['Reef'], ['Delta', 'Reef'], ['Harbor', 'Delta', 'Reef']].map(listText)).toEqual([
    '',
    'Reef',
    'Delta and Reef',
    'Harbor, Delta and Reef',
  ])
})
