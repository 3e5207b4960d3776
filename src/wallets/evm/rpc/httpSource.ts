import { hex, memberOf, membersOf, quantity } from '../../../chain/rpc'
import { readChainId } from '../hex'
import { type Post, postTo } from './httpPost'
import { createLogSearch, searchIn, trialAfter } from './logSearch'
import {
  EvmNodeError,
  HttpRefusal,
  isHttpRefusal,
  isUnknownBlock,
  mayDoLess,
  nodeErrorIn,
  RateLimited,
} from './nodeRefusal'
import type { RpcCall, RpcSource } from './rpcSource'

/** Milliseconds after which a node of another chain is asked for its chain id again. */
const otherChainFor = 60_000

/**
 * A node over HTTP. Its chain id is read until it has confirmed it. A request that it refuses for its size is split,
 * and the accepted size is remembered: calls of a batch, blocks of a search for logs, gas of a call.
 */
export function httpSource(
  url: string,
  chainId: number,
  fetchFrom: typeof fetch,
  timeout: number,
  now: () => number = Date.now,
): RpcSource {
  let maxBatch = Number.POSITIVE_INFINITY
  let splits = 0
  let maxGas: bigint | undefined
  let takesPending = true
  let wasLimited = false
  const post = postTo(url, fetchFrom, timeout, now)
  const logs = createLogSearch(answerTo)

  return { isOnChain: chainCheck(post, chainId, now), askAll }

  async function askAll(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const answers = await askTogether(calls.map(fitted))
    return Promise.all(answers.map((answer, index) => askLess(calls[index]!, answer)))
  }

  /** A call as this node is known to take it. */
  function fitted(call: RpcCall): RpcCall {
    const { method, params } = call
    if (!takesPending && isCountOfPending(call)) return { method, params: params.with(-1, 'latest') }
    return maxGas !== undefined && gasOf(call) > maxGas ? withGas(call, maxGas) : call
  }

  async function askTogether(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length === 1) return [await askOne(calls[0]!)]
    if (calls.length > maxBatch) {
      if (++splits % trialAfter === 0) maxBatch *= 2
      return askInParts(calls, maxBatch)
    }
    const smaller = calls.length > 12 ? Math.ceil(calls.length / 4) : 1
    try {
      const answers = await post(calls)
      if (!isRefusedWhole(answers)) return answers
    } catch (error) {
      // More requests do not help against a rate limit; the next try is smaller.
      if (error instanceof RateLimited) {
        maxBatch = Math.max(4, smaller)
        wasLimited = true
      }
      // One call may be why a whole batch is refused.
      if (!(error instanceof HttpRefusal)) throw error
    }
    const answers = await askInParts(calls, smaller)
    const isOfSize = answers.some((answer) => !(answer instanceof Error)) && !answers.some(isHttpRefusal)
    if (isOfSize) maxBatch = Math.min(maxBatch, smaller)
    return answers
  }

  async function askInParts(calls: readonly RpcCall[], size: number): Promise<readonly unknown[]> {
    const parts: RpcCall[][] = []
    for (let start = 0; start < calls.length; start += size) parts.push(calls.slice(start, start + size))
    if (!wasLimited) return (await Promise.all(parts.map(askTogether))).flat()
    const answers: unknown[] = []
    for (const part of parts) answers.push(...(await askTogether(part)))
    return answers
  }

  async function askOne(call: RpcCall): Promise<unknown> {
    const search = logs.isLimited() ? searchIn(call) : undefined
    if (search)
      return logs.searchInParts(search, new EvmNodeError(0, 'The node searches fewer blocks at once.', undefined))
    return answerTo(call)
  }

  async function answerTo(call: RpcCall): Promise<unknown> {
    try {
      const [answer] = await post([call])
      return answer
    } catch (error) {
      if (error instanceof HttpRefusal) return error
      throw error
    }
  }

  /** Asks for less of what was refused, where less of it is an answer too. */
  async function askLess(call: RpcCall, answer: unknown): Promise<unknown> {
    if (!mayDoLess(answer)) return answer
    const search = searchIn(call)
    if (search) return logs.isLimited() ? answer : logs.searchInParts(search, answer)
    if (takesPending && isCountOfPending(call)) {
      const latest = await answerTo({ method: call.method, params: call.params.with(-1, 'latest') })
      takesPending = latest instanceof Error || isMoment(answer)
      return latest instanceof Error ? answer : latest
    }
    if (!/gas/i.test(answer.message)) return answer
    for (const gas of lessGas(gasOf(call))) {
      const other = await answerTo(withGas(call, gas))
      if (mayDoLess(other)) continue
      maxGas = gas
      return other
    }
    return answer
  }
}

/** Asks a node for its chain id until it has confirmed it, and one of another chain again after a while. */
function chainCheck(post: Post, chainId: number, now: () => number): RpcSource['isOnChain'] {
  let isConfirmed = false
  let otherUntil = 0
  return async () => {
    if (isConfirmed) return true
    if (now() < otherUntil) return false
    const [answer] = await post([{ method: 'eth_chainId', params: [] }])
    const said = readChainId(answer)
    if (said === undefined) throw answer instanceof Error ? answer : nodeErrorIn(answer)
    isConfirmed = said === chainId
    if (!isConfirmed) otherUntil = now() + otherChainFor
    return isConfirmed
  }
}

/** Trouble of the node itself, which passes. */
function isMoment({ code }: EvmNodeError | HttpRefusal): boolean {
  return code === -32_603 || code >= 500
}

function isCountOfPending({ method, params }: RpcCall): boolean {
  return method !== 'eth_getBlockByNumber' && params.at(-1) === 'pending'
}

function gasOf({ method, params }: RpcCall): bigint {
  const gas = method === 'eth_call' || method === 'eth_estimateGas' ? memberOf(params[0], 'gas') : undefined
  return typeof gas === 'string' ? quantity(gas) : 0n
}

function withGas({ method, params }: RpcCall, gas: bigint): RpcCall {
  return { method, params: params.with(0, { ...membersOf(params[0]), gas: hex(gas) }) }
}

/** The gas to try next, in place of a refused amount. */
function lessGas(gas: bigint): readonly bigint[] {
  return [2n, 4n, 8n, 16n].map((part) => gas / part).filter((less) => less > 0n)
}

/** Whether each call of a batch was refused in the same words. */
function isRefusedWhole(answers: readonly unknown[]): boolean {
  const [first] = answers
  if (!mayDoLess(first) || isUnknownBlock(first)) return false
  return answers.every((answer) => answer instanceof EvmNodeError && answer.message === first.message)
}
