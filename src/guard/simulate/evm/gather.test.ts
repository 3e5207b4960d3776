import { expect, test } from 'vitest'
import type { Simulation } from '../../checkInputs'
import { meaningOfRevert } from '../../decode/evm/revert'
import { withTokenWords } from './gather'

const token = '0x00000000000000000000000000000000000000d1'
const account = '0x00000000000000000000000000000000000000aa'

function failing(reason: string): Simulation {
  const outcomes = [{ is: 'reverted', reason, gasUsed: 1n }] as const
  return { is: 'run', chainId: 1, by: 'prober', outcomes, changes: [], grants: [], operators: [], at: 0 }
}

async function meaningOf(reason: string, answers: Readonly<Record<string, boolean>>) {
  let questions = 0
  const [found] = await withTokenWords(
    [failing(reason)],
    { accounts: [account], tokens: [token] },
    async (_, [call]) => {
      questions++
      const data = String(Reflect.get(Object(call), 'data'))
      return `0x${(answers[data.slice(0, 10)] ? '1' : '').padStart(64, '0')}`
    },
  )
  const [outcome] = found?.is === 'run' ? found.outcomes : []
  return { meaning: outcome?.is === 'reverted' ? meaningOfRevert(outcome.reason, true) : undefined, questions }
}

test.each([
  ['paused', '0x5c975abb', 'token-paused'],
  ['frozen by USDC', '0xfe575a87', 'account-frozen'],
  ['frozen by USDT', '0xe47d6060', 'account-frozen'],
])('a token that is %s is named as that, although the router hides its reason', async (_, selector, meaning) => {
  for (const reason of ['STF', '', 'TRANSFER_FROM_FAILED'])
    expect((await meaningOf(reason, { [selector]: true })).meaning).toBe(meaning)
})

test('a token that reports neither is named as the one that refuses, and one is not queried where the reason is known', async () => {
  expect((await meaningOf('STF', {})).meaning).toBe('token-refuses')
  expect(await meaningOf('Too little received', { '0x5c975abb': true })).toEqual({
    meaning: 'price-moved',
    questions: 0,
  })
})
