import { expect, test } from 'vitest'
import { effectOf } from './instruction'

const stake = 'Stake11111111111111111111111111111111111111'
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const system = '11111111111111111111111111111111'
const [held, thief] = ['So11111111111111111111111111111111111111112', 'Vote111111111111111111111111111111111111111']

test.each([
  [stake, [0], 'surrender.calls-program', { program: 'stake' }],
  [system, [1, 0, 0, 0], 'surrender.assigns-account', { account: held }],
  [system, [10, 0, 0, 0], 'surrender.assigns-account', { account: held }],
  [system, [4, 0, 0, 0], 'surrender.durable-nonce', {}],
  [system, [7, 0, 0, 0], 'surrender.durable-nonce', {}],
  [system, [8, 0, 0, 0], 'surrender.reserves-space', { account: held }],
  [system, [11, 0, 0, 0], 'surrender.moves-derived-coins', {}],
  [token, [4], 'surrender.lets-spend', { account: held, delegate: thief }],
  [token, [6], 'surrender.changes-authority', { account: held }],
  [token, [8], 'surrender.burns', { account: held }],
])('V-011 an instruction of %s (%s) is named by what it gives away: %s', (program, data, code, facts) => {
  const effect = effectOf({ program, accounts: [held, thief], data: Uint8Array.from(data) })
  expect(effect).toEqual({ does: 'surrender', what: { code, facts } })
})
