import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, maxUint128, parseAbi, zeroAddress } from 'viem'
import type { Amounts } from '../domain/liquidity/liquidity'
import type { Range } from '../domain/liquidity/range'
import { maxTick, minTick } from '../domain/liquidity/tick'
import { bytes, memberOf, messageOf, type RpcPort, readWord, revertDataOf } from './rpc'

/** A position as stored in its position manager. */
export type OwnedPosition = Range & {
  readonly id: bigint
  readonly owner: string
  readonly token0: string
  readonly token1: string
  /** Zero where a pair has only one pool. */
  readonly feePpm: number
  readonly liquidity: bigint
  /** Who else may move the position and take out its liquidity (ERC-721 `approve`); absent where no one may. */
  readonly operator?: string
}

const managers = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
])

const collecting = parseAbi([
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256 amount0, uint256 amount1)',
])

/* The factory of a manager's pools, and how it identifies a pool: by pair and fee, or only by the pair. */
const factories = parseAbi([
  'function factory() view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function poolByPair(address, address) view returns (address)',
])

/** The call data of `positions(id)`. */
export function positionData(id: bigint): Hex {
  return encodeFunctionData({ abi: managers, functionName: 'positions', args: [id] })
}

/** The liquidity in the result of `positionData`; `undefined` when it cannot be decoded. */
export function liquidityIn(answer: string): bigint | undefined {
  return storedPosition(answer)?.liquidity
}

/** `undefined` when the manager has no such position. Rejects when the node does not answer. */
export async function readPosition(ask: RpcPort, manager: string, id: bigint): Promise<OwnedPosition | undefined> {
  const owned = encodeFunctionData({ abi: managers, functionName: 'ownerOf', args: [id] })
  const [owner, position] = await Promise.all([owned, positionData(id)].map((data) => answerTo(ask, manager, data)))
  const fields = position === undefined ? undefined : storedPosition(position)
  const holder = addressOf(owner)
  return holder === undefined || !fields ? undefined : { id, owner: holder, ...fields }
}

/** The position's owed amount at this moment, by simulating a collection; `undefined` where that fails. */
export async function readOwed(
  ask: RpcPort,
  { manager, id, owner }: { readonly manager: string; readonly id: bigint; readonly owner: string },
): Promise<Amounts | undefined> {
  const answer = await answerTo(ask, manager, collectData(id, owner), owner)
  return answer === undefined ? undefined : collectedIn(answer)
}

/** The call data of a full `collect`; it is only simulated. */
export function collectData(tokenId: bigint, owner: string): Hex {
  const params = { tokenId, recipient: getAddress(owner), amount0Max: maxUint128, amount1Max: maxUint128 }
  return encodeFunctionData({ abi: collecting, functionName: 'collect', args: [params] })
}

/** The amounts that `collect` returned; `undefined` for a shorter answer, which must not hide other positions. */
export function collectedIn(data: Hex): Amounts | undefined {
  if (data.length < 2 + 2 * 64) return undefined
  const [amount0, amount1] = decodeFunctionResult({ abi: collecting, functionName: 'collect', data })
  return { amount0, amount1 }
}

/**
 * The pool in which a manager keeps positions of this pair and fee: two exchanges on one chain may both have one.
 * `undefined` when the manager does not say. Rejects when the node does not answer.
 */
export async function readPoolOf(ask: RpcPort, manager: string, terms: PoolTerms): Promise<string | undefined> {
  const factory = await readFactory(ask, manager)
  return factory === undefined ? undefined : readPoolIn(ask, factory, terms)
}

export type PoolTerms = Pick<OwnedPosition, 'token0' | 'token1' | 'feePpm'>

/** Whose pools a manager uses; it never changes. `undefined` when the manager does not say. */
export async function readFactory(ask: RpcPort, manager: string): Promise<string | undefined> {
  return addressOf(await answerTo(ask, manager, encodeFunctionData({ abi: factories, functionName: 'factory' })))
}

/** The pool of a pair and fee that a factory has made. */
export async function readPoolIn(
  ask: RpcPort,
  factory: string,
  { token0, token1, feePpm }: PoolTerms,
): Promise<string | undefined> {
  const abi = factories
  const pair = [getAddress(token0), getAddress(token1)] as const
  const question =
    feePpm === 0
      ? encodeFunctionData({ abi, functionName: 'poolByPair', args: pair })
      : encodeFunctionData({ abi, functionName: 'getPool', args: [...pair, feePpm] })
  return addressOf(await answerTo(ask, factory, question))
}

/** The square-root price of a pool of Uniswap or Algebra; `undefined` when the node does not say. */
export async function readPoolPrice(ask: RpcPort, to: string, block = 'latest'): Promise<bigint | undefined> {
  for (const data of [slot0, globalState]) {
    const price = await readWord(ask, { to, data }, block)
    if (price) return price
  }
  return undefined
}

const slot0 = '0x3850c7bd'
const globalState = '0xe76c01e4'

function addressOf(answer: Hex | undefined): string | undefined {
  return answer !== undefined && /^0x0{24}[0-9a-f]{40}$/i.test(answer) ? `0x${answer.slice(-40)}` : undefined
}

async function answerTo(ask: RpcPort, to: string, data: Hex, from?: string): Promise<Hex | undefined> {
  try {
    return bytes(await ask('eth_call', [{ to, data, ...(from !== undefined && { from }) }, 'latest']))
  } catch (error) {
    if (hasReverted(error)) return undefined
    throw error
  }
}

/** Whether the contract itself refused the call. A node that is busy, limits requests or does not answer does not count. */
export function hasReverted(error: unknown): boolean {
  if (memberOf(error, 'code') === 3 || revertDataOf(error) !== undefined) return true
  return /revert|invalid (opcode|jump)|bad (instruction|jump)|out of gas|stack (under|over)flow/i.test(messageOf(error))
}

/**
 * The position in the answer to `positions(id)` of a manager. Uniswap v3 has a fee in its fifth word. The Algebra versions have
 * none, or the deployer of the pool in its place: both are read as a fee of zero.
 */
export function storedPosition(answer: string): Omit<OwnedPosition, 'id' | 'owner'> | undefined {
  try {
    const whole = bytes(answer)
    const isLong = whole.length >= 2 + 12 * 64
    const fifth = BigInt(`0x0${whole.slice(2 + 4 * 64, 2 + 5 * 64)}`)
    const hasFee = isLong && fifth > 0n && fifth <= 0xff_ff_ffn
    const rest = whole.slice(2 + (isLong ? 5 : 4) * 64)
    const data: Hex = hasFee ? whole : `0x${whole.slice(2, 2 + 4 * 64)}${''.padEnd(64, '0')}${rest}`
    const stored = decodeFunctionResult({ abi: managers, functionName: 'positions', data })
    const [, operator, token0, token1, feePpm, tickLower, tickUpper, liquidity] = stored
    return whereTicksAre({ token0, token1, feePpm, tickLower, tickUpper, liquidity, ...approved(operator) })
  } catch {
    // Too short, or other fields: the contract is not a position manager of either kind.
    return undefined
  }
}

function approved(operator: string): Pick<OwnedPosition, 'operator'> {
  return operator === zeroAddress ? {} : { operator }
}

/** A result with an impossible range does not come from a position manager. */
function whereTicksAre<Fields extends Range>(fields: Fields): Fields | undefined {
  const { tickLower, tickUpper } = fields
  return minTick <= tickLower && tickLower < tickUpper && tickUpper <= maxTick ? fields : undefined
}
