import { join } from 'node:path'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvmNode } from '../../src/wallets/evm/node'
import { resolveUnsName, unsNameOf } from '../../src/wallets/names/uns'
import { compile } from '../guard/contracts/compile'
import { type OrderChain, spender, startOrderChain, stranger, trader } from '../orders/localChain'

/* Names of Unstoppable Domains, read from contracts on a local chain that speak as its proxy readers do. */

let chain: OrderChain
let moved: Hex
let old: Hex
const base = 8_453

beforeAll(async () => {
  chain = await startOrderChain()
  const code = compile('ProxyReader', join(import.meta.dirname, 'ProxyReader.sol'))
  moved = await chain.create(code)
  old = await chain.create(code)
})
afterAll(() => chain?.close())

/** The local chain plays both Polygon, which is asked first, and Ethereum. */
function deps() {
  const { ask } = createEvmNode(chain.chain, { retryDelays: [] })
  return {
    rpc: () => ask,
    readers: [
      { chainId: 137, proxyReader: moved },
      { chainId: 1, proxyReader: old },
    ],
  }
}

const abi = parseAbi([
  'function setOwner(uint256 name, address owner)',
  'function setRecord(uint256 name, string key, string value)',
  'function setName(address owner, string name)',
])
const idOf = (name: string) => BigInt(namehash(name))

async function own(reader: Hex, name: string, records: Readonly<Record<string, string>>) {
  await chain.send(reader, encodeFunctionData({ abi, functionName: 'setOwner', args: [idOf(name), trader] }))
  for (const [key, value] of Object.entries(records))
    await chain.send(reader, encodeFunctionData({ abi, functionName: 'setRecord', args: [idOf(name), key, value] }))
}

const claim = (reader: Hex, of: Address, name: string) =>
  chain.send(reader, encodeFunctionData({ abi, functionName: 'setName', args: [of, name] }))

const ethereum = { kind: 'evm', chainId: 1 } as const

test('a name resolves to the address of its record, in upper and lower case', async () => {
  await own(moved, 'alice.crypto', { 'crypto.ETH.address': trader })
  const found = { is: 'found', name: 'alice.crypto', address: trader }
  expect(await resolveUnsName(deps(), ' Alice.CRYPTO ', ethereum)).toEqual(found)
  expect(await resolveUnsName(deps(), 'nobody.crypto', ethereum)).toEqual({ is: 'unknown' })
  for (const name of ['аlice.crypto', 'al ice.crypto', 'a..crypto', 'crypto'])
    expect(await resolveUnsName(deps(), name, ethereum)).toEqual({ is: 'malformed' })
})

test('a name that moved to Polygon is not read where it was before', async () => {
  await own(old, 'moved.x', { 'crypto.ETH.address': stranger })
  expect(await resolveUnsName(deps(), 'moved.x', ethereum)).toMatchObject({ address: stranger })
  await own(moved, 'moved.x', {})
  expect(await resolveUnsName(deps(), 'moved.x', ethereum)).toEqual({ is: 'unknown' })
})

test('the record for a network comes before the one for all, and each kind of network has its own', async () => {
  const onSolana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  await own(moved, 'dora.wallet', { 'crypto.ETH.address': trader, 'crypto.SOL.address': onSolana })
  expect(await resolveUnsName(deps(), 'dora.wallet', { kind: 'evm', chainId: base })).toMatchObject({ address: trader })
  await own(moved, 'dora.wallet', { 'token.EVM.BASE.address': stranger })
  expect(await resolveUnsName(deps(), 'dora.wallet', { kind: 'evm', chainId: base })).toMatchObject({
    address: stranger,
  })
  expect(await resolveUnsName(deps(), 'dora.wallet', ethereum)).toMatchObject({ address: trader })
  expect(await resolveUnsName(deps(), 'dora.wallet', { kind: 'solana' })).toMatchObject({ address: onSolana })
  expect(await resolveUnsName(deps(), 'dora.wallet', { kind: 'bitcoin' })).toEqual({ is: 'unknown' })
})

test('a contract on Ethereum is not paid on another network', async () => {
  await own(moved, 'vault.nft', { 'crypto.ETH.address': chain.token })
  expect(await resolveUnsName(deps(), 'vault.nft', ethereum)).toMatchObject({ is: 'found' })
  expect(await resolveUnsName(deps(), 'vault.nft', { kind: 'evm', chainId: base })).toEqual({ is: 'contract' })
})

test('a record that is no address of its kind, or has a wrong checksum, does not resolve', async () => {
  const wrong = trader
    .replace(/[a-f]/, (letter) => letter.toUpperCase())
    .replace(/[A-F](?=[^A-F]*$)/, (l) => l.toLowerCase())
  for (const record of ['vitalik.eth', '0x12', wrong]) {
    await own(moved, 'eve.dao', { 'crypto.ETH.address': record })
    expect(await resolveUnsName(deps(), 'eve.dao', ethereum), record).toEqual({ is: 'unclear record' })
  }
})

test('an address has a name only if the name resolves to the address', async () => {
  await own(moved, 'bob.crypto', { 'crypto.ETH.address': stranger })
  await claim(moved, stranger, 'bob.crypto')
  await claim(moved, trader, 'bob.crypto')
  expect(await unsNameOf(deps(), stranger.toLowerCase())).toBe('bob.crypto')
  expect(await unsNameOf(deps(), trader)).toBeUndefined()
  expect(await unsNameOf(deps(), spender)).toBeUndefined()
})

test('a reader that cannot be reached, or is no contract, is not an unknown name', async () => {
  const rpc = () => () => Promise.reject(new Error('fetch failed'))
  await expect(resolveUnsName({ ...deps(), rpc }, 'alice.crypto', ethereum)).rejects.toThrow()
  const readers = [{ chainId: 137, proxyReader: spender }]
  await expect(resolveUnsName({ ...deps(), readers }, 'alice.crypto', ethereum)).rejects.toThrow('returned no data')
})
