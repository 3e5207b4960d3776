import type { IncomingMessage, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { callerOf } from '../caller'
import { refusal } from '../envelope'

/** An open port. It can be taken before there is anything to serve, so that a taken port costs nothing. */
export type Door = {
  readonly url: string
  readonly port: number
  /** From now on requests are answered by this; until then they are asked to come again. */
  readonly open: (serve: Serve, upgrade?: Upgrade) => void
  /** Lets those inside finish, for at most so many milliseconds. */
  readonly close: (patience?: number) => Promise<void>
}

export type Serve = (request: Request, env: { readonly caller: string }) => Response | Promise<Response>
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export type DoorOptions = { readonly port: number; readonly host: string; readonly trustedProxies?: number }

/** Listens. Throws `PortTaken` when somebody else does. */
export async function openDoor({ port, host, trustedProxies = 0 }: DoorOptions): Promise<Door> {
  let serve: Serve = () => refusal(503, 'The gateway is starting.', { 'retry-after': '1' })
  let upgrade: Upgrade | undefined

  const listener = getRequestListener((request, { incoming }) => {
    const forwarded = incoming.headers['x-forwarded-for']
    const chain = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
    return serve(request, { caller: callerOf(incoming.socket.remoteAddress ?? '', chain, trustedProxies) })
  })
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 20_000, headersTimeout: 10_000 }, listener)
  server.keepAliveTimeout = 65_000
  server.on('upgrade', (request, socket, head) => {
    // A peer that vanishes in the middle of an upgrade is its own loss.
    socket.on('error', () => socket.destroy())
    if (upgrade) upgrade(request, socket, head)
    else socket.destroy()
  })

  const taken = await listen(server, port, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    open(nextServe, nextUpgrade) {
      serve = nextServe
      upgrade = nextUpgrade
    },
    close: (patience = 5_000) => close(server, patience),
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new PortTaken(port, host, error.code) : error)
    })
    server.listen(port, host, () => resolve(boundPort(server.address())))
  })
}

function boundPort(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('The server listens on no port.')
}

/** Connections kept open for a next request are let go as soon as the present one is answered. */
function close(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const letGo = setInterval(() => server.closeIdleConnections(), 20)
    const hangUp = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearInterval(letGo)
      clearTimeout(hangUp)
      resolve()
    })
  })
}

/** Somebody else listens there, or the port is not ours to take. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'

  constructor(port: number, host: string, code: string) {
    super(
      code === 'EACCES'
        ? `Port ${port} on ${host} may not be opened by this user. Choose another one, for example PORT=4173.`
        : `Port ${port} on ${host} is taken. Stop what uses it, or choose another one, for example PORT=${port + 1}.`,
    )
  }
}
