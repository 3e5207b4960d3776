import { memberOf } from '../../guard/simulate/rpc'
import type { Provider } from './connection/provider'
import { readChainId } from './hex'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** A source that answers RPC calls: a node over HTTP, or the connected wallet. */
export type RpcSource = {
  /** Whether the source is on the expected chain. */
  readonly isOnChain: () => Promise<boolean>
  /**
   * Answers in the order of the calls; a refused call is an `EvmNodeError` in its place, and one that was refused by its
   * HTTP status an `HttpRefusal`.
   */
  readonly askAll: (calls: readonly RpcCall[]) => Promise<readonly unknown[]>
}

/** A node over HTTP. Its chain id is read once. */
export function httpSource(url: string, chainId: number, fetchFrom: typeof fetch, timeout: number): RpcSource {
  let isOnChain: boolean | undefined
  let takesBatches = true

  return {
    askAll,
    isOnChain: async () => {
      if (isOnChain === undefined) {
        const [answer] = await post([{ method: 'eth_chainId', params: [] }])
        isOnChain = readChainId(answer) === chainId
      }
      return isOnChain
    },
  }

  async function askAll(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length > 1 && !takesBatches) return askOneByOne(calls)
    try {
      const answers = await post(calls)
      if (answers) return answers
      // Not every node supports JSON-RPC batches.
      takesBatches = false
    } catch (error) {
      // One call may be why a whole batch is refused. More requests do not help against a rate limit.
      if (calls.length === 1 || !(error instanceof HttpRefusal) || error.code === 429) throw error
    }
    return askOneByOne(calls)
  }

  async function askOneByOne(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const answers = await Promise.all(calls.map((call) => post([call]).catch(httpRefusalIn)))
    return answers.map(([answer]) => answer)
  }

  /** `undefined` when the answer to a batch is not a batch. */
  async function post(calls: readonly [RpcCall]): Promise<readonly unknown[]>
  async function post(calls: readonly RpcCall[]): Promise<readonly unknown[] | undefined>
  async function post(calls: readonly RpcCall[]): Promise<readonly unknown[] | undefined> {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const response = await fetchFrom(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body.length === 1 ? body[0] : body),
      signal: AbortSignal.timeout(timeout),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw new HttpRefusal(response.status)
    const answer: unknown = await response.json()
    if (calls.length > 1 && !Array.isArray(answer)) return undefined
    const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
    const byId = new Map(answers.map((each) => [memberOf(each, 'id'), each]))
    return calls.map((_, id) => resultIn(byId.get(id)))
  }
}

/** The connected wallet. It may switch chains at any time, so its chain id is read every time. */
export function walletSource(
  wallet: () => Provider | undefined,
  chainId: number,
  timeout: number,
): RpcSource & { readonly isElsewhere: () => Promise<boolean> } {
  return {
    isOnChain: async () => (await currentChain()) === chainId,
    /** True only if the wallet reports another chain; a silent or disconnected wallet does not count. */
    isElsewhere: async () => {
      const current = await currentChain().catch(() => undefined)
      return current !== undefined && current !== chainId
    },
    askAll: (calls) => withTimeout(Promise.all(calls.map(askOne)), timeout),
  }

  async function currentChain(): Promise<number | undefined> {
    return readChainId(await withTimeout(Promise.resolve(wallet()?.request({ method: 'eth_chainId' })), timeout))
  }

  function askOne({ method, params }: RpcCall): Promise<unknown> {
    return Promise.resolve(wallet()?.request({ method, params })).catch((error: unknown) => toNodeError(error))
  }
}

/** Applies the timeout of nodes to a wallet that does not answer. */
async function withTimeout<Value>(answer: Promise<Value>, timeout: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SourceTimeout()), timeout)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

function httpRefusalIn(error: unknown): readonly [HttpRefusal] {
  if (error instanceof HttpRefusal) return [error]
  throw error
}

function resultIn(answer: unknown): unknown {
  const error = memberOf(answer, 'error')
  if (error !== undefined && error !== null) return toNodeError(error)
  const result = memberOf(answer, 'result')
  return result === undefined ? new EvmNodeError(0, 'The answer has no result.', undefined) : result
}

function toNodeError(error: unknown): EvmNodeError {
  const code = memberOf(error, 'code')
  const message = memberOf(error, 'message')
  return new EvmNodeError(
    typeof code === 'number' ? code : 0,
    String(message ?? error).slice(0, 500),
    memberOf(error, 'data'),
  )
}

/** The node understood the call and refused it. */
export class EvmNodeError extends Error {
  override readonly name = 'EvmNodeError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The source refused by its HTTP status, whose number is the code: another source may answer. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly code: number

  constructor(status: number) {
    super(`HTTP ${status}`)
    this.code = status
  }
}

class SourceTimeout extends Error {
  override readonly name = 'SourceTimeout'

  constructor() {
    super('The wallet did not answer in time.')
  }
}
