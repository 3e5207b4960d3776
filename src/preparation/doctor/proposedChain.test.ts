import { expect, test } from 'vitest'
import { type ProposalInputs, proposeChain } from './proposedChain'

const manager = `0x${'6'.repeat(40)}`
const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const ethereum = { id: 1, chainId: 1, name: 'Ethereum', kind: 'evm', isEnabled: true } as const

/** The proposal if pool records name a manager with published code and this wrapped token in it. */
function proposed(wrappedNative: string, chain: typeof ethereum | (Omit<typeof ethereum, 'chainId'> & { chainId: 7 })) {
  const { chainId } = chain
  const code = { chainId, address: manager, is: 'known', name: 'A position manager', wrappedNative } as const
  const inputs: ProposalInputs = {
    tokens: [],
    contracts: [{ chainId, address: manager, roles: ['position manager'], times: 3, code }],
    network: undefined,
    rpcTarget: 'http://node.test',
    genesisHash: undefined,
  }
  const { settings, guesses } = proposeChain(chain, inputs)!
  return { fact: settings.positionManager, guess: guesses.positionManager, wrapped: settings.wrappedNative }
}

test('a manager with published code and the wrapped coin of its chain is written as a setting', () => {
  expect(proposed(wrapped.toLowerCase(), ethereum)).toEqual({ fact: manager, guess: undefined, wrapped })
})

test('one that unwraps to another contract is left for the operator to confirm, with any code', () => {
  expect(proposed(`0x${'e'.repeat(40)}`, ethereum)).toEqual({ fact: undefined, guess: manager, wrapped })
})

test('on a chain that no one lists there is no wrapped coin to compare it with', () => {
  expect(proposed(wrapped, { ...ethereum, chainId: 7 })).toMatchObject({ fact: manager, wrapped })
})
