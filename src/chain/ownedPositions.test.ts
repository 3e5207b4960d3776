import { concat, decodeFunctionData, encodeFunctionResult, type Hex, isHex, parseAbi, slice, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readHeld } from './ownedPositions'
import type { RpcPort } from './rpc'

const manager = '0x8000000000000000000000000000000000000008'
const owner = '0x5555555555555555555555555555555555555555'
const [token0, token1] = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
] as const
const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function positions(uint256 tokenId) view returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256, uint256)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
])

test('a thousand positions of one owner are read with few calls, each with its fees', async () => {
  const { ask, asked } = managerOf({ count: 1_000 })
  const held = await readHeld(ask, manager, owner)
  expect(held).toHaveLength(1_000)
  expect(held[999]).toMatchObject({
    id: 1_099n,
    liquidity: 1_099n,
    unclaimed: { amount0: 1_100n, amount1: 0n },
    feePpm: 3_000,
  })
  expect(asked.length).toBeLessThan(70)
})

test('a manager without batches, or a position that breaks one, is read position by position', async () => {
  const { ask, asked } = managerOf({ count: 3, hasMulticall: false })
  expect((await readHeld(ask, manager, owner)).map(({ id }) => id)).toEqual([100n, 101n, 102n])
  expect(asked.length).toBe(1 + 3 + 9)
})

test('of more than two thousand the newest are read', async () => {
  const { ask } = managerOf({ count: 2_100 })
  const held = await readHeld(ask, manager, owner)
  expect(held).toHaveLength(2_000)
  expect([held[0]?.id, held.at(-1)?.id]).toEqual([200n, 2_199n])
})

test('a position whose fees cannot be collected is listed without them and does not hide the others', async () => {
  const { ask } = managerOf({ count: 3, refuses: 101n })
  const held = await readHeld(ask, manager, owner)
  expect(held.map(({ id, unclaimed }) => [id, unclaimed?.amount0])).toEqual([
    [100n, 101n],
    [101n, undefined],
    [102n, 103n],
  ])
})

test.each([11, 12])('positions of an Algebra manager with %i words are read, without a fee tier', async (words) => {
  const { ask } = managerOf({ count: 1, words })
  expect(await readHeld(ask, manager, owner)).toMatchObject([
    {
      id: 100n,
      token0,
      token1,
      feePpm: 0,
      tickLower: -60,
      tickUpper: 60,
      liquidity: 100n,
      unclaimed: { amount0: 101n },
    },
  ])
})

test('a node that does not answer is not mistaken for an owner without positions', async () => {
  const { ask } = managerOf({ count: 3, refuses: 101n, refusal: 'rate limit' })
  await expect(readHeld(ask, manager, owner)).rejects.toThrow('rate limit')
})

type ManagerOptions = {
  count: number
  hasMulticall?: boolean
  /** The position whose `collect` reverts. */
  refuses?: bigint
  refusal?: string
  words?: number
}

/** Positions are numbered from 100; each has its number as liquidity, and one more as fees. */
function managerOf({ count, hasMulticall = true, refuses, refusal = 'execution reverted', words }: ManagerOptions) {
  const asked: string[] = []
  const answer = (data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi, data })
    switch (functionName) {
      case 'balanceOf':
        return encodeFunctionResult({ abi, functionName, result: BigInt(count) })
      case 'tokenOfOwnerByIndex':
        return encodeFunctionResult({ abi, functionName, result: 100n + args[1] })
      case 'positions': {
        const result = [0n, owner, token0, token1, 3_000, -60, 60, args[0], 0n, 0n, 0n, 0n] as const
        const uniswap = encodeFunctionResult({ abi, functionName, result })
        const deployer = words === 12 ? owner.slice(2).padStart(64, '0') : ''
        const [before, after]: readonly Hex[] = [slice(uniswap, 0, 4 * 32), slice(uniswap, 5 * 32)]
        return words ? concat([before!, `0x${deployer}`, after!]) : uniswap
      }
      case 'collect':
        if (args[0].tokenId === refuses) throw new Error(refusal)
        return encodeFunctionResult({ abi, functionName, result: [args[0].tokenId + 1n, 0n] })
      case 'multicall':
        if (!hasMulticall) throw new Error('execution reverted')
        return encodeFunctionResult({ abi, functionName, result: args[0].map(answer) })
    }
  }
  const ask: RpcPort = async (_, params) => {
    const [call] = params
    const data = typeof call === 'object' && call !== null && 'data' in call ? call.data : toHex(0)
    if (!isHex(data)) throw new Error('no call')
    asked.push(data)
    return answer(data)
  }
  return { ask, asked }
}
