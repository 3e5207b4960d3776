import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { decodeRequests, type RpcRequest } from './jsonRpc'
import { createSolanaLedger, type SolanaLedger } from './ledger'
import { createRpcMethods } from './methods'
import { SolanaRpcError } from './rpcError'
import { createSubscriptions } from './subscriptions'

/** A local Solana node: JSON-RPC over HTTP and WebSocket on one loopback port. */
export type SolanaNode = {
  readonly url: string
  readonly ledger: SolanaLedger
  /** Calls a method directly, without HTTP. Throws `SolanaRpcError`. */
  call(method: string, params?: readonly unknown[]): unknown
  stop(): Promise<void>
}

const largestBody = 1_000_000
const largestBatch = 100

/** Throws when litesvm has no binary for this platform. */
export async function startSolanaNode(): Promise<SolanaNode> {
  const ledger = createSolanaLedger()
  const methods = createRpcMethods(ledger)
  const subscriptions = createSubscriptions(ledger)
  const server = createServer(serveHttp)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', serveSocket)
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
      const forceClose = setTimeout(() => server.closeAllConnections(), 250)
      await closed
      clearTimeout(forceClose)
    },
  }

  function call(method: string, params: readonly unknown[] = []): unknown {
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!known) throw new SolanaRpcError(-32601, 'Method not found')
    return known(...params)
  }

  function respondTo({ id, method, params }: RpcRequest, socket?: WebSocket) {
    const base = { jsonrpc: '2.0', id }
    try {
      if (method === undefined) throw new SolanaRpcError(-32600, 'Invalid request')
      const subscribed = socket && subscriptions.handle(method, params, socket)
      return { ...base, result: subscribed ? subscribed.result : call(method, params) }
    } catch (error) {
      return { ...base, error: errorJson(error) }
    }
  }

  function respondToText(text: string, socket?: WebSocket): string {
    const body = decodeRequests(text)
    if (body === undefined) return failure(-32700, 'Parse error')
    if (!('batch' in body)) return JSON.stringify(respondTo(body.single, socket))
    if (body.batch.length > largestBatch) return failure(-32600, 'The batch is too large')
    return JSON.stringify(body.batch.map((request) => respondTo(request, socket)))
  }

  async function serveHttp(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
    const text = await bodyOf(request)
    if (text === undefined) return void response.writeHead(413).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(respondToText(text))
  }

  function serveSocket(socket: WebSocket) {
    socket.on('message', (message) => socket.send(respondToText(String(message), socket)))
    socket.on('close', () => subscriptions.drop(socket))
    socket.on('error', () => socket.terminate())
  }
}

function failure(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
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
