import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { errorClass } from '../domain/errorClass'
import type { Amounts } from '../domain/liquidity/liquidity'
import { collectData, collectedIn, hasReverted, type OwnedPosition, positionData, storedPosition } from './position'
import { bytes, quantity, type RpcPort, word } from './rpc'

/** A position as its manager stores it now. */
export type HeldPosition = OwnedPosition & {
  /** The fees that collecting would pay now, including unsettled ones; `undefined` when the manager refuses to collect. */
  readonly unclaimed: Amounts | undefined
}

/** The most positions of one owner that are read: the newest of them. */
const most = 2_000
/** Calls of one `multicall`: nodes limit what a call may cost, and collecting is the dearest of them. */
const perBatch = 50

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
])

type Call = (data: Hex) => Promise<Hex>

/** All positions of an owner at a Uniswap-like position manager. Rejects when the contract does not answer as one. */
export async function readHeld(ask: RpcPort, manager: string, owner: string): Promise<readonly HeldPosition[]> {
  const account = getAddress(owner)
  const call: Call = async (data) => bytes(await ask('eth_call', [{ from: account, to: manager, data }, 'latest']))
  const count = Number(word(await call(encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }))))
  const places = Array.from({ length: Math.min(count, most) }, (_, index) => BigInt(count - 1 - index)).toReversed()
  const ids = await each(call, places, (index) =>
    encodeFunctionData({ abi, functionName: 'tokenOfOwnerByIndex', args: [account, index] }),
  ).then((answers) => answers.flatMap((data) => (data ? word(data) : [])))
  const [positions, fees] = await Promise.all([
    each(call, ids, positionData),
    each(call, ids, (id) => collectData(id, account)),
  ])
  const held = ids.flatMap((id, index) => heldIn(id, owner, positions[index], fees[index]) ?? [])
  if (held.length === 0 && ids.length > 0) throw new NotAPositionManager(manager)
  return held
}

/**
 * The answer to one call for each item, many in one `multicall` of the manager itself. A batch that fails is asked for
 * item by item, and an item that reverts has no answer: it must not hide all others.
 */
async function each<Item>(
  call: Call,
  items: readonly Item[],
  dataOf: (item: Item) => Hex,
): Promise<readonly (Hex | undefined)[]> {
  const batches = Array.from({ length: Math.ceil(items.length / perBatch) }, (_, index) =>
    items.slice(index * perBatch, (index + 1) * perBatch).map(dataOf),
  )
  const answers = await Promise.all(batches.map((calls) => answersTo(call, calls)))
  return answers.flat()
}

async function answersTo(call: Call, calls: readonly Hex[]): Promise<readonly (Hex | undefined)[]> {
  if (calls.length > 1) {
    try {
      const data = await call(encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }))
      return decodeFunctionResult({ abi, functionName: 'multicall', data })
    } catch {
      // A manager without `multicall`, or one call that reverts: each is asked on its own.
    }
  }
  return Promise.all(
    calls.map((data) =>
      call(data).catch((error: unknown) => {
        if (hasReverted(error)) return undefined
        throw error
      }),
    ),
  )
}

function heldIn(id: bigint, owner: string, position: Hex | undefined, collected: Hex | undefined) {
  const fields = position === undefined ? undefined : storedPosition(position)
  return fields && { id, owner, ...fields, unclaimed: collected === undefined ? undefined : collectedIn(collected) }
}

/** The fee of a transaction that collects everything, at the gas price of now, in units of the native coin. */
export async function readCollectingFee(
  ask: RpcPort,
  manager: string,
  { id, owner }: { readonly id: bigint; readonly owner: string },
): Promise<bigint> {
  const [gas, price] = await Promise.all([
    ask('eth_estimateGas', [{ from: getAddress(owner), to: manager, data: collectData(id, owner) }]),
    ask('eth_gasPrice', []),
  ])
  return quantity(gas) * quantity(price)
}

/** None of the positions could be read: the contract is no position manager of a known form. */
export const NotAPositionManager = errorClass(
  'NotAPositionManager',
  (manager: string) => `${manager} does not return positions in a known form.`,
)
