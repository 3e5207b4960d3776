import { expect, test } from 'vitest'
import { listText } from './listText'
import { chooseLocale } from './locale'

test('names are listed as a sentence does', () => {
  expect([[], ['Reef'], ['Delta', 'Reef'], ['Harbor', 'Delta', 'Reef']].map(listText)).toEqual([
    '',
    'Reef',
    'Delta and Reef',
    'Harbor, Delta and Reef',
  ])
})

test('in Chinese a Latin name is separated from the word before its neighbour', () => {
  chooseLocale({ tag: 'zh-CN' })
  expect(
    [
      ['Harbor', 'Delta'],
      ['Harbor', 'Delta', 'Reef'],
      ['港湾', '礁石'],
      ['Harbor', '礁石'],
    ].map(listText),
  ).toEqual(['Harbor 和 Delta', 'Harbor、Delta 和 Reef', '港湾和礁石', 'Harbor 和礁石'])
  chooseLocale({})
})
