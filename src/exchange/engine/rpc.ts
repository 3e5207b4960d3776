import { Agent, request } from 'node:http'
import * as v from 'valibot'

/** JSON-RPC to one engine. Calls made in the same tick are sent as one batch. */
export type EngineRpc = {
  readonly url: string
  readonly call: (method: string, params?: readonly unknown[]) => Promise<unknown>
  readonly close: () => void
}

type PendingCall = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

/** The engine may execute the calls of a batch in any order: await what must come first. */
export function openEngineRpc(url: string): EngineRpc {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let queue: PendingCall[] = []

  function flush() {
    const batch = queue
    queue = []
    const body = JSON.stringify(batch.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })))
    post(url, agent, body)
      .then((text) => settle(batch, text))
      .catch((cause) => {
        for (const { reject } of batch) reject(new EngineUnreachable(url, cause))
      })
  }

  return {
    url,
    call: (method, params = []) =>
      new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush)
        queue.push({ method, params, resolve, reject })
      }),
    close: () => agent.destroy(),
  }
}

function post(url: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const rpcResponses = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      id: v.number(),
      result: v.optional(v.unknown()),
      error: v.optional(v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })),
    }),
  ),
)

/** Resolves or rejects each call of a batch. Throws when the response is not a JSON-RPC batch. */
function settle(batch: readonly PendingCall[], text: string): void {
  const responses = new Map(v.parse(rpcResponses, text).map((response) => [response.id, response]))
  for (const [id, { method, resolve, reject }] of batch.entries()) {
    const response = responses.get(id)
    if (response?.error) reject(new EngineRefused(method, response.error))
    else resolve(response?.result ?? null)
  }
}

/** `code` and `data` come from the engine: viem reads the revert reason from them. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused'
  readonly code: number
  readonly data: unknown

  constructor(method: string, { code, message, data }: { code: number; message: string; data?: unknown }) {
    super(`${method} was refused: ${message}`)
    this.code = code
    this.data = data
  }
}

export class EngineUnreachable extends Error {
  override readonly name = 'EngineUnreachable'

  constructor(url: string, cause: unknown) {
    super(`The local chain at ${url} does not answer.`, { cause })
  }
}
