import { expect, test } from 'vitest'
import { addressOf, deltaSettings, farUsdc, harborSettings, localSolana, usdc, weth } from '../../test/guard/fixtures'
import type { Token } from '../domain/token'
import type { DeploymentChain } from '../protocol/deployment/deployment'
import { counterpartOf, knownDecimals, tokenIdentity } from './pinnedTokens'

const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const otherMint = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const wrappedSol = 'So11111111111111111111111111111111111111112'

const solana: DeploymentChain = {
  ...harborSettings,
  ...{ chainId: localSolana.chainId, kind: 'solana', name: 'Reef', wrappedNative: undefined, genesisHash: 'local' },
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const main = { ...solana, genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
const mint = (symbol: string, address: string): Token => ({ ...usdc, chain: localSolana, symbol, address })

test('C9 a mint under a well-known ticker is an impostor on the main network of Solana, and where settings name another', () => {
  expect(tokenIdentity(mint('USDC', usdcMint), main)).toEqual({ is: 'pinned' })
  expect(tokenIdentity(mint('USDC', otherMint), main)).toMatchObject({ is: 'impostor', isExact: true })
  expect(tokenIdentity(mint('USDС', otherMint), main)).toMatchObject({ is: 'impostor', isExact: false })
  expect(tokenIdentity(mint('USDC', otherMint), solana)).toEqual({ is: 'unverified' })
  const unsaid = { ...solana, genesisHash: undefined }
  expect(tokenIdentity(mint('USDC', otherMint), unsaid)).toMatchObject({ is: 'impostor', byDeployment: false })
  const settings = { ...solana, tokens: [{ symbol: 'USDC', address: usdcMint }] }
  expect(tokenIdentity(mint('USDC', otherMint), settings)).toMatchObject({ is: 'impostor', byDeployment: true })
})

test('C9 a contract under the ticker of the coin is not the coin, and wrapped SOL is known by that name everywhere', () => {
  expect(tokenIdentity({ ...usdc, symbol: 'ETH' }, harborSettings)).toEqual({ is: 'not the coin' })
  expect(tokenIdentity({ ...usdc, symbol: 'e\u200bth' }, harborSettings)).toEqual({ is: 'not the coin' })
  expect(tokenIdentity(weth, harborSettings)).toEqual({ is: 'pinned' })
  expect(tokenIdentity(mint('SOL', wrappedSol), solana)).toEqual({ is: 'pinned' })
  expect(tokenIdentity(mint('SOL', otherMint), solana)).toMatchObject({ is: 'impostor' })
})

test('a token has a counterpart where both networks name a contract for its ticker', () => {
  const pin = (address: string) => ({ tokens: [{ symbol: 'USDC', address }] })
  const [here, there] = [
    { ...harborSettings, ...pin(usdc.address) },
    { ...deltaSettings, ...pin(farUsdc.address) },
  ]
  expect(counterpartOf(farUsdc, there, here)).toBe(usdc.address)
  expect(counterpartOf(farUsdc, deltaSettings, here)).toBeUndefined()
  expect(counterpartOf(farUsdc, there, harborSettings)).toBeUndefined()
  // Its name decides nothing: the contract does.
  expect(counterpartOf({ ...farUsdc, address: addressOf('false') }, there, here)).toBeUndefined()
})

test('the decimals of native coins and of shipped tokens are known without a node', () => {
  const sol: Token = { ...mint('SOL', 'native'), isNative: true }
  expect(knownDecimals(sol, solana)).toBe(9)
  expect(knownDecimals(mint('SOL', wrappedSol), solana)).toBe(9)
  expect(knownDecimals(mint('USDC', usdcMint), main)).toBe(6)
  expect(knownDecimals(mint('USDC', usdcMint), solana)).toBeUndefined()
  expect(knownDecimals({ ...usdc, isNative: true }, harborSettings)).toBe(18)
  expect(knownDecimals({ ...usdc, isNative: true }, undefined)).toBeUndefined()
  expect(knownDecimals(usdc, harborSettings)).toBeUndefined()
  const on = (chainId: number, address: string): Token => ({ ...usdc, chain: { ...usdc.chain, chainId }, address })
  expect(knownDecimals(on(1, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'), undefined)).toBe(6)
  expect(knownDecimals(on(56, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'), undefined)).toBe(18)
})
