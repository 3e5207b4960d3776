import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { createSolanaLedger, type SolanaLedger } from './ledger'
import { createRpcMethods } from './methods'
import { SolanaRpcError } from './rpcError'
import { createSubscriptions } from './subscriptions'

/** A local Solana: one loopback port that answers JSON-RPC over HTTP and WebSocket. */
export type SolanaNode = {
  readonly url: string
  readonly ledger: SolanaLedger
  /** A method called without a port. Throws `RpcError`. */
  call(method: string, params?: readonly unknown[]): unknown
  stop(): Promise<void>
}

type Question = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }

const largestBody = 1_000_000
const largestBatch = 100

/** Throws when litesvm has no binary for this platform. */
export async function startSolanaNode(): Promise<SolanaNode> {
  const ledger = createSolanaLedger()
  const methods = createRpcMethods(ledger)
  const subscriptions = createSubscriptions(ledger)
  const server = createServer(respond)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    call,
    async stop() {
      ledger.stop()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      const closed = new Promise((resolve) => server.close(resolve))
      const impatience = setTimeout(() => server.closeAllConnections(), 250)
      await closed
      clearTimeout(impatience)
    },
  }

  function call(method: string, params: readonly unknown[] = []): unknown {
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!known) throw new SolanaRpcError(-32601, 'Method not found')
    return known(...params)
  }

  function answer(question: Question, socket?: WebSocket) {
    const base = { jsonrpc: '2.0', id: question.id ?? null }
    try {
      const { method, params } = readQuestion(question)
      const subscribed = socket && subscriptions.handle(method, params, socket)
      return { ...base, result: subscribed ? subscribed.result : call(method, params) }
    } catch (error) {
      return { ...base, error: errorJson(error) }
    }
  }

  function answerText(text: string, socket?: WebSocket): string {
    let body: Question | readonly Question[]
    try {
      body = JSON.parse(text)
    } catch {
      return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
    }
    if (!Array.isArray(body)) return JSON.stringify(answer(body as Question, socket))
    if (body.length > largestBatch)
      return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'The batch is too large' } })
    return JSON.stringify(body.map((question: Question) => answer(question, socket)))
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
    const text = await bodyOf(request)
    if (text === undefined) return void response.writeHead(413).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerText(text))
  }

  function serve(socket: WebSocket) {
    socket.on('message', (message) => socket.send(answerText(String(message), socket)))
    socket.on('close', () => subscriptions.drop(socket))
    socket.on('error', () => socket.terminate())
  }
}

function readQuestion({ method, params }: Question) {
  if (typeof method !== 'string') throw new SolanaRpcError(-32600, 'Invalid request')
  return { method, params: Array.isArray(params) ? params : [] }
}

function errorJson(error: unknown) {
  if (!(error instanceof SolanaRpcError)) return { code: -32602, message: `Invalid params: ${String(error)}` }
  const { code, message, data } = error
  return data === undefined ? { code, message } : { code, message, data }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
