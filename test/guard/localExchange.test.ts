import { toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { memberOf } from '../../src/chain/rpc'
import { type AnvilEngine, startAnvil } from '../../src/exchange/engine/anvil'
import { unixTime } from '../../src/exchange/unixTime'
import { cheatingNode } from './localExchange'

let engine: AnvilEngine | undefined
afterAll(() => engine?.stop())

test('a transaction sent after a revert is mined, also if the reverted block was still leaving the pool', async () => {
  engine = await startAnvil({ chainId: 741_009, genesisTime: unixTime() })
  const node = cheatingNode(engine.url)
  const [person, crowd] = [toHex(1n << 80n, { size: 20 }), toHex(2n << 80n, { size: 20 })]
  for (const account of [person, crowd]) {
    await node('anvil_setBalance', [account, toHex(10n ** 24n)])
    await node('anvil_impersonateAccount', [account])
  }
  const send = (from: string, more: object) =>
    node('eth_sendTransaction', [{ from, to: crowd, gas: toHex(50_000), ...more }])
  const mined = async (hash: unknown) => (await node('eth_getTransactionReceipt', [hash])) !== null

  const snapshot = await node('evm_snapshot', [])
  // A thousand transactions in one block leave the pool slowly.
  await node('evm_setAutomine', [false])
  const first = await send(person, { data: '0x01' })
  await Promise.all(Array.from({ length: 1_000 }, (_, nonce) => send(crowd, { nonce: toHex(nonce) })))
  await node('evm_setAutomine', [true])
  await expect.poll(() => mined(first), { interval: 1 }).toBe(true)
  await node('evm_revert', [snapshot])

  const second = await send(person, { data: '0x02' })
  await expect.poll(() => mined(second), { interval: 1, timeout: 10_000 }).toBe(true)
  expect(memberOf(await node('eth_getTransactionByHash', [second]), 'nonce')).toBe('0x0')
  expect(await mined(first)).toBe(false)
})
