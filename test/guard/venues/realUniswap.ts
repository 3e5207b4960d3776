import poolArtifact from '@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  isHex,
  keccak256,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import type { RpcPort } from '../../../src/chain/rpc'
import { toUnits } from '../../../src/domain/amount'
import { tickToSqrtPriceX96 } from '../../../src/domain/liquidity/tick'
import type { Token } from '../../../src/domain/token'
import { permit2 } from '../../../src/protocol/deployment/venues'
import contracts from '../../fixtures/venues/uniswapContracts.json' with { type: 'json' }
import { type Arena, harbor, sorted, tickAt } from '../attacks/adversary'

/*
 * The contracts that Uniswap publishes on npm, on a local chain: Permit2, the pool manager, position manager and quoter of
 * v4, a factory of v2 and the universal router. `test/fixtures/venues/uniswapContracts.json` names package, version and file of each.
 */

export type Version = '2.0.0' | '2.1.0'
export const versions: readonly Version[] = ['2.0.0', '2.1.0']

export type RealUniswap = {
  readonly routers: Readonly<Record<Version, Address>>
  readonly manager: Address
  readonly pools: Address
  readonly pairs: Address
  readonly quoter: Address
}

const abi = parseAbi([
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Change { int24 tickLower; int24 tickUpper; int256 liquidityDelta; bytes32 salt; }',
  'function initialize(Key key, uint160 sqrtPriceX96) returns (int24 tick)',
  'function modifyLiquidity(Key key, Change params, bytes hookData) payable returns (int256 delta)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function createPair(address a, address b) returns (address pair)',
  'function getPair(address a, address b) view returns (address pair)',
  'function mint(address to) returns (uint256 liquidity)',
  'function sync()',
])

const settings =
  'address permit2, address weth9, address v2Factory, address v3Factory, bytes32 pairInitCodeHash, bytes32 poolInitCodeHash, address v4PoolManager, address v3NFTPositionManager, address v4PositionManager' as const
const parameters = parseAbiParameters(`(${settings}) params`)
const parametersWithBridge = parseAbiParameters(`(${settings}, address spokePool) params`)

/** Deploys creation code with the arguments of its constructor. */
export async function deploy(arena: Arena, creationCode: string, args: Hex = '0x', chainId = harbor): Promise<Address> {
  const data = concat([hexOf(creationCode), args])
  const { contractAddress, status } = await arena.send(chainId, { from: arena.thief, data, gas: 12_000_000n })
  if (status !== '0x1' || !contractAddress) throw new Error('The chain did not accept a contract.')
  return getAddress(contractAddress)
}

/** Sets the result of a constructor as the code of an address: for code above the size limit, or of a certain address. */
export async function place(node: RpcPort, at: Address, creationCode: string, args: Hex = '0x'): Promise<void> {
  await node('anvil_setCode', [at, concat([hexOf(creationCode), args])])
  const code = await node('eth_call', [{ to: at, data: '0x', gas: toHex(30_000_000) }, 'latest'])
  await node('anvil_setCode', [at, code])
}

const oneAddress = parseAbiParameters('address')

/** The routers in front of v2 and v3 pools, older than the universal router. */
export async function deployPeriphery(arena: Arena) {
  const wrapped = getAddress(arena.token('WETH').address)
  const pairs = await deploy(arena, contracts.pairFactory.creationCode, encodeAbiParameters(oneAddress, [arena.thief]))
  const second = encodeAbiParameters(parseAbiParameters('address, address, address, address'), [
    ...([pairs, arena.factory, arena.manager, wrapped] as const),
  ])
  return {
    pairs,
    routers: {
      SwapRouter02: await deploy(arena, contracts.swapRouter02.creationCode, second),
      'v2 router': await deploy(
        arena,
        contracts.pairRouter.creationCode,
        encodeAbiParameters(parseAbiParameters('address, address'), [pairs, wrapped]),
      ),
      'v3 router': arena.router,
    },
  }
}

export async function deployUniswap(arena: Arena): Promise<RealUniswap> {
  const deployed = (name: Exclude<keyof typeof contracts, 'permit2'>, args?: Hex) =>
    deploy(arena, contracts[name].creationCode, args)
  const owner = encodeAbiParameters(oneAddress, [arena.thief])
  await arena.rpc(harbor)('anvil_setCode', [permit2, contracts.permit2.runtimeCode])
  const manager = await deployed('poolManager', owner)
  const pairs = await deployed('pairFactory', owner)
  const params = {
    permit2: getAddress(permit2),
    weth9: getAddress(arena.token('WETH').address),
    v2Factory: pairs,
    v3Factory: arena.factory,
    pairInitCodeHash: keccak256(hexOf(contracts.pair.creationCode)),
    poolInitCodeHash: keccak256(hexOf(poolArtifact.bytecode)),
    v4PoolManager: manager,
    v3NFTPositionManager: arena.manager,
    v4PositionManager: zeroAddress,
  }
  const withBridge = encodeAbiParameters(parametersWithBridge, [{ ...params, spokePool: zeroAddress }])
  const routers = {
    '2.0.0': await deployed('universalRouter 2.0.0', encodeAbiParameters(parameters, [params])),
    '2.1.0': await deployed('universalRouter 2.1.0', withBridge),
  }
  const behind = encodeAbiParameters(oneAddress, [manager])
  const [pools, quoter] = [await deployed('liquidity', behind), await deployed('quoter', behind)]
  return { routers, manager, pools, pairs, quoter }
}

/** The position manager of v4, and a contract that may subscribe to its positions. */
export async function deployPositions(arena: Arena, { manager }: RealUniswap) {
  const args = encodeAbiParameters(parseAbiParameters('address, address, uint256, address, address'), [
    ...([manager, getAddress(permit2), 300_000n, zeroAddress, getAddress(arena.token('WETH').address)] as const),
  ])
  const positions = await deploy(arena, contracts.positionManager.creationCode, args)
  const own = encodeAbiParameters(oneAddress, [positions])
  return { positions, subscriber: await deploy(arena, contracts.subscriber.creationCode, own) }
}

/**
 * A v2 pair with a million dollars of each token. It has recorded a price before: the first record costs more gas than the
 * estimate of the same block has.
 */
export async function openPair(
  { act, thief, rpc }: Arena,
  { pairs }: Pick<RealUniswap, 'pairs'>,
  one: Token,
  other: Token,
) {
  const args = [getAddress(one.address), getAddress(other.address)] as const
  await act(thief, pairs, encodeFunctionData({ abi, functionName: 'createPair', args }))
  const find = encodeFunctionData({ abi, functionName: 'getPair', args })
  const found = String(await rpc(harbor)('eth_call', [{ to: pairs, data: find }, 'latest']))
  const pair = getAddress(`0x${found.slice(-40)}`)
  for (const { address, price, decimals } of [one, other]) {
    const units = toUnits((1e6 / Number(price)).toFixed(6), decimals)
    await rpc(harbor)('anvil_dealERC20', [pair, address, toHex(units)])
  }
  await act(thief, pair, encodeFunctionData({ abi, functionName: 'mint', args: [thief] }))
  await rpc(harbor)('evm_increaseTime', [1])
  await act(thief, pair, encodeFunctionData({ abi, functionName: 'sync' }))
  return pair
}

/** At the listed prices. */
export function poolOf(one: Priced, other: Priced): V4Pool {
  const [token0, token1] = BigInt(one.address) < BigInt(other.address) ? [one, other] : [other, one]
  const price = (Number(token0.price) / Number(token1.price)) * 10 ** (token1.decimals - token0.decimals)
  return { tokens: [token0.address, token1.address], tick: tickAt(price, 60) }
}

type Priced = Pick<Token, 'address' | 'price' | 'decimals'>

export type V4Pool = { readonly tokens: readonly [string, string]; readonly tick: number; readonly hooks?: Address }

/** A v4 pool with a fee of 0.3 % and liquidity around its tick. */
export async function openPool(arena: Arena, uniswap: RealUniswap, pool: V4Pool, liquidity: bigint): Promise<void> {
  const { act, thief, rpc } = arena
  const key = keyOf(pool)
  const price = tickToSqrtPriceX96(pool.tick)
  await act(thief, uniswap.manager, encodeFunctionData({ abi, functionName: 'initialize', args: [key, price] }))
  await rpc(harbor)('anvil_setBalance', [thief, toHex(10n ** 25n)])
  for (const token of [key.currency0, key.currency1]) {
    if (token === zeroAddress) continue
    await rpc(harbor)('anvil_dealERC20', [thief, token, toHex(10n ** 30n)])
    await act(thief, token, encodeFunctionData({ abi, functionName: 'approve', args: [uniswap.pools, maxUint256] }))
  }
  await changeLiquidity(arena, uniswap, pool, [pool.tick - 6_000, pool.tick + 6_000], liquidity)
}

/** Adds liquidity between two ticks, or removes it if the change is negative. */
export async function changeLiquidity(
  { act, thief }: Arena,
  { pools }: RealUniswap,
  pool: V4Pool,
  [tickLower, tickUpper]: readonly [number, number],
  liquidityDelta: bigint,
): Promise<void> {
  const key = keyOf(pool)
  const change = { tickLower, tickUpper, liquidityDelta, salt: toHex(0, { size: 32 }) }
  const data = encodeFunctionData({ abi, functionName: 'modifyLiquidity', args: [key, change, '0x'] })
  await act(thief, pools, data, key.currency0 === zeroAddress && liquidityDelta > 0n ? 10n ** 24n : 0n)
}

export function keyOf({ tokens, hooks = zeroAddress }: V4Pool) {
  const [currency0, currency1] = sorted(...tokens)
  return { currency0, currency1, fee: 3000, tickSpacing: 60, hooks }
}

export function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error('The fixture is not hexadecimal.')
  return text
}
