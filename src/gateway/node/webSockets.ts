import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { parseRpc } from '../rpc/jsonRpc'
import type { RpcTarget, RpcTargets } from '../rpc/rpcProxy'

const largestMessage = 1024 * 1024
const mostSockets = 500
/** Messages kept while the node has not answered the call yet. */
const mostWaiting = 100

/** The chains' WebSockets on our own origin, with the same allowed methods as over HTTP. */
export function createWebSocketProxy(targets: RpcTargets, hosts: readonly string[] | undefined) {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage, perMessageDeflate: false })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const target = targetOf(request, targets)
    const isWelcome = isOwnPage(request) && isKnownHost(request, hosts)
    if (!target || !isWelcome || server.clients.size >= mostSockets) {
      socket.end(`HTTP/1.1 ${target ? '403 Forbidden' : '404 Not Found'}\r\nconnection: close\r\n\r\n`)
      return
    }
    server.handleUpgrade(request, socket, head, (client) => join(client, target))
  }

  function close() {
    for (const client of server.clients) client.terminate()
    server.close()
  }

  return { upgrade, close }
}

/** Speaks for one client to the node. What is refused is answered here and never reaches the node. */
function join(client: WebSocket, target: RpcTarget) {
  const node = new WebSocket(target.url.replace(/^http/, 'ws'), { perMessageDeflate: false, handshakeTimeout: 5_000 })
  const waiting: string[] = []

  client.on('message', (message) => {
    const { pass, answer } = sort(target, textOf(message))
    if (answer !== undefined) client.send(answer)
    if (pass === undefined) return
    if (node.readyState === WebSocket.OPEN) node.send(pass)
    else if (waiting.push(pass) > mostWaiting) client.close(1013)
  })
  node.on('open', () => {
    for (const message of waiting.splice(0)) node.send(message)
  })
  node.on('message', (message) => client.send(textOf(message)))

  client.on('close', () => node.terminate())
  node.on('close', () => client.close(1011))
  // Each side's end is told by its close event, which always follows.
  client.on('error', () => client.terminate())
  node.on('error', () => node.terminate())
}

function sort(target: RpcTarget, text: string): { pass?: string; answer?: string } {
  const screened = parseRpc(target.kind, text)
  if (screened.is === 'malformed') return { answer: JSON.stringify(screened.answer) }
  const allowed = screened.calls.flatMap((call) => (call.is === 'allowed' ? [call.call] : []))
  const refused = screened.calls.flatMap((call) => (call.is === 'refused' ? [call.answer] : []))
  const written = (calls: readonly unknown[]) => JSON.stringify(screened.isBatch ? calls : calls[0])
  return {
    ...(allowed.length > 0 ? { pass: written(allowed) } : {}),
    ...(refused.length > 0 ? { answer: written(refused) } : {}),
  }
}

function targetOf(request: IncomingMessage, targets: RpcTargets): RpcTarget | undefined {
  const [, chainId] = /^\/rpc\/(\d+)$/.exec(request.url ?? '') ?? []
  return targets.get(Number(chainId))
}

/** Browsers let any page open a socket anywhere, so the page's origin is looked at here. Programs send none. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  if (origin === undefined || !/^https?:/.test(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function isKnownHost({ headers }: IncomingMessage, hosts: readonly string[] | undefined): boolean {
  const address = `http://${headers.host}`
  return !hosts || (URL.canParse(address) && hosts.includes(new URL(address).hostname))
}

function textOf(message: RawData): string {
  if (Array.isArray(message)) return Buffer.concat(message).toString()
  return Buffer.isBuffer(message) ? message.toString() : Buffer.from(message).toString()
}
