import { expect, test } from 'vitest'
import { me, positionManager, usdc } from '../../test/guard/fixtures'
import { readExistingAllowance } from './allowance'
import type { RpcPort } from './rpc'

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/**
 * A token with an existing allowance, and its response to an approval, which must not be requested where it is not
 * needed.
 */
function tokenWith(allowed: bigint, approving?: string | Error): RpcPort {
  return async (_, [call]) => {
    const { data, from } = call as { data: string; from?: string }
    if (data.startsWith('0xdd62ed3e')) return word(allowed)
    if (approving === undefined || from !== me) throw new Error('Nobody was to ask this.')
    if (approving instanceof Error) throw approving
    return approving
  }
}

const allowanceOf = (ask: RpcPort) => readExistingAllowance(ask, usdc.address, [me, positionManager], 100n)

test.each<[string, bigint, string | Error, boolean]>([
  ['that answers yes', 5n, word(1n), false],
  ['that answers nothing', 5n, '0x', false],
  ['that answers no', 5n, word(0n), true],
  ['that reverts', 5n, new Error('execution reverted'), true],
  ['of which nobody tells', 5n, new Error('fetch failed'), true],
])('A-21 a small leftover allowance must be reset for a token %s', async (_, amount, approving, isSticky) => {
  expect(await allowanceOf(tokenWith(amount, approving))).toEqual({ token: usdc.address, amount, needsReset: isSticky })
})

test.each([0n, 100n, 101n])('an allowance of %s of 100 needs no reset', async (amount) => {
  expect(await allowanceOf(tokenWith(amount))).toEqual({ token: usdc.address, amount, needsReset: false })
})
