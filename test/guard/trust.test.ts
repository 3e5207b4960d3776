import { expect, test } from 'vitest'
import { judgePlan } from '../../src/guard/check/judgePlan'
import { newWarnings } from '../../src/guard/check/worse'
import { noHistory, type SeenContract, type SignedHistory } from '../../src/guard/checkInputs'
import { codeHash, honestFacts } from './corpus/world'
import { addressOf, approval, honest, intentOf, planOf, usdc, weth } from './fixtures'

const elsewhere = addressOf('elsewhere')
const hash = `0x${'1'.repeat(64)}`
const intent = intentOf(usdc, '1000', weth)
const good = honest(intent)
const plan = planOf(intent, {
  ...good,
  transactions: [
    { ...approval(usdc, intent.sell.units, elsewhere), order: 0 },
    { ...good.transactions[1]!, to: elsewhere, order: 1 },
  ],
})
const facts = honestFacts(intent, plan)

function levelWith(history: SignedHistory): string {
  return judgePlan(intent, plan, { ...facts, history }).level
}

const seen = { chainId: 741_001, address: elsewhere, codeHash: codeHash(elsewhere), hash }
const remembering = (change: Partial<SeenContract> = {}) => ({ ...noHistory, contracts: [{ ...seen, ...change }] })
const kindsWith = (history: SignedHistory) =>
  judgePlan(intent, plan, { ...facts, history }).findings.flatMap(({ code, kind }) => (code === 'V-035' ? [kind] : []))

test('V-035 C8 a contract that carried out a plan before is remembered by its code, and still needs a look', () => {
  expect(levelWith(noHistory)).toBe('tried')
  expect(levelWith(remembering())).toBe('tried')
  expect(kindsWith(remembering())).toEqual(['seen'])
})

test.each<readonly [string, Partial<SeenContract>]>([
  ['with other code', { codeHash: '0xold' }],
  ['on another chain', { chainId: 1 }],
  ['at another address', { address: addressOf('another') }],
])('V-035 a contract that was seen %s is unknown', (_, change) => {
  expect(levelWith(remembering(change))).toBe('tried')
  expect(kindsWith(remembering(change))).toEqual(kindsWith(noHistory))
  expect(kindsWith(noHistory)).not.toContain('seen')
})

test('V-035 a contract whose code changed since the review asks again, also where its call cannot be read', () => {
  const unread = planOf(intent, {
    ...good,
    transactions: [
      { ...approval(usdc, intent.sell.units, elsewhere), order: 0 },
      { ...good.transactions[1]!, to: elsewhere, data: `0x12345678${'0'.repeat(64)}`, order: 1 },
    ],
  })
  const unreadFacts = honestFacts(intent, unread)
  const judge = (history: SignedHistory) => judgePlan(intent, unread, { ...unreadFacts, history })
  const now = judge(remembering({ codeHash: '0xold' }))
  expect(newWarnings(judge(remembering()), now)).toMatchObject([{ code: 'V-035', kind: 'unknown-unread' }])
  expect(newWarnings(now, now)).toEqual([])
})
