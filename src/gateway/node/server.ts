import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { callerAddress } from '../caller'
import { refusal } from '../envelope'
import type { RecentResponses } from './recentResponses'

/**
 * A listening port. It is opened before there is anything to serve, so that a port in use is found before slow work
 * starts.
 */
export type HttpServer = {
  readonly url: string
  readonly port: number
  /** Sets the handlers of requests and WebSocket upgrades. Until then every request gets a 503 with Retry-After. */
  readonly serve: (listener: RequestListener, onUpgrade?: UpgradeListener, recent?: RecentResponses) => void
  /** Waits for requests in flight, for at most `timeout` milliseconds. */
  readonly close: (timeout?: number) => Promise<void>
}

export type RequestListener = (request: Request, env: { readonly caller: string }) => Response | Promise<Response>
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export type ListenOptions = {
  readonly port: number
  readonly host: string
  readonly trustedProxies?: number
  readonly timeouts?: Timeouts
}

/** Milliseconds for a client to send its headers and its whole request, and how often that is checked. */
export type Timeouts = { readonly headers: number; readonly request: number; readonly checkInterval: number }

/**
 * Node checks only every 30 seconds by default, so a slow client that sends single bytes would stay connected that
 * long.
 */
const defaultTimeouts: Timeouts = { headers: 10_000, request: 20_000, checkInterval: 2_000 }

/** Opens a port. Throws `PortUnavailable` when it is in use or not permitted. */
export async function listen(options: ListenOptions): Promise<HttpServer> {
  const { port, host, trustedProxies = 0, timeouts = defaultTimeouts } = options
  let listener: RequestListener = () => refusal(503, 'The gateway is starting.', { 'retry-after': '1' })
  let onUpgrade: UpgradeListener | undefined
  let recent: RecentResponses | undefined
  const answer = getRequestListener(async (request, { incoming }) => {
    const response = await listener(request, { caller: callerOf(incoming, trustedProxies) })
    await recent?.keep(incoming, response)
    return response
  })

  const server = createServer(
    {
      maxHeaderSize: 16_384,
      requestTimeout: timeouts.request,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkInterval,
    },
    (incoming, outgoing) => {
      if (!recent?.send(incoming, outgoing)) void answer(incoming, outgoing)
    },
  )
  server.keepAliveTimeout = 65_000
  const handedOver = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    handedOver.add(socket)
    socket.on('close', () => handedOver.delete(socket))
    // Without a listener, a connection reset during the upgrade would end the process.
    socket.on('error', () => socket.destroy())
    if (isOtherProtocol(request)) answerAsUsual(request, socket, (outgoing) => void answer(request, outgoing))
    else if (onUpgrade) onUpgrade(request, socket, head)
    else socket.destroy()
  })

  const boundPort = await bind(server, port, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    serve(nextListener, nextOnUpgrade, nextRecent) {
      listener = nextListener
      onUpgrade = nextOnUpgrade
      recent = nextRecent
    },
    close: (timeout = 5_000) => close(server, handedOver, timeout),
  }
}

/** The caller's address for rate limits, from the connection and, behind trusted proxies, `x-forwarded-for`. */
export function callerOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const forwarded = headers['x-forwarded-for']
  const hops = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  return callerAddress(socket.remoteAddress ?? '', hops, trustedProxies)
}

/** Java's client and `curl --http2` offer HTTP/2 with every request: an offer that a server may ignore (RFC 9110, 7.8). */
function isOtherProtocol({ headers, method }: IncomingMessage): boolean {
  const hasNoBody = method === 'GET' || method === 'HEAD'
  return hasNoBody && !/\bwebsocket\b/i.test(headers.upgrade ?? '')
}

/** Node hands over the socket of every request with an offer, so that its response needs it back. */
function answerAsUsual(request: IncomingMessage, socket: Duplex, answer: (outgoing: ServerResponse) => void): void {
  if (!(socket instanceof Socket)) return void socket.destroy()
  const outgoing = new ServerResponse(request)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  // A caller that keeps its own side open would keep the socket.
  outgoing.on('finish', () => socket.destroySoon())
  answer(outgoing)
}

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isUnavailable = error.code === 'EADDRINUSE' || error.code === 'EACCES'
      reject(isUnavailable ? new PortUnavailable(port, host, error.code) : error)
    })
    server.listen(port, host, () => resolve(portOf(server.address())))
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('The server listens on no port.')
}

/**
 * Closes the server. Keep-alive connections are closed as soon as their current request is answered. Node waits for
 * sockets that it handed over in an upgrade, too, and closes none of them itself.
 */
function close(server: Server, handedOver: ReadonlySet<Duplex>, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = setInterval(() => server.closeIdleConnections(), 20)
    const closeAll = setTimeout(() => {
      server.closeAllConnections()
      for (const socket of handedOver) socket.destroy()
    }, timeout)
    server.close(() => {
      clearInterval(closeIdle)
      clearTimeout(closeAll)
      resolve()
    })
  })
}

/** The port is in use by another process, or this user may not open it. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable'

  constructor(port: number, host: string, code: string | undefined) {
    super(
      code === 'EACCES'
        ? `Port ${port} on ${host} may not be opened by this user. Choose another one, for example PORT=4173.`
        : `Port ${port} on ${host} is taken. Stop what uses it, or choose another one, for example PORT=${port + 1}.`,
    )
  }
}
