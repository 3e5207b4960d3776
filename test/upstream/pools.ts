import { poolFormats, solanaPool } from '../fixtures/poolFormats'
import * as records from '../fixtures/poolRecords'
import { knownJson } from '../knownJson'
import { uniswapPositions } from './chains'

/*
 * The pools of the fake hosted service: every record format that the tests of the pool reader know, each with its own
 * address, and one wrapper of the list per network.
 */

const evmFormats: readonly object[] = [
  ...poolFormats.filter(([, , , kind = 'evm']) => kind === 'evm').map(([, record]) => record),
  ...[records.subgraph, records.algebra, records.gecko, records.kyber, records.embedded],
]
const solanaFormats = [
  ...poolFormats.filter(([, , , kind]) => kind === 'solana').map(([, record]) => record),
  ...[records.raydium, records.orca],
]

/** Unusual flat field names of the tokens, which none of the public schemas has. */
const oddFlatNames = [
  { sym0: 'WETH', sym1: 'USDC' },
  { tkn0_sym: 'WETH', tkn1_sym: 'USDC' },
  { firstToken: 'WETH', secondToken: 'USDC' },
  { pair: 'WETH/USDC' },
  { ticker_id: 'WETH_USDC' },
].map((names) => ({ pool: records.poolAddress, tvl: 3_000_000, ...names }))

/** An export of a subgraph: the day's volume and fees are in `poolDayData`, those at the top are all-time. */
const dump = {
  ...{ id: records.poolAddress, feeTier: '3000', totalValueLockedUSD: '3000000', volumeUSD: '900000000' },
  ...{ token0: { id: records.wethAddress, symbol: 'WETH', decimals: '18' } },
  ...{ token1: { id: records.usdcAddress, symbol: 'USDC', decimals: '6' } },
  poolDayData: [{ date: 1767225600, volumeUSD: '1000000', feesUSD: '3000' }],
}
const dumpWithOneDay = { ...dump, poolDayData: { volumeUSD: '1000000', feesUSD: '3000' } }

const ethereum = {
  id: '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640',
  token0: { id: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 },
  token1: { id: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', symbol: 'WETH', decimals: 18 },
  ...{ feeTier: 500, tickSpacing: 10, liquidity: '1234567890123456789', tvlUSD: '3000000', volume24h: '1000000' },
  ...{ fees24h: '500', positionManager: uniswapPositions },
}

/** `data` of `GET /api/amm/pool/all/{networkName}`, by network; other networks are answered with a 404. */
export const poolsByNetwork: Readonly<Record<string, unknown>> = {
  Ethereum: { pools: [ethereum] },
  ZetaChain: { edges: [{ node: { ...ethereum, id: addressOf(900), token0: 'WZETA', token1: 'USDC.ETH' } }] },
  Quarry: [...evmFormats, ...oddFlatNames, dump, dumpWithOneDay].map((record, index) => withAddress(record, index)),
  Solana: Object.fromEntries(solanaFormats.map((record, index) => [`pool ${index}`, record])),
  Bitcoin: [],
  Fantom: null,
}

/** Removes chain ids, because these pools are all on one chain. */
function withAddress(record: object, index: number): object {
  const {
    chainId: _,
    chain: __,
    networkName: ___,
    ...rest
  } = knownJson(
    JSON.stringify(record)
      .replaceAll(records.poolAddress, addressOf(index + 1))
      .replaceAll('"id":"p"', `"id":"${addressOf(index + 1)}"`)
      .replaceAll(solanaPool, addressOf(index)),
  )
  return rest
}

function addressOf(number: number): string {
  return `0x${(0xbeef0000 + number).toString(16).padStart(40, '0')}`
}
