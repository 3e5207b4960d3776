import type { AskNode, Fault, NodeCall, ProxyAnswer } from './nodeProxy'

/* Faults of nodes, for the rules of `startNodeProxy`. */

/** Answers after a pause. */
export function lags(milliseconds: number): Fault {
  return async (call, ask) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return ask(call)
  }
}

/** Closes the connection without an answer. */
export const drops: Fault = () => 'dropped'

/** Keeps the connection open and never answers. */
export const isSilent: Fault = () => 'silent'

/** Takes the call, passes it on to the real node, and loses the answer. */
export const losesAnswer: Fault = (call, ask) => ask(call).then(() => 'dropped')

/** A JSON-RPC error with HTTP status 200. */
export function refuses(code: number, message: string, data?: unknown): Fault {
  return () => ({ error: { code, message, ...(data === undefined ? {} : { data }) } })
}

/** An HTTP response of any kind, such as a page in HTML, half a JSON or a 503. */
export function respondsWith(http: number, body: string, headers: Readonly<Record<string, string>> = {}): Fault {
  return () => ({ http, body, headers })
}

/** Another answer than the node's. */
export function says(result: unknown): Fault {
  return () => ({ result })
}

/** Changes what the node answered: a node that disagrees. */
export function disagrees(change: (result: unknown, call: NodeCall) => unknown): Fault {
  return async (call, ask) => {
    const answer = await ask(call)
    return typeof answer === 'object' && 'result' in answer ? { result: change(answer.result, call) } : answer
  }
}

/** Writes the id of each call as a text. */
export const writesIdsAsText: Fault = async (call, ask) => {
  const answer = await ask(call)
  return typeof answer === 'object' && 'result' in answer ? { ...answer, id: String(call.id) } : answer
}

/** Answers `latest` with the state of an older block, though it names the newest one. */
export function answersOldState(blocks: number): Fault {
  return async (call, ask) => {
    const index = blockParam[call.method]
    if (index === undefined || (call.params[index] ?? 'latest') !== 'latest') return ask(call)
    const head = await numberFrom(ask, { method: 'eth_blockNumber', params: [] })
    return ask({ ...call, params: call.params.toSpliced(index, 1, hex(Math.max(0, head - blocks))) })
  }
}

/** Repeats the first answer to each question, however the chain goes on: a cache in front of a node. */
export function isFrozen(): Fault {
  const first = new Map<string, Promise<ProxyAnswer>>()
  return (call, ask) => {
    const question = JSON.stringify([call.method, call.params])
    const answer = first.get(question) ?? ask(call)
    first.set(question, answer)
    return answer
  }
}

/** A Solana node that has not seen the newest slots. */
export function isBehindSlots(slots: () => number): Fault {
  return async (call, ask) => {
    const [head, answer] = await Promise.all([ask({ method: 'getSlot', params: [] }), ask(call)])
    if (slots() === 0 || typeof answer !== 'object' || !('result' in answer)) return answer
    const slot = Number(Reflect.get(Object(head), 'result')) - slots()
    const named = call.params.map((each) => Number(Reflect.get(Object(each), 'minContextSlot'))).find(Number.isFinite)
    if (named !== undefined && named > slot)
      return { error: { code: -32_016, message: 'Minimum context slot has not been reached' } }
    if (call.method === 'getSlot') return { result: slot }
    if (Number(Reflect.get(Object(answer.result), 'slot')) > slot) return { result: null }
    const isOfSlot = typeof answer.result === 'object' && answer.result !== null && 'context' in answer.result
    return isOfSlot ? { result: { ...answer.result, context: { slot } } } : answer
  }
}

/** Several nodes behind one address: each call goes to the next. `isHonest` is one without fault. */
export function inTurn(...faults: readonly Fault[]): Fault {
  let turn = 0
  return (call, ask, batch) => faults[turn++ % faults.length]!(call, ask, batch)
}

export const isHonest: Fault = (call, ask) => ask(call)

/** Refuses `eth_getLogs` over more than some blocks. */
export function limitsRange(blocks: number, refusal: Fault): Fault {
  return async (call, ask, batch) => {
    const [filter] = call.params
    if (call.method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null) return ask(call)
    const at = async (name: 'fromBlock' | 'toBlock') => {
      const block: unknown = Reflect.get(filter, name) ?? 'latest'
      if (typeof block === 'string' && block.startsWith('0x')) return Number(block)
      const head = await ask({ method: 'eth_blockNumber', params: [] })
      return typeof head === 'object' && 'result' in head ? Number(head.result) : 0
    }
    return (await at('toBlock')) - (await at('fromBlock')) + 1 > blocks ? refusal(call, ask, batch) : ask(call)
  }
}

/** Refuses what has more results than that. */
export function limitsResults(most: number, refusal: Fault): Fault {
  return async (call, ask, batch) => {
    const answer = await ask(call)
    const isLong = typeof answer === 'object' && 'result' in answer && [answer.result].flat().length > most
    return isLong ? refusal(call, ask, batch) : answer
  }
}

/** Refuses HTTP requests with more than some calls. */
export function limitsBatch(calls: number, refusal: Fault): Fault {
  return (call, ask, batch) => (batch > calls ? refusal(call, ask, batch) : ask(call))
}

/** Refuses calls that name a block by a tag. */
export function refusesTag(tag: string, refusal: Fault): Fault {
  return (call, ask, batch) => (call.params.includes(tag) ? refusal(call, ask, batch) : ask(call))
}

/** Where a method takes its block; `eth_simulateV1`, `eth_call` and `eth_estimateGas` take the state of `latest` without one. */
const blockParam: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_simulateV1: 1,
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
}

/** An EVM node that has not seen the newest blocks: they and their transactions do not exist there. */
export function isBehind(blocks: () => number): Fault {
  return async (call, ask) => {
    const behind = blocks()
    if (behind === 0) return ask(call)
    const head = Math.max(0, (await numberFrom(ask, { method: 'eth_blockNumber', params: [] })) - behind)
    const { method, params } = call
    if (method === 'eth_blockNumber') return { result: hex(head) }
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash')
      return asSeenAt(head, method, await ask(call))
    if (method === 'eth_getLogs') return ask({ method, params: [clipped(params[0], head)] })
    const index = blockParam[method]
    if (index === undefined) return ask(call)
    const block = params[index] ?? 'latest'
    if (typeof block === 'string' && block.startsWith('0x') && Number(block) > head)
      return method.startsWith('eth_getBlock')
        ? { result: null }
        : { error: { code: -32_000, message: 'header not found' } }
    const isTag = block === 'latest' || block === 'pending'
    return ask(isTag ? { method, params: params.toSpliced(index, 1, hex(head)) } : call)
  }
}

function asSeenAt(head: number, method: string, answer: ProxyAnswer): ProxyAnswer {
  if (typeof answer !== 'object' || !('result' in answer) || typeof answer.result !== 'object' || !answer.result)
    return answer
  const block: unknown = Reflect.get(answer.result, 'blockNumber')
  if (block === null || Number(block) <= head) return answer
  if (method === 'eth_getTransactionReceipt') return { result: null }
  return { result: { ...answer.result, blockNumber: null, blockHash: null, transactionIndex: null } }
}

function clipped(filter: unknown, head: number): unknown {
  const toBlock: unknown = Reflect.get(Object(filter), 'toBlock')
  const isAhead = typeof toBlock !== 'string' || !toBlock.startsWith('0x') || Number(toBlock) > head
  return isAhead ? { ...Object(filter), toBlock: hex(head) } : filter
}

async function numberFrom(ask: AskNode, call: NodeCall): Promise<number> {
  const answer = await ask(call)
  if (typeof answer !== 'object' || !('result' in answer)) throw new Error('The node has no block number.')
  return Number(answer.result)
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}
