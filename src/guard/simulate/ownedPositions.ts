import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { bytes, type RpcPort } from './rpc'

/** A position as its manager stores it now. */
export type HeldPosition = {
  readonly id: bigint
  readonly token0: string
  readonly token1: string
  readonly feePpm: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  /** The fees that collecting would pay now, including unsettled ones. */
  readonly fees0: bigint
  readonly fees1: bigint
}

/** The most positions of one owner that are read: the newest of them. */
const most = 2_000
/** Calls of one `multicall`: nodes limit what a call may cost, and collecting is the dearest of them. */
const perBatch = 50

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256 amount0, uint256 amount1)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
])

type Call = (data: Hex) => Promise<Hex>

/** All positions of an owner at a Uniswap-like position manager. Rejects when the contract does not answer as one. */
export async function readHeld(ask: RpcPort, manager: string, owner: string): Promise<readonly HeldPosition[]> {
  const account = getAddress(owner)
  const call: Call = async (data) => bytes(await ask('eth_call', [{ from: account, to: manager, data }, 'latest']))
  const balance = decodeFunctionResult({
    abi,
    functionName: 'balanceOf',
    data: await call(encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] })),
  })
  const count = Number(balance)
  const places = Array.from({ length: Math.min(count, most) }, (_, index) => BigInt(count - 1 - index)).toReversed()
  const ids = await each(call, places, (index) =>
    encodeFunctionData({ abi, functionName: 'tokenOfOwnerByIndex', args: [account, index] }),
  ).then((answers) => answers.map((data) => decodeFunctionResult({ abi, functionName: 'tokenOfOwnerByIndex', data })))
  const [positions, fees] = await Promise.all([
    each(call, ids, (id) => encodeFunctionData({ abi, functionName: 'positions', args: [id] })),
    each(call, ids, (id) => encodeFunctionData({ abi, functionName: 'collect', args: [everything(id, account)] })),
  ])
  return ids.map((id, index) => heldIn(id, positions[index] ?? '0x', fees[index] ?? '0x'))
}

/**
 * The answer to one call for each item, many in one `multicall` of the manager itself. A batch that fails is asked for
 * item by item: one call that reverts must not hide all others.
 */
async function each<Item>(call: Call, items: readonly Item[], dataOf: (item: Item) => Hex): Promise<readonly Hex[]> {
  const batches = Array.from({ length: Math.ceil(items.length / perBatch) }, (_, index) =>
    items.slice(index * perBatch, (index + 1) * perBatch).map(dataOf),
  )
  const answers = await Promise.all(batches.map((calls) => answersTo(call, calls)))
  return answers.flat()
}

async function answersTo(call: Call, calls: readonly Hex[]): Promise<readonly Hex[]> {
  if (calls.length > 1) {
    try {
      const data = await call(encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }))
      return decodeFunctionResult({ abi, functionName: 'multicall', data })
    } catch {
      // A manager without `multicall`, or one call that reverts: each is asked on its own.
    }
  }
  return Promise.all(calls.map(call))
}

function heldIn(id: bigint, position: Hex, collected: Hex): HeldPosition {
  const [, , token0, token1, feePpm, tickLower, tickUpper, liquidity] = decodeFunctionResult({
    abi,
    functionName: 'positions',
    data: position,
  })
  const [fees0, fees1] = decodeFunctionResult({ abi, functionName: 'collect', data: collected })
  return { id, token0, token1, feePpm, tickLower, tickUpper, liquidity, fees0, fees1 }
}

/** What collecting would pay the owner now: unsettled fees, and withdrawn but uncollected amounts. */
export async function readUnclaimed(
  ask: RpcPort,
  manager: string,
  { id, owner }: { readonly id: bigint; readonly owner: string },
): Promise<{ readonly amount0: bigint; readonly amount1: bigint }> {
  const account = getAddress(owner)
  const data = encodeFunctionData({ abi, functionName: 'collect', args: [everything(id, account)] })
  const answer = bytes(await ask('eth_call', [{ from: account, to: manager, data }, 'latest']))
  const [amount0, amount1] = decodeFunctionResult({ abi, functionName: 'collect', data: answer })
  return { amount0, amount1 }
}

/** The call data of a full `collect`; it is only simulated. */
function everything(tokenId: bigint, recipient: Hex) {
  const largest = 2n ** 128n - 1n
  return { tokenId, recipient, amount0Max: largest, amount1Max: largest }
}
