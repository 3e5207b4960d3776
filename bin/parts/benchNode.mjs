import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem'

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function positions(uint256 tokenId) view returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256, uint256)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
])

/** A node with one position manager, which keeps `count` positions of one owner in these pools. Fees grow as time goes on. */
export function positionNode({ chainId, owner, pools, count }) {
  const manager = `0x${'8'.repeat(40)}`
  const factory = `0x${'7'.repeat(40)}`
  const poolBy = new Map(pools.map((pool) => [keyOf(pool.token0.address, pool.token1.address, pool.fee), pool]))
  let requests = 0

  const result = {
    balanceOf: () => BigInt(count),
    tokenOfOwnerByIndex: ([, index]) => index + 1n,
    ownerOf: () => owner,
    positions: ([id]) => {
      const pool = pools[Number(id) % pools.length]
      const middle = Math.floor(pool.tick / 60) * 60
      const half = 60 * (1 + (Number(id) % 20))
      const [lower, upper] = [middle - half, middle + half]
      const place = [0n, owner, pool.token0.address, pool.token1.address, pool.fee, lower, upper]
      return [...place, 10n ** 18n + id, 0n, 0n, 0n, 0n]
    },
    collect: ([{ tokenId }]) => [tokenId * 10n ** 12n + BigInt(Date.now()), tokenId * 10n ** 11n],
    factory: () => factory,
    getPool: ([a, b, fee]) => poolBy.get(keyOf(a, b, fee))?.address ?? `0x${'0'.repeat(40)}`,
    multicall: ([calls]) => calls.map((data) => called(data)),
  }

  /** Tokens of the node belong to no one. */
  function called(data, to = manager) {
    if (to.toLowerCase() !== manager && to.toLowerCase() !== factory) return `0x${'0'.repeat(64)}`
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    return encodeFunctionResult({ abi, functionName, result: result[functionName](args) })
  }

  function answerTo({ id, method, params }) {
    const said = (result) => ({ jsonrpc: '2.0', id, result })
    try {
      if (method === 'eth_chainId') return said(`0x${chainId.toString(16)}`)
      if (method === 'eth_call') return said(called(params[0].data, params[0].to))
    } catch {
      return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
    }
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `The node has no ${method}.` } }
  }

  return {
    manager,
    /** How many requests there were; each entry of a JSON-RPC batch counts. */
    asked: () => requests,
    answer(text) {
      const body = JSON.parse(text)
      const all = [body].flat()
      requests += all.length
      const answers = all.map(answerTo)
      return JSON.stringify(Array.isArray(body) ? answers : answers[0])
    },
  }
}

function keyOf(a, b, fee) {
  return `${a} ${b} ${fee}`.toLowerCase()
}
