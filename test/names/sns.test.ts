import { createRequire } from 'node:module'
import { ed25519 } from '@noble/curves/ed25519.js'
import type * as Engine from 'litesvm/dist/internal.js'
import { beforeEach, expect, test } from 'vitest'
import { fromBase58, toBase58 } from '../../src/domain/encodings'
import { accountJson } from '../../src/exchange/solana/account'
import { programAddress } from '../../src/guard/decode/solana/ed25519'
import {
  nameAccount,
  nameKeys,
  program,
  recordKeeper,
  resolveSolName,
  reverseLookup,
  solNameOf,
  solRoot,
} from '../../src/wallets/names/sns'

/* The accounts of the Solana Name Service, written into a local Solana as its programs lay them out. */

const { LiteSvm, Account } = createRequire(import.meta.url)('litesvm/dist/internal.js') as typeof Engine
const secret = new Uint8Array(32).fill(7)
const alice = ed25519.getPublicKey(secret)
const bob = ed25519.getPublicKey(new Uint8Array(32).fill(8))
const nobody = new Uint8Array(32)
const text = (words: string) => new TextEncoder().encode(words)
const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

let svm: Engine.LiteSvm
beforeEach(() => {
  svm = new LiteSvm()
})

function write(address: Uint8Array, owner: Uint8Array, data: Uint8Array) {
  svm.setAccount(address, new Account(10_000_000n, data, owner, false, 0n))
}

const rpc = async (method: string, params: readonly unknown[]) => {
  expect(method).toBe('getMultipleAccounts')
  const [addresses] = params as [readonly string[]]
  const lookup = (address: string) => svm.getAccount(fromBase58(address) ?? nobody)
  return { value: addresses.map((address) => accountJson(address, lookup, { encoding: 'base64' })) }
}

const enter = (label: string, owner: Uint8Array) =>
  write(nameKeys(label).domain, program.names, joined(solRoot, owner, nobody))

/** The name that an owner chose, and the way back from the name's account to the name. */
function choose(label: string, owner: Uint8Array, spelled = label) {
  const { domain } = nameKeys(label)
  const favourite = programAddress([text('favourite_domain'), owner], program.offers)
  write(favourite, program.offers, joined([0], domain))
  const entry = joined(nobody, nobody, reverseLookup, [spelled.length, 0, 0, 0], text(spelled))
  write(nameAccount(toBase58(domain), reverseLookup), program.names, entry)
}

const found = (name: string, owner: Uint8Array) => ({ is: 'found', name, address: toBase58(owner) })

test('the account of a name is the one that the service derives', () => {
  expect(toBase58(nameKeys('onbyose').domain)).toBe('5TtpMxFGDLWvYwCMYQg5paVXTsMfa4Mhksj7FRNgQRD3')
})

test('a name resolves to its owner, in upper and lower case', async () => {
  enter('alice', alice)
  expect(await resolveSolName(rpc, ' Alice.SOL ')).toEqual(found('alice.sol', alice))
  expect(await resolveSolName(rpc, 'nobody.sol')).toEqual({ is: 'unknown' })
})

test('a name with confusable characters, or of another registry, is invalid', async () => {
  for (const name of ['аlice.sol', 'al ice.sol', 'a.b.sol', '.sol', 'alice.eth'])
    expect(await resolveSolName(rpc, name)).toEqual({ is: 'malformed' })
})

test('a record that owner and receiver agreed to counts instead of the owner', async () => {
  enter('alice', alice)
  const { domain, record } = nameKeys('alice')
  const recorded = (writer: Uint8Array, agreeing: Uint8Array, kinds = [1, 0, 1, 0]) =>
    write(record, program.names, joined(domain, alice, recordKeeper, kinds, [32, 0, 0, 0], writer, agreeing, bob))
  recorded(alice, bob)
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual(found('alice.sol', bob))
  // Written by an owner before: it counts for nothing.
  recorded(bob, bob)
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual(found('alice.sol', alice))
  recorded(alice, alice)
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual({ is: 'unclear record' })
  recorded(alice, bob, [0, 0, 0, 0])
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual({ is: 'unclear record' })
})

test('a record of the first form counts where the owner signed it', async () => {
  enter('alice', alice)
  const { domain, oldRecord } = nameKeys('alice')
  const message = text(Buffer.from(joined(bob, oldRecord)).toString('hex'))
  const signed = (key: Uint8Array) =>
    write(oldRecord, program.names, joined(domain, alice, nobody, bob, ed25519.sign(message, key)))
  signed(secret)
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual(found('alice.sol', bob))
  signed(new Uint8Array(32).fill(9))
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual(found('alice.sol', alice))
})

test('a name that is held as a token, or by a program, does not resolve here', async () => {
  enter('alice', alice)
  write(nameKeys('alice').token, program.tokenizer, joined([2], new Uint8Array(97)))
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual({ is: 'token' })
  enter('vault', nameKeys('alice').domain)
  expect(await resolveSolName(rpc, 'vault.sol')).toEqual({ is: 'program' })
})

test('an account that another program wrote is no registration', async () => {
  write(nameKeys('alice').domain, alice, joined(solRoot, bob, nobody))
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual({ is: 'unknown' })
  write(nameKeys('alice').domain, program.names, joined(bob, bob, nobody))
  expect(await resolveSolName(rpc, 'alice.sol')).toEqual({ is: 'unknown' })
})

test('an address has a name only if the name resolves to the address', async () => {
  enter('alice', alice)
  choose('alice', alice)
  expect(await solNameOf(rpc, toBase58(alice))).toBe('alice.sol')
  expect(await solNameOf(rpc, toBase58(bob))).toBeUndefined()
  // Chosen by someone who does not own it.
  choose('alice', bob)
  expect(await solNameOf(rpc, toBase58(bob))).toBeUndefined()
  // Sold since.
  enter('alice', bob)
  expect(await solNameOf(rpc, toBase58(alice))).toBeUndefined()
})

test('an entry that spells the name otherwise names no one', async () => {
  enter('alice', alice)
  choose('alice', alice, 'toly')
  expect(await solNameOf(rpc, toBase58(alice))).toBeUndefined()
})

test('a node that cannot be reached is not an unknown name', async () => {
  const down = () => Promise.reject(new Error('fetch failed'))
  await expect(resolveSolName(down, 'alice.sol')).rejects.toThrow()
  await expect(solNameOf(down, toBase58(alice))).rejects.toThrow()
  await expect(resolveSolName(async () => ({ value: [] }), 'alice.sol')).rejects.toThrow()
})
