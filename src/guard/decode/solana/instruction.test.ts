import { expect, test } from 'vitest'
import { effectOf } from './instruction'

const stake = 'Stake11111111111111111111111111111111111111'
const held = 'So11111111111111111111111111111111111111112'

test('V-011 what gives away control names an account, or its program where it has no account', () => {
  const accountOf = (...accounts: readonly string[]) => effectOf({ program: stake, accounts, data: new Uint8Array(4) })
  expect(accountOf(held, stake)).toEqual({ does: 'surrender', account: held })
  expect(accountOf()).toEqual({ does: 'surrender', account: stake })
})
