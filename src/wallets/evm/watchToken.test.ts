import { expect, test, vi } from 'vitest'
import { usdc } from '../../../test/services'
import { withAllowedMethods } from './connection/provider'
import { watchToken } from './watchToken'

const isolated = { ...usdc, symbol: '\u2068\u05d0\u05d1\u2069' }

test('a wallet is asked to list a token by its address, its plain symbol and its decimals', async () => {
  const request = vi.fn(async () => true)
  await watchToken(isolated, withAllowedMethods({ request }))
  expect(request).toHaveBeenCalledWith({
    method: 'wallet_watchAsset',
    params: { type: 'ERC20', options: { address: usdc.address, symbol: '\u05d0\u05d1', decimals: 6 } },
  })
})

test('a wallet that refuses, and one that is gone, has not added it', async () => {
  await expect(watchToken(usdc, { request: async () => false })).rejects.toThrow('did not add USDC')
  await expect(watchToken(usdc, undefined)).rejects.toThrow('did not add USDC')
})
