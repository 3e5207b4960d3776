import { expect, test } from 'vitest'
import { createPoolReader } from '../../protocol/pools/poolReader'
import { decodePools } from '../../protocol/pools/poolsCodec'
import { pairLabel } from './poolToken'

function labelOf(record: object): string {
  const text = JSON.stringify({ message: '', data: [record], status: true })
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
  const read = decodePools(heard)
  if (read.is === 'refused') throw new Error(read.refusal.code)
  return pairLabel(createPoolReader('evm', []).read(read.value)[0]!)
}

const address = `0x${'3'.repeat(40)}`

test('a pool is named by its tokens, else by its name, else by its address, and never by two question marks', () => {
  expect(labelOf({ address, token0: 'WETH', token1: 'USDC' })).toBe('WETH / USDC')
  expect(labelOf({ address, name: 'Stable pool', tvl: 1 })).toBe('Stable pool')
  expect(labelOf({ address, swapFee: 0.003, tvl: 1 })).toBe('0x3333…3333')
})
