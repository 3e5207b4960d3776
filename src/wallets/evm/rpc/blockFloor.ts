import { hex, memberOf, quantity } from '../../../chain/rpc'
import { errorClass } from '../../../domain/errorClass'
import { EvmNodeError, isAboutCall, isUnknownBlock } from './nodeRefusal'
import type { RpcCall, RpcSource } from './rpcSource'

/** Milliseconds that a receipt keeps older states from being believed. */
const floorLasts = 120_000
/** How often a source is asked in a row before it counts as behind. */
const looks = 3

/**
 * Keeps what is read after a mined transaction from an older state. The newest block that a receipt named is the floor:
 * for a while, `latest` is read at the node's head by number, and a node whose head is below is behind. Several nodes
 * behind one address differ: one that lacks the block refuses it, instead of answering from the block before.
 */
export function createBlockFloor(now: () => number) {
  let floor = 0n
  let until = 0

  return { raise, above }

  /** Takes note of the receipts among the answers. */
  function raise(calls: readonly RpcCall[], answers: readonly unknown[]) {
    calls.forEach(({ method }, index) => {
      const block = blockOf(answers[index])
      if (method !== 'eth_getTransactionReceipt' || block === undefined) return
      if (block < floor && until > now()) return
      floor = block
      until = now() + floorLasts
    })
  }

  /** The source, as long as it has the floor's block. Otherwise it rejects with `NodeBehind`. */
  function above(source: RpcSource): RpcSource {
    /** The question for the node's head, which reads of the same moment share. */
    let asking: Promise<bigint> | undefined
    return { isOnChain: source.isOnChain, askAll }

    async function askAll(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
      if (until <= now() || !calls.some((call) => isLookUp(call) || tagOf(call) === 'latest'))
        return source.askAll(calls)
      const head = hex(await readHead())
      for (let look = 1; ; look++) {
        const answers = await source.askAll(calls.map((call) => (tagOf(call) === 'latest' ? at(call, head) : call)))
        const isMissing = answers.some((answer, index) => isLookUp(calls[index]!) && answer === null)
        const refused = answers.filter((answer, index) => tagOf(calls[index]!) === 'latest' && isRefusal(answer))
        // The next of several nodes behind one address may have the block.
        if (look < looks && (isMissing || refused.some(isUnknownBlock))) continue
        if (refused.some(isUnknownBlock)) throw new NodeBehind()
        // Not every node takes a number for every method.
        return refused.length === 0 ? answers : source.askAll(calls)
      }
    }

    async function readHead(): Promise<bigint> {
      const forget = () => {
        asking = undefined
      }
      if (!asking) {
        asking = source.askAll([{ method: 'eth_blockNumber', params: [] }]).then(([said]) => quantity(said))
        asking.then(forget, forget)
      }
      const head = await asking
      if (head < floor) throw new NodeBehind()
      return head
    }
  }
}

/** Whether a missing answer would say that the transaction does not exist. */
function isLookUp({ method }: RpcCall): boolean {
  return method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt'
}

/** Where a method takes its block. */
const blockParams: Readonly<Record<string, number>> = {
  ...{ eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1, eth_getStorageAt: 2 },
  ...{ eth_call: 1, eth_estimateGas: 1, eth_simulateV1: 1, eth_getBlockByNumber: 0 },
}

/** The block that a call reads; `undefined` for methods that read none. */
function tagOf({ method, params }: RpcCall): unknown {
  const index = blockParams[method]
  return index === undefined ? undefined : (params[index] ?? 'latest')
}

function at({ method, params }: RpcCall, block: string): RpcCall {
  const index = blockParams[method] ?? params.length
  return { method, params: [...params.slice(0, index), block, ...params.slice(index + 1)] }
}

function isRefusal(answer: unknown): boolean {
  return answer === null || (answer instanceof EvmNodeError && !isAboutCall(answer))
}

function blockOf(receipt: unknown): bigint | undefined {
  const block = memberOf(receipt, 'blockNumber')
  return typeof block === 'string' && /^0x[0-9a-f]{1,16}$/i.test(block) ? BigInt(block) : undefined
}

/** The node does not have the block of a transaction that we know to be mined. */
export const NodeBehind = errorClass('NodeBehind', () => 'The node does not have the latest block yet.')
