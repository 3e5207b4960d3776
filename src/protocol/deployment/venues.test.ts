import { readFileSync } from 'node:fs'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { isSolanaAddress } from '../../domain/address'
import { stargatePools } from './stargatePools'
import { contractsOf, permit2, solanaVenues, spenderFor, venueNames } from './venues'

const chains = [1, 10, 56, 137, 8453, 42_161]
const contractsAt = (name: string) =>
  chains.flatMap((chainId) => contractsOf(name, 'evm', chainId).map((address) => ({ chainId, address })))

describe('the list of well-known venues', () => {
  test.each(venueNames.filter((name) => !solanaVenues.some((venue) => venue.name === name)))(
    '%s has addresses with valid checksums',
    (name) => {
      const addresses = contractsAt(name).map(({ address }) => address)
      expect(addresses.length).toBeGreaterThan(0)
      expect(addresses.map((each) => getAddress(each))).toEqual(addresses)
    },
  )

  test('names each venue once, with letters that settings accept', () => {
    expect(new Set(venueNames).size).toBe(venueNames.length)
    expect(venueNames.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([])
    expect(solanaVenues.filter(({ address }) => !isSolanaAddress(address))).toEqual([])
    expect(getAddress(permit2)).toBe(permit2)
  })

  test('the list of venues and that of well-known tokens have valid checksums', () => {
    const source = readFileSync('src/guard/pinnedTokens.ts', 'utf8')
    const addresses = source.match(/0x[0-9a-f]{40}/gi) ?? []
    expect(addresses.length).toBeGreaterThan(15)
    expect(addresses.map((each) => getAddress(each))).toEqual(addresses)
  })

  test('knows what each Stargate pool takes, and one pool for each asset of a chain', () => {
    const tokens = stargatePools.flatMap(({ token }) => token ?? [])
    expect(tokens.map((each) => getAddress(each))).toEqual(tokens)
    const places = stargatePools.map(({ chainId, assetId }) => `${chainId} ${assetId}`)
    expect(new Set(places).size).toBe(places.length)
    const endpoints = stargatePools.map(({ chainId, endpointId }) => `${chainId} ${endpointId}`)
    expect(new Set(endpoints).size).toBe(new Set(stargatePools.map(({ endpointId }) => endpointId)).size)
  })

  test('lists no contract twice on a chain', () => {
    const all = venueNames.flatMap(contractsAt).map(({ chainId, address }) => `${chainId} ${address}`)
    expect(new Set(all).size).toBe(all.length)
  })

  test('knows the spender of a router', () => {
    const [router, proxy] = contractsOf('paraswap-v5', 'evm', 1)
    expect(spenderFor(router!, 1)).toBe(proxy)
    expect(spenderFor(router!.toLowerCase(), 1)).toBe(proxy)
    expect(spenderFor(router!, 8453)).toBeUndefined()
    expect(contractsOf('paraswap-v5', 'solana', 1)).toEqual([])
  })
})
