import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { readLimits } from '../limitSettings'
import { parseRpc, rpcErrorResponse } from '../rpc/jsonRpc'
import { type RpcTarget, type RpcTargets, secretsIn } from '../rpc/rpcProxy'
import type { Limiter } from '../upstream/limiter'
import { createScrubber } from '../upstream/scrub'
import { callerOf } from './server'

export type WebSocketOptions = {
  readonly targets: RpcTargets
  /** Host names the gateway answers to; any when missing. */
  readonly hosts?: readonly string[] | undefined
  /** The origin that browsers see when a proxy is in front of the gateway. */
  readonly publicUrl?: string | undefined
  readonly trustedProxies?: number
  /** The rate limit of `/rpc` over HTTP: a caller has one budget for both. */
  readonly take: Limiter
  readonly limits?: Partial<WebSocketLimits> | undefined
  /** Called for each socket that a limit refuses. */
  readonly onRefused?: () => void
}

export type WebSocketLimits = {
  readonly sockets: number
  readonly socketsPerCaller: number
  /** Milliseconds without a message from either side after which a socket is closed. */
  readonly idleTimeout: number
}

const defaultLimits: WebSocketLimits = { ...readLimits(undefined), idleTimeout: 300_000 }

const maxMessageBytes = 1024 * 1024
const maxNodeMessageBytes = 16 * 1024 * 1024
/** Calls that are queued until the connection to the node is open. */
const maxQueued = 100
/** Calls in a row over the rate limit, after which the socket is closed. */
const maxLimitedCalls = 100

/** Proxies WebSockets to the chains' nodes, with the same allowed methods and rate limit as over HTTP. */
export function createWebSocketProxy(options: WebSocketOptions) {
  const limits = { ...defaultLimits, ...options.limits }
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const openByCaller = new Map<string, number>()
  const ends = new Map<WebSocket, () => void>()

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const caller = callerOf(request, options.trustedProxies ?? 0)
    const target = rpcTargetOf(request, options.targets)
    const open = openByCaller.get(caller) ?? 0
    if (!target) return reject(socket, '404 Not Found')
    if (!isOwnOrigin(request, options.publicUrl) || !isKnownHost(request, options.hosts))
      return reject(socket, '403 Forbidden')
    if (open >= limits.socketsPerCaller || server.clients.size >= limits.sockets || options.take(caller) > 0) {
      options.onRefused?.()
      return reject(socket, '429 Too Many Requests')
    }

    // Counted from the handshake, so that many parallel handshakes cannot exceed the cap.
    openByCaller.set(caller, open + 1)
    socket.once('close', () => {
      const left = (openByCaller.get(caller) ?? 1) - 1
      if (left > 0) openByCaller.set(caller, left)
      else openByCaller.delete(caller)
    })
    server.handleUpgrade(request, socket, head, (client) => {
      const take = (calls: number) => options.take(caller, calls) === 0
      ends.set(client, connect(client, target, take, limits.idleTimeout))
      client.on('close', () => ends.delete(client))
    })
  }

  /** Lets calls in flight be answered for `timeout` milliseconds; clients then connect again, to another gateway. */
  async function close(timeout = 0) {
    const deadline = performance.now() + timeout
    for (const end of ends.values()) end()
    while (server.clients.size > 0 && performance.now() < deadline) await sleep(20)
    for (const client of server.clients) client.terminate()
    server.close()
  }

  return { upgrade, close }
}

function reject(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
}

/**
 * Connects a client to the node. Calls that are not allowed are answered here and never reach the node. Returns a
 * function that ends the connection with 1012 ("service restart") once all requests are answered.
 */
function connect(
  client: WebSocket,
  target: RpcTarget,
  take: (calls: number) => boolean,
  idleTimeout: number,
): () => void {
  const node = new WebSocket(target.url.replace(/^http/, 'ws'), {
    perMessageDeflate: false,
    handshakeTimeout: 5_000,
    maxPayload: maxNodeMessageBytes,
  })
  const scrubber = createScrubber(secretsIn(target.url))
  const queue: string[] = []
  let queuedBytes = 0
  let limitedCalls = 0
  let unanswered = 0
  let isEnding = false
  const end = () => {
    isEnding = true
    if (unanswered <= 0) client.close(1012, 'restart')
  }
  const idle = setTimeout(() => client.close(1001, 'idle'), idleTimeout)

  client.on('message', (message) => {
    if (isEnding) return
    idle.refresh()
    const { forward, answer, isLimited } = handle(target, String(message), take)
    if (answer !== undefined) send(client, answer)
    limitedCalls = isLimited ? limitedCalls + 1 : 0
    if (limitedCalls > maxLimitedCalls) client.close(1008, 'rate limit')
    if (forward === undefined) return
    unanswered++
    if (node.readyState === WebSocket.OPEN) return send(node, forward)
    queuedBytes += forward.length
    if (queue.push(forward) > maxQueued || queuedBytes > maxMessageBytes) client.close(1013)
  })
  node.on('open', () => {
    for (const message of queue.splice(0)) send(node, message)
  })
  node.on('message', (message) => {
    idle.refresh()
    const text = String(message)
    send(client, scrubber.text(text))
    // Notifications of a subscription have a method, and answer no request.
    if (!text.includes('"method"')) unanswered--
    if (isEnding) end()
  })

  client.on('close', () => {
    clearTimeout(idle)
    node.terminate()
  })
  node.on('close', () => client.close(1011))
  // A close event follows each error; without a listener an error would end the process.
  client.on('error', () => client.terminate())
  node.on('error', () => node.terminate())
  return end
}

/** Disconnects a side that does not read, before its unread messages fill the memory. */
function send(socket: WebSocket, message: string) {
  if (socket.bufferedAmount > maxNodeMessageBytes) socket.terminate()
  else socket.send(message)
}

type Handled = { readonly forward?: string; readonly answer?: string; readonly isLimited?: boolean }

function handle(target: RpcTarget, text: string, take: (calls: number) => boolean): Handled {
  const parsed = parseRpc(target.kind, text)
  const count = parsed.is === 'valid' ? parsed.calls.length : 1
  if (!take(count))
    return { answer: JSON.stringify(rpcErrorResponse(null, -32005, 'Too many requests.')), isLimited: true }
  if (parsed.is === 'malformed') return { answer: JSON.stringify(parsed.answer) }

  const allowed = parsed.calls.flatMap((call) => (call.is === 'allowed' ? [call.call] : []))
  const refused = parsed.calls.flatMap((call) => (call.is === 'refused' ? [call.answer] : []))
  const write = (calls: readonly unknown[]) => JSON.stringify(parsed.isBatch ? calls : calls[0])
  return {
    ...(allowed.length > 0 ? { forward: write(allowed) } : {}),
    ...(refused.length > 0 ? { answer: write(refused) } : {}),
  }
}

function rpcTargetOf(request: IncomingMessage, targets: RpcTargets): RpcTarget | undefined {
  const [, chainId] = /^\/rpc\/(\d+)$/.exec(request.url ?? '') ?? []
  return targets.get(Number(chainId))
}

/**
 * Browsers let every page open a WebSocket to any address, so the Origin must be the gateway's own. Browsers always
 * send one ("null" for sandboxed pages and files); a request without one comes from a program, which could send any
 * Origin.
 */
function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host = '' } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin) || !URL.canParse(`http://${host}`)) return false
  const url = new URL(origin)
  if (publicUrl !== undefined && url.origin === publicUrl) return true
  // The default port depends on the scheme, so `Host` is parsed with the scheme of the Origin.
  return /^https?:$/.test(url.protocol) && url.host === new URL(`${url.protocol}//${host}`).host
}

function isKnownHost({ headers }: IncomingMessage, hosts: readonly string[] | undefined): boolean {
  const address = `http://${headers.host}`
  return !hosts || (URL.canParse(address) && hosts.includes(new URL(address).hostname))
}
