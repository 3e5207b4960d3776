import { createRequire } from 'node:module'
import { type AbiFunction, concat, encodeFunctionData, getAddress, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { exactPairCommand, execute, pairCommand, swapCommand } from '../../../../test/guard/corpus/routerAbi'
import {
  abi,
  approveData,
  chainTime,
  exactInputData,
  friend,
  me,
  multicallData,
  nobody,
  packPath,
  pup,
  router,
  thief,
  usdc,
  wbtc,
  weth,
} from '../../../../test/guard/fixtures'
import { reason } from '../../findings/reason'
import { tokenFlowOf } from '../decodedPlan'
import { routeOf } from '../routeHops'
import { type ContractCall, everyCall, unreadReasons } from './call'
import { decodeCall, knownFunctions } from './decodeCall'
import { pathEnds } from './packedPath'

const wrapped = weth.address

function read(data: Hex, more: Partial<{ to: string; value: bigint; wrapped: string | undefined }> = {}): ContractCall {
  const { to = router, value = 0n } = more
  return decodeCall({ to, caller: me, value, data }, { wrapped: 'wrapped' in more ? more.wrapped : wrapped })
}

const periphery = (name: string): readonly AbiFunction[] =>
  createRequire(import.meta.url)(`@uniswap/v3-periphery/artifacts/contracts/${name}.sol/${name}.json`).abi.filter(
    ({ type }: { type: string }) => type === 'function',
  )

test('a call that was decoded before is not mistaken for one that differs in anything', () => {
  const data = encodeFunctionData({ abi, functionName: 'withdraw', args: [7n] })
  const call = { to: weth.address, caller: me, value: 0n, data }
  const where = { wrapped: weth.address, chainId: 1 }
  const first = decodeCall(call, where)
  expect(decodeCall({ ...call }, { ...where })).toEqual(first)
  const others = [
    decodeCall({ ...call, to: router }, where),
    decodeCall({ ...call, caller: thief }, where),
    decodeCall({ ...call, value: 1n }, where),
    decodeCall({ ...call, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [8n] }) }, where),
    decodeCall(call, { ...where, wrapped: usdc.address }),
  ]
  expect(first.effect.does).toBe('unwrap')
  for (const other of others) expect(other).not.toEqual(first)
})

test('decoding a call again keeps the cache of the same check', async () => {
  vi.resetModules()
  const { decodeCall: decode } = await import('./decodeCall')
  const calls = Array.from({ length: 32 }, (_, n) =>
    encodeFunctionData({ abi, functionName: 'withdraw', args: [BigInt(n)] }),
  )
  const readAll = () => calls.map((data) => decode({ to: weth.address, caller: me, value: 0n, data }, { wrapped }))
  const first = readAll()
  for (const [n, again] of readAll().entries()) expect(again).toBe(first[n])
})

describe('known functions', () => {
  test('include those that move money in the real router and position manager', () => {
    const needed = [
      ...periphery('SwapRouter').filter(
        ({ name, stateMutability }) => stateMutability === 'payable' && !/Callback|Allowed/.test(name),
      ),
      ...periphery('NonfungiblePositionManager').filter(({ name }) =>
        /^(mint|increaseLiquidity|decreaseLiquidity|collect|burn|createAndInitialize|multicall)/.test(name),
      ),
    ]
    expect(needed.length).toBeGreaterThan(14)
    // A known function reports empty arguments as invalid, not as an unknown function.
    const unknown = needed.filter((item) =>
      unreadReasons(read(toFunctionSelector(item))).some(({ code }) => code === 'call.unknown-function'),
    )
    expect(unknown.map(({ name }) => name)).toEqual([])
  })

  test.each([
    ['0x095ea7b3', 'approve'],
    ['0x39509351', 'increaseAllowance'],
    ['0xa457c2d7', 'decreaseAllowance'],
    ['0xa9059cbb', 'transfer'],
    ['0x23b872dd', 'transferFrom'],
    ['0xa22cb465', 'setApprovalForAll'],
    ['0x42842e0e', 'safeTransferFrom'],
    ['0xd505accf', 'permit'],
    ['0x87517c45', 'approve'],
    ['0x2b67b570', 'permit'],
    ['0x36c78516', 'transferFrom'],
    ['0x414bf389', 'exactInputSingle'],
    ['0x04e45aaf', 'exactInputSingle'],
    ['0xc04b8d59', 'exactInput'],
    ['0xb858183f', 'exactInput'],
    ['0xac9650d8', 'multicall'],
    ['0x5ae401dc', 'multicall'],
    ['0x1f0464d1', 'multicall'],
    ['0x3593564c', 'execute'],
    ['0x24856bc3', 'execute'],
    ['0x82ad56cb', 'aggregate3'],
    ['0x2e1a7d4d', 'withdraw'],
    ['0x49404b7c', 'unwrapWETH9'],
    ['0xdf2ab5bb', 'sweepToken'],
    ['0x88316456', 'mint'],
    ['0x219f5d17', 'increaseLiquidity'],
    ['0x13ead562', 'createAndInitializePoolIfNecessary'],
    ['0x6a761202', 'execTransaction'],
    ['0x3659cfe6', 'upgradeTo'],
    ['0x4f1ef286', 'upgradeToAndCall'],
    ['0xf2fde38b', 'transferOwnership'],
  ] as const)('%s is %s', (selector, name) => {
    expect(read(selector).effect).toMatchObject({ does: 'unknown', isDisguised: true })
    expect(unreadReasons(read(selector))[0]).toEqual(reason('call.bad-arguments', { name }))
  })

  test('the others are reported as unknown', () => {
    expect(read('0x12345678').effect).toEqual({ does: 'unknown' })
    expect(unreadReasons(read('0x12345678'))).toEqual([reason('call.unknown-function', { selector: '0x12345678' })])
    expect(read('0x1234').effect).toMatchObject({ does: 'unknown' })
    expect(read('0x').effect).toEqual({ does: 'pay' })
    expect(knownFunctions).toBeGreaterThan(70)
  })
})

describe('arguments', () => {
  test('arguments are shown by name, nested ones in full', () => {
    const { fields } = read(exactInputData({ path: [usdc, weth], amountIn: 5n, minimum: 3n }))
    expect(fields.find(({ name }) => name === 'params.amountIn')).toEqual({
      name: 'params.amountIn',
      type: 'uint256',
      text: '5',
    })
    expect(fields.find(({ name }) => name === 'params.recipient')?.text).toBe(me)
  })

  test('with an ambiguous encoding are not believed', () => {
    const data = approveData(router, 5n)
    const dirty: Hex = `0x${data.slice(2, 10)}01${data.slice(12)}`
    expect(read(dirty, { to: usdc.address }).effect).toMatchObject({ does: 'unknown', isDisguised: true })
    expect(read(`${data}c0ffee`, { to: usdc.address }).effect).toMatchObject({ does: 'approve', amount: 5n })
    expect(read(data.slice(0, -2) as Hex, { to: usdc.address }).effect).toMatchObject({ does: 'unknown' })
  })

  test('the ends of a path are found in every packing', () => {
    const tokens = [usdc, wbtc, weth].map(({ address }) => getAddress(address))
    expect(pathEnds(packPath(tokens))).toEqual({ tokenIn: tokens[0], tokenOut: tokens[2], via: [tokens[1]] })
    const deployer = '0x000000000000000000000000000000000000dEaD'
    expect(pathEnds(concat([tokens[0]!, deployer, tokens[1]!]))).toMatchObject({
      tokenIn: tokens[0],
      tokenOut: tokens[1],
    })
    expect(pathEnds(concat([tokens[0]!, tokens[1]!]))).toMatchObject({ tokenIn: tokens[0], tokenOut: tokens[1] })
    for (const bad of ['0x', tokens[0]!, `${tokens[0]}00`] as Hex[]) expect(pathEnds(bad)).toBeUndefined()
  })

  test('a path that routers of both families accept names the callback of its own', () => {
    const tokens = [usdc, wbtc, weth, usdc].map(({ address }) => getAddress(address))
    const callback = (path: Hex) => pathEnds(path)?.callbacks?.[0]?.name
    expect(callback(concat(tokens.slice(0, 3)))).toBe('algebraSwapCallback')
    expect(callback(packPath(tokens))).toBe('uniswapV3SwapCallback')
    expect(callback(packPath(tokens.slice(0, 3)))).toBeUndefined()
  })
})

describe('nested calls', () => {
  test('nested calls are decoded at every depth, and counted', () => {
    const swap = exactInputData({ path: [usdc, weth], amountIn: 5n, minimum: 3n })
    expect(everyCall(read(multicallData(multicallData(swap), swap))).map(({ name }) => name)).toEqual([
      'multicall',
      'multicall',
      'exactInputSingle',
      'exactInputSingle',
    ])
    const unread = (call: ContractCall) => everyCall(call).filter(({ effect }) => effect.does === 'unknown')
    const disguised = { name: 'exactInputSingle', effect: { does: 'unknown', isDisguised: true } }
    const deepest = multicallData(multicallData(multicallData(multicallData(swap))))
    expect(unread(read(deepest))).toMatchObject([disguised])
    const most = read(multicallData(...Array.from({ length: 40 }, () => swap)))
    expect(unread(most)).toHaveLength(9)
    expect(unread(most)[0]).toMatchObject(disguised)
    expect(unreadReasons(read(multicallData(swap, '0x12345678')))).toEqual([
      reason('call.unknown-function', { selector: '0x12345678' }),
    ])
  })
})

describe('what a transaction takes and pays out', () => {
  const into = (recipient: Hex) => exactInputData({ path: [usdc, weth], amountIn: 5n, minimum: 3n, recipient })
  const unwrap = (least: bigint, to: Hex) => encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [least, to] })
  const sums = (call: ContractCall) => {
    const { outflows, inflows, stranded } = tokenFlowOf(call, wrapped, () => true)
    return { takes: outflows, gives: inflows.map(({ token, to, minimum }) => ({ token, to, minimum })), stranded }
  }

  test('a swap takes its amount and pays out its minimum', () => {
    expect(sums(read(into(me)))).toEqual({
      takes: [{ token: usdc.address, amount: 5n }],
      gives: [{ token: weth.address, to: me, minimum: 3n }],
      stranded: [],
    })
  })

  test('what the router keeps is followed until it is paid out, with the higher of both minimums', () => {
    expect(sums(read(multicallData(into(nobody), unwrap(2n, friend)))).gives).toEqual([
      { token: 'native', to: friend, minimum: 3n },
    ])
    expect(sums(read(multicallData(into(nobody), unwrap(4n, friend)))).gives).toEqual([
      { token: 'native', to: friend, minimum: 4n },
    ])
    expect(sums(read(into(nobody))).stranded).toHaveLength(1)
    expect(sums(read(multicallData(unwrap(4n, thief), into(nobody)))).stranded).toHaveLength(1)
  })

  test('native coins pay for a swap of the wrapped coin, once', () => {
    const swap = exactInputData({ path: [weth, usdc], amountIn: 6n, minimum: 1n })
    expect(sums(read(swap, { value: 6n })).takes).toEqual([{ token: 'native', amount: 6n }])
    expect(sums(read(multicallData(swap, swap), { value: 6n })).takes).toEqual([
      { token: 'native', amount: 6n },
      { token: weth.address, amount: 6n },
    ])
    expect(sums(read(swap, { value: 10n })).stranded).toEqual([{ token: 'native', amount: 4n }])
    const refund = encodeFunctionData({ abi, functionName: 'refundETH' })
    expect(sums(read(multicallData(swap, refund), { value: 10n }))).toMatchObject({ stranded: [] })
  })

  test('wrapping and unwrapping are one to one, for the wrapped coin only', () => {
    const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
    const withdraw = encodeFunctionData({ abi, functionName: 'withdraw', args: [7n] })
    expect(sums(read(deposit, { to: wrapped, value: 7n })).gives).toEqual([{ token: wrapped, to: me, minimum: 7n }])
    expect(sums(read(withdraw, { to: wrapped })).gives).toEqual([{ token: 'native', to: me, minimum: 7n }])
    expect(unreadReasons(read(deposit, { to: pup.address, value: 7n }))[0]).toEqual({
      code: 'call.named',
      facts: { name: 'deposit' },
    })
    expect(unreadReasons(read(multicallData(unwrap(1n, me)), { wrapped: undefined }))).toEqual([
      reason('call.no-wrapped-coin', {}),
    ])
  })

  test('an exact-output swap may leave its whole input behind without a refund', () => {
    const data = encodeFunctionData({
      abi,
      functionName: 'exactOutputSingle',
      args: [
        {
          tokenIn: getAddress(weth.address),
          tokenOut: getAddress(usdc.address),
          fee: 3000,
          recipient: me,
          deadline: chainTime,
          amountOut: 9n,
          amountInMaximum: 6n,
          sqrtPriceLimitX96: 0n,
        },
      ],
    })
    expect(sums(read(data, { value: 6n }))).toMatchObject({
      gives: [{ minimum: 9n }],
      stranded: [{ token: 'native', amount: 6n }],
    })
  })
})

const onTheWay = [usdc, pup, weth].map(({ address }) => getAddress(address))

test('exact-output swaps of the v2 family name the intermediate tokens', () => {
  const item = parseAbi([
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  ])
  const data = encodeFunctionData({ abi: item, args: [7n, 9n, onTheWay, me, chainTime] })
  expect(read(data).effect).toMatchObject({ does: 'swap', isExactIn: false, via: [onTheWay[1]], minimumReceived: 7n })
  expect(read(execute([exactPairCommand(onTheWay, 7n, 9n)])).effect).toMatchObject({
    calls: [{ effect: { does: 'swap', isExactIn: false, via: [onTheWay[1]], isCountedByBalance: true } }],
  })
})

test('the pair that was paid is on the route of a swap of the universal router', () => {
  const [from, mid, to] = onTheWay as [Hex, Hex, Hex]
  const path = packPath([from, mid], 500)
  const commands = [
    swapCommand({ path, amountIn: 9n, minimum: 0n, recipient: thief }),
    pairCommand([mid, to], { minimum: 7n }),
  ]
  expect(routeOf([read(execute(commands))]).hops).toMatchObject([
    { tokenIn: from, tokenOut: mid, feePpm: 500 },
    { tokenIn: mid, tokenOut: to, feePpm: undefined },
  ])
})
