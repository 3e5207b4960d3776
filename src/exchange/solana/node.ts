import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'
import { createSolanaLedger } from './ledger'
import { createRpcMethods } from './methods'
import { SolanaRpcError } from './rpcError'
import { createSubscriptions } from './subscriptions'

export type SolanaNode = Awaited<ReturnType<typeof startSolanaNode>>

const largestBody = 1_000_000
const largestBatch = 100

/**
 * A local Solana node: JSON-RPC over HTTP and WebSocket on one loopback port. Throws when litesvm has no binary for this
 * platform.
 */
export async function startSolanaNode() {
  const ledger = createSolanaLedger()
  const methods = createRpcMethods(ledger)
  const subscriptions = createSubscriptions(ledger)
  const app = new Hono()
  app.post('*', bodyLimit({ maxSize: largestBody }), async (c) =>
    c.body(respondToText(await c.req.text()), 200, { 'content-type': 'application/json' }),
  )
  app.all('*', (c) => c.body(null, 405, { allow: 'POST' }))
  const server = createServer(getRequestListener(app.fetch))
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

  /** Calls a method directly, without HTTP. Throws `SolanaRpcError`. */
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
    const body = v.safeParse(rpcBody, text)
    if (!body.success) return failure(-32700, 'Parse error')
    if (!Array.isArray(body.output)) return JSON.stringify(respondTo(body.output, socket))
    if (body.output.length > largestBatch) return failure(-32600, 'The batch is too large')
    return JSON.stringify(body.output.map((request) => respondTo(request, socket)))
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

/** A JSON-RPC request, as far as it can be parsed; without a method it is invalid, but its id is still returned. */
type RpcRequest = v.InferOutput<typeof rpcRequest>

const rpcRequest = v.fallback(
  v.object({
    id: v.fallback(v.union([v.string(), v.number(), v.null()]), null),
    method: v.fallback(v.optional(v.string()), undefined),
    params: v.fallback(v.array(v.unknown()), []),
  }),
  { id: null, method: undefined, params: [] },
)

const rpcBody = v.pipe(v.string(), v.parseJson(), v.union([v.array(rpcRequest), rpcRequest]))
