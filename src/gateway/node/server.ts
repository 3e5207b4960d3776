import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { errorClass } from '../../domain/errorClass'
import { callerAddress } from '../caller'
import { refusal } from '../envelope'

/**
 * A listening port. It is opened before there is anything to serve, so that a port in use is found before slow work
 * starts.
 */
export type HttpServer = Awaited<ReturnType<typeof listen>>

export type RequestListener = (request: Request, env: { readonly caller: string }) => Response | Promise<Response>
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export type ListenOptions = {
  readonly port: number
  readonly host: string
  readonly trustedProxies?: number
  readonly timeouts?: Timeouts
}

export type Timeouts = {
  /** Milliseconds for a client to send its headers. */
  readonly headers: number
  /** Milliseconds for a client to send its whole request. */
  readonly request: number
  /** How often both are checked, in milliseconds. */
  readonly checkInterval: number
  /** Milliseconds in which a client has to take some of its response. */
  readonly response: number
}

/**
 * Node checks only every 30 seconds by default, so a client that sends single bytes would stay connected that long. For
 * a client that reads nothing it waits forever, with the response in memory.
 */
const defaultTimeouts: Timeouts = { headers: 10_000, request: 20_000, checkInterval: 2_000, response: 30_000 }

/** Opens a port. Throws `PortUnavailable` when it is in use or not permitted. */
export async function listen(options: ListenOptions) {
  const { port, host, trustedProxies = 0, timeouts = defaultTimeouts } = options
  let listener: RequestListener = () => refusal(503, 'The gateway is starting.', { 'retry-after': '1' })
  let onUpgrade: UpgradeListener | undefined
  let isDraining = false
  let inFlight = 0
  // Health checks in HTTP/1.0 name no host: they get the answer that this computer gets.
  const answer = getRequestListener(
    (request, { incoming }) => listener(request, { caller: callerOf(incoming, trustedProxies) }),
    { hostname: 'localhost' },
  )
  const isOverPipelined = createPipelineLimit()

  const server = createServer(
    {
      maxHeaderSize: 16_384,
      requestTimeout: timeouts.request,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkInterval,
    },
    (incoming, outgoing) => {
      outgoing.setTimeout(timeouts.response, () => disconnectIfStalled(outgoing))
      inFlight++
      outgoing.once('close', () => inFlight--)
      if (isDraining) outgoing.shouldKeepAlive = false
      if (isOverPipelined(incoming, outgoing)) incoming.socket.destroy()
      else if (hostCount(incoming) > 1) outgoing.writeHead(400, { connection: 'close' }).end()
      else void answer(incoming, outgoing)
    },
  )
  server.keepAliveTimeout = 65_000
  const handedOver = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    if (!/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) return receiveAgain(server, request, socket, head)
    handedOver.add(socket)
    socket.on('close', () => handedOver.delete(socket))
    // Without a listener, a connection reset during the upgrade would end the process.
    socket.on('error', () => socket.destroy())
    if (onUpgrade) onUpgrade(request, socket, head)
    else socket.destroy()
  })

  const boundPort = await bind(server, port, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    /** Sets the handlers of requests and WebSocket upgrades. Until then every request gets a 503 with Retry-After. */
    serve(nextListener: RequestListener, nextOnUpgrade?: UpgradeListener) {
      listener = nextListener
      onUpgrade = nextOnUpgrade
    },
    /** From now on each answer closes its connection, so that clients open the next one elsewhere. */
    drain() {
      isDraining = true
    },
    /** Waits for requests in flight, for at most `timeout` milliseconds. Returns how many requests were cut off. */
    async close(timeout = 5_000) {
      let cut = 0
      await close(server, handedOver, timeout, () => {
        cut = inFlight
      })
      return cut
    },
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

/**
 * Java's client and `curl --http2` offer HTTP/2 with every request: an offer that a server may ignore (RFC 9110, 7.8). Node
 * hands over the socket of each request with an offer, body unread, so it gets the same request again without one.
 */
function receiveAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  // Node keeps the first thousand headers. Without the one that delimits the body, the body would be a second request.
  if (rawHeaders.length > maxHeaders * 2)
    return void socket.end('HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n')
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^upgrade$/i.test(name) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  const text = [`${method} ${url} HTTP/${httpVersion}`, ...fields, '', ''].join('\r\n')
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  server.emit('connection', socket)
  socket.resume()
}

/** More than any browser or proxy sends. */
const maxHeaders = 200

/**
 * Counts the unanswered requests of each connection. Node starts every pipelined request as soon as it is parsed and queues
 * the responses, so one client that sends requests and reads nothing could fill the memory.
 */
function createPipelineLimit(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const unanswered = new WeakMap<Duplex, number>()
  return ({ socket }, outgoing) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return count > maxPipelined
  }
}

/** Node reads the first of several `Host` headers; a proxy in front may have read another one. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length
}

/** Browsers and proxies send one request at a time on a connection of HTTP/1.1. */
const maxPipelined = 8

/** A response may take longer than the timeout to be made; one that is made has to be taken. */
function disconnectIfStalled(outgoing: ServerResponse): void {
  if (outgoing.writableLength > 0) outgoing.destroy()
}

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isUnavailable = error.code === 'EADDRINUSE' || error.code === 'EACCES'
      reject(isUnavailable ? new PortUnavailable(port, host, error.code) : error)
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * Closes the server. Keep-alive connections are closed as soon as their current request is answered. Node waits for
 * sockets that it handed over in an upgrade, too, and closes none of them itself.
 */
function close(server: Server, handedOver: ReadonlySet<Duplex>, timeout: number, onTimeout: () => void): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = setInterval(() => server.closeIdleConnections(), 20)
    const closeAll = setTimeout(() => {
      onTimeout()
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
export const PortUnavailable = errorClass('PortUnavailable', (port: number, host: string, code: string | undefined) =>
  code === 'EACCES'
    ? `Port ${port} on ${host} may not be opened by this user. Choose another one, for example PORT=4173.`
    : `Port ${port} on ${host} is taken. Stop what uses it, or choose another one, for example PORT=${port + 1}.`,
)
