import { encodeFunctionData, encodePacked, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './evm/decodeCall'
import { poolFeeBps, type RouteHop, routeOf } from './routeHops'

const [me, router, weth, usdc, dai] = ['a', 'b', '1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]

const abi = parseAbi([
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function deposit(address token, uint256 amount, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
])

const decoded = (data: `0x${string}`) => decodeCall({ to: router, caller: me, value: 0n, data }, { wrapped: weth })

function single(tokenIn: `0x${string}`, fee: number, amountIn: bigint) {
  const params = { tokenIn, tokenOut: usdc, fee, recipient: me, deadline: 9n, amountIn, amountOutMinimum: 1n }
  return decoded(
    encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [{ ...params, sqrtPriceLimitX96: 0n }] }),
  )
}

const short = ({ hops }: { hops: readonly RouteHop[] }) =>
  hops.map(({ tokenIn, tokenOut, feePpm }) => [tokenIn.at(-1), tokenOut.at(-1), feePpm])

test('a path names every pool of the route with its fee', () => {
  const path = encodePacked(['address', 'uint24', 'address', 'uint24', 'address'], [weth, 500, usdc, 100, dai])
  const call = encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [{ path, recipient: me, deadline: 9n, amountIn: 5n, amountOutMinimum: 1n }],
  })
  const route = routeOf([decoded(call)])
  expect(short(route)).toEqual([
    ['1', '2', 500],
    ['2', '3', 100],
  ])
  expect(route.crossesBridge).toBe(false)
  expect(poolFeeBps(route.hops)).toBeCloseTo(5.9995)
})

test('ways side by side have their shares, and their fees are weighted by them', () => {
  const route = routeOf([single(weth, 3_000, 75n), single(weth, 500, 25n)])
  expect(route.hops.map(({ way, shareBps }) => [way, shareBps])).toEqual([
    [0, 7_500],
    [1, 2_500],
  ])
  expect(poolFeeBps(route.hops)).toBeCloseTo(23.75)
})

test('the sum is unknown if one pool has no fee', () => {
  const data = encodeFunctionData({
    abi,
    functionName: 'swapExactTokensForTokens',
    args: [5n, 1n, [weth, usdc, dai], me, 9n],
  })
  const { hops } = routeOf([decoded(data)])
  expect(hops.map(({ feePpm }) => feePpm)).toEqual([undefined, undefined])
  expect(poolFeeBps(hops)).toBeUndefined()
})

test('a crossing without a pool is only a bridge, and an undecoded call is no route', () => {
  const destination = { chain: 2n, token: usdc, recipient: me, minOut: 1n, deadline: 9n }
  const data = encodeFunctionData({ abi, functionName: 'deposit', args: [usdc, 5n, destination] })
  expect(routeOf([decoded(data)])).toEqual({ hops: [], crossesBridge: true })
  expect(routeOf([decoded('0x12345678')])).toEqual({ hops: [], crossesBridge: false })
  expect(poolFeeBps([])).toBeUndefined()
})
