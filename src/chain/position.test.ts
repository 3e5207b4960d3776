import { encodeAbiParameters, getAddress, parseAbiParameters, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { positionManager as manager, me, usdc, weth } from '../../test/guard/fixtures'
import { liquidityIn, readPoolOf, readPosition } from './position'
import type { RpcPort } from './rpc'

const tokens = [weth.address, usdc.address] as [`0x${string}`, `0x${string}`]
const rest = [1n, 2n, 3n, 4n] as const
const uniswap = encodeAbiParameters(
  parseAbiParameters(
    'uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128',
  ),
  [0n, manager, ...tokens, 3000, -600, 660, 55n, ...rest],
)
const algebra = encodeAbiParameters(
  parseAbiParameters('uint96, address, address, address, int24, int24, uint128, uint256, uint256, uint128, uint128'),
  [0n, manager, ...tokens, -600, 660, 55n, ...rest],
)
const owner = encodeAbiParameters(parseAbiParameters('address'), [me])

/** A node whose position manager returns this, or reverts. */
function nodeSaying(answers: { owner: string | Error; position: string | Error }): RpcPort {
  return async (_, [call]) => {
    const { data } = call as { data: string }
    const answer = data.startsWith('0x6352211e') ? answers.owner : answers.position
    if (answer instanceof Error) throw answer
    return answer
  }
}

const reported = {
  id: 77n,
  owner: me.toLowerCase(),
  token0: weth.address,
  token1: usdc.address,
  tickLower: -600,
  tickUpper: 660,
  liquidity: 55n,
  operator: getAddress(manager),
}

test.each([
  ['Uniswap v3', uniswap, 3000],
  ['Algebra', algebra, 0],
])('a position is decoded as managers of %s return it', async (_, position, feePpm) => {
  expect(await readPosition(nodeSaying({ owner, position }), manager, 77n)).toEqual({ ...reported, feePpm })
  expect(liquidityIn(position)).toBe(55n)
})

test('a position that no one else may move has no operator', async () => {
  const position = uniswap.replaceAll(manager.slice(2).toLowerCase(), zeroAddress.slice(2))
  expect(await readPosition(nodeSaying({ owner, position }), manager, 77n)).not.toHaveProperty('operator')
})

test.each([
  ['has no owner', { owner: new Error('execution reverted: ERC721: owner query'), position: uniswap }],
  ['is unknown', { owner, position: new Error('execution reverted: Invalid token ID') }],
  ['is told in other fields', { owner, position: owner }],
  ['belongs to no address', { owner: uniswap, position: uniswap }],
  ['is at a contract that answers nothing', { owner: '0x', position: '0x' }],
])('a position that %s is refused', async (_, answers) => {
  expect(await readPosition(nodeSaying(answers), manager, 77n)).toBeUndefined()
})

test('a node that does not answer is an error, not a missing position', async () => {
  const silent = nodeSaying({ owner: new Error('fetch failed'), position: uniswap })
  await expect(readPosition(silent, manager, 77n)).rejects.toThrow('fetch failed')
})

const [factory, pool] = [`0x${'fa'.repeat(20)}`, `0x${'b0'.repeat(20)}`]

/** A node that answers calls by contract and data, and returns nothing for others, as for an account without code. */
function nodeWith(answers: Record<string, string>): RpcPort {
  return async (_, [call]) => {
    const { to, data } = call as { to: string; data: string }
    const answer = answers[`${to} ${data.slice(0, 10)}`]
    return answer === undefined ? '0x' : `0x${answer.slice(2).padStart(64, '0')}`
  }
}

test.each([
  ['Uniswap v3', '0x1698ee82', 3000],
  ['Algebra', '0xd9a641e1', 0],
])('the pool of a pair comes from the factory of a manager of %s', async (_, question, feePpm) => {
  const node = nodeWith({ [`${manager} 0xc45a0155`]: factory, [`${factory} ${question}`]: pool })
  expect(await readPoolOf(node, manager, { ...reported, feePpm })).toBe(pool)
})

test('a manager without a factory, or with an unknown one, has no pool', async () => {
  expect(await readPoolOf(nodeWith({}), manager, { ...reported, feePpm: 3000 })).toBeUndefined()
  const stranger = nodeWith({ [`${manager} 0xc45a0155`]: factory })
  expect(await readPoolOf(stranger, manager, { ...reported, feePpm: 3000 })).toBeUndefined()
})
