import { pad } from 'viem'
import { expect, test } from 'vitest'
import type { RpcPort } from '../../../chain/rpc'
import { hashOfCode, readContractCode } from './codeBehind'

/** Code with a DELEGATECALL, and some without. */
const [delegating, plain] = ['0x60006000f4', '0x60006000f3']
const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const target = '0x00000000000000000000000000000000000000bb'

/** A node whose answers a test exchanges. */
function node(address: string) {
  const state = {
    codes: { [address]: delegating } as Record<string, string>,
    slots: {} as Record<string, string>,
    diamond: '0x',
  }
  const ask: RpcPort = async (method, params) => {
    if (method === 'eth_getCode') return state.codes[String(params[0])] ?? '0x'
    if (method === 'eth_getStorageAt') return state.slots[String(params[1])] ?? pad('0x')
    return state.diamond
  }
  return { state, read: () => readContractCode(address, Promise.resolve(100n), ask) }
}

test('what is in slot and code now is what counts', async () => {
  const address = '0x00000000000000000000000000000000000000a2'
  const { state, read } = node(address)
  expect(await read()).toMatchObject({ behind: { is: 'not placed' } })
  state.diamond = pad('0x01')
  expect(await read()).toMatchObject({ behind: { is: 'unread' } })
  state.slots[slot] = pad(target)
  state.codes[target] = plain
  expect(await read()).toMatchObject({ behind: { is: 'proxy', to: target, codeHash: hashOfCode(plain) } })
  state.codes[address] = plain
  expect(await read()).toEqual({ codeHash: hashOfCode(plain) })
  state.codes[address] = delegating
  state.slots = {}
  state.diamond = '0x'
  expect(await read()).toMatchObject({ codeHash: hashOfCode(delegating), behind: { is: 'not placed' } })
})
