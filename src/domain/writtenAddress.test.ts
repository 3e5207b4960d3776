import { expect, test } from 'vitest'
import { harbor, localSolana } from '../../test/builders/swap'
import type { Chain } from './chain'
import { addressIn, misfitIn } from './writtenAddress'

const ethereum: Chain = { ...harbor, chainId: 1, name: 'Ethereum' }
const base: Chain = { ...harbor, chainId: 8453, name: 'Base' }
const arbitrum: Chain = { ...harbor, chainId: 42161, name: 'Arbitrum One' }
const bitcoin: Chain = { ...harbor, chainId: 20, kind: 'bitcoin', name: 'Bitcoin' }
const address = '0x00000000000000000000000000000000000000Aa'
const sol = 'So11111111111111111111111111111111111111112'
const btc = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

test.each([
  [address, ethereum, address],
  [` eth:${address} `, ethereum, address],
  [`ETH:${address}`, ethereum, address],
  [`base:${address}`, base, address],
  [`eip155:1:${address}`, ethereum, address],
  [`eip155:8453:${address}`, base, address],
  [`8453:${address}`, base, address],
  [`Ethereum:${address}`, base, address],
  [`arbitrum:${address}`, arbitrum, address],
  [`Arbitrum One:${address}`, arbitrum, address],
  [`ethereum:${address}@1`, ethereum, address],
  [`ethereum:pay-${address}@8453`, base, address],
  [`solana:${sol}`, localSolana, sol],
  [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${sol}`, localSolana, sol],
  [`bitcoin:${btc}`, bitcoin, btc],
  [`BITCOIN:${btc.toUpperCase()}`, bitcoin, btc.toUpperCase()],
  ['alice.eth', ethereum, 'alice.eth'],
])('%s is an address on its chain', (text, chain, expected) => {
  expect(misfitIn(text, [chain])).toBeUndefined()
  expect(addressIn(text, [chain])).toBe(expected)
})

test.each([
  [`eth:${address}`, base, 'elsewhere', 'eth'],
  [`eip155:10:${address}`, ethereum, 'elsewhere', 'eip155:10'],
  [`ethereum:${address}@8453`, ethereum, 'elsewhere', '8453'],
  [`ethereum:${address}`, localSolana, 'elsewhere', 'ethereum'],
  [`solana:${sol}`, ethereum, 'elsewhere', 'solana'],
  [`nowhere:${address}`, ethereum, 'elsewhere', 'nowhere'],
  [`ethereum:${address}@1?value=1e18`, ethereum, 'more', '?value=1e18'],
  [`ethereum:${address}/transfer?uint256=1`, ethereum, 'more', '/transfer?uint256=1'],
  [`eth:${address}@5`, ethereum, 'more', '@5'],
  [`bitcoin:${btc}?amount=0.1`, bitcoin, 'more', '?amount=0.1'],
  [`solana:${sol}?amount=1`, localSolana, 'more', '?amount=1'],
])('%s is refused, and what does not fit is named', (text, chain, is, named) => {
  expect(misfitIn(text, [chain])).toEqual({ is, text: named })
  expect(addressIn(text, [chain])).toBe(text)
})
