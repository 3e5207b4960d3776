import { expect, test } from 'vitest'
import { poolAddress, usdcAddress, wethAddress } from '../../../../test/fixtures/poolRecords'
import type { PoolEvent } from '../../../chain/poolLogs'
import type { JsonObject } from '../../../protocol/json/json'
import { createPoolReader } from '../../../protocol/pools/poolReader'
import { pastTvl } from './pastTvl'

/** 10 WETH at 3,000 USDC and 20,000 USDC: 50,000 dollars. */
const record: JsonObject = {
  address: poolAddress,
  token0: { address: wethAddress, symbol: 'WETH', decimals: 18, priceUsd: '3000' },
  token1: { address: usdcAddress, symbol: 'USDC', decimals: 6, priceUsd: '1' },
  balance0: '10',
  balance1: '20000',
  price: '3000',
  tvlUsd: '50000',
}
const [pool] = createPoolReader('evm', []).read({ records: [record], keys: undefined })
const root = (price: number) => BigInt(Math.round(Math.sqrt(price * 1e-12) * 2 ** 48)) << 48n

test('what a pool held is what it holds now, with every swap, deposit and payout undone', () => {
  const events: readonly PoolEvent[] = [
    event({ does: 'swap', amount0: -(10n ** 18n), amount1: 3_000_000_000n, sqrtPriceX96: root(3_000), at: 3 }),
    event({ does: 'burn', amount0: -(5n * 10n ** 18n), amount1: -1n, at: 2 }),
    event({ does: 'mint', amount0: 10n ** 18n, amount1: 2_000_000_000n, at: 1 }),
  ]
  const points = pastTvl(pool!, events, 4)
  expect(points.map(({ at }) => at)).toEqual([1, 2, 3, 4])
  // Before the swap 11 WETH and 17,000 USDC; burning moves nothing; before the deposit it was one WETH and 2,000 less.
  expect(points.map(({ value }) => Math.round(value / 10) * 10)).toEqual([50_000, 50_000, 50_000, 50_000])
  const earlier = pastTvl(
    pool!,
    [...events, event({ does: 'collect', amount0: 0n, amount1: -1_000_000_000n, at: 0 })],
    4,
  )
  expect(earlier[0]?.value).toBeCloseTo(45_000, -2)
})

test('a pool that would have held less than nothing has no past before that', () => {
  const events = [
    event({ does: 'mint', amount0: 11n * 10n ** 18n, amount1: 0n, at: 2 }),
    event({ does: 'mint', amount0: 0n, amount1: 0n, at: 1 }),
  ]
  expect(pastTvl(pool!, events, 3).map(({ at }) => at)).toEqual([2, 3])
})

function event(part: Partial<PoolEvent>): PoolEvent {
  const rest = { does: 'swap', amount0: 0n, amount1: 0n, sqrtPriceX96: undefined, at: 0 } as const
  return { ...rest, block: 1n, logIndex: 0, hash: '0x', ...part }
}
