import { hex, memberOf, quantity } from '../../../chain/rpc'
import { mayDoLess } from './nodeRefusal'
import type { RpcCall } from './rpcSource'

/**
 * Searches for logs in parts, of the size that the node accepted before. Results of settled blocks are kept: a repeated
 * search, or one that took too long, continues from there.
 */
export function createLogSearch(answerTo: (call: RpcCall) => Promise<unknown>) {
  const settled = new Map<string, { readonly next: bigint; readonly logs: readonly unknown[] }>()
  let maxBlocks: bigint | undefined
  let answered = 0
  return { isLimited: () => maxBlocks !== undefined, searchInParts }

  async function searchInParts(filter: Search, refusal: Error): Promise<unknown> {
    const head = quantity(await answerTo({ method: 'eth_blockNumber', params: [] }))
    const last = blockIn(filter.toBlock) ?? head
    const key = JSON.stringify({ ...filter, toBlock: undefined })
    let { next, logs } = settled.get(key) ?? { next: blockIn(filter.fromBlock) ?? 0n, logs: [] }
    let size = maxBlocks ?? (last - next + 4n) / 4n
    for (let parts = 0; next <= last; ) {
      const to = next + size > last ? last : next + size - 1n
      const part = { ...filter, fromBlock: hex(next), toBlock: hex(to) }
      const answer = await answerTo({ method: 'eth_getLogs', params: [part] })
      if (Array.isArray(answer)) {
        logs = [...logs, ...answer]
        next = to + 1n
        maxBlocks = size
        // The node may have refused for another reason than the size.
        if (++answered % trialAfter === 0) size *= 2n
        if (to + reorgDepth < head) settled.set(key, { next, logs })
        if (++parts > maxParts) return refusal
      } else if (mayDoLess(answer) && size > 1n) size = (size + 3n) / 4n
      else return answer
    }
    return logs.filter((log) => (blockIn(memberOf(log, 'blockNumber')) ?? last) <= last)
  }
}

/** A larger size is tried after so many answers within a limit. */
export const trialAfter = 50
/** The most parts that are asked for at a time. */
const maxParts = 300
/** Blocks that may still be replaced by others. */
const reorgDepth = 64n

type Search = { readonly fromBlock?: unknown; readonly toBlock?: unknown }

/** The filter of a search over several blocks. */
export function searchIn({ method, params }: RpcCall): Search | undefined {
  const [filter] = params
  if (method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null || 'blockHash' in filter)
    return undefined
  const { fromBlock, toBlock }: Search = filter
  return fromBlock !== undefined && fromBlock === toBlock ? undefined : filter
}

/** `undefined` for a tag. */
function blockIn(said: unknown): bigint | undefined {
  return typeof said === 'string' && said.startsWith('0x') ? BigInt(said) : undefined
}
