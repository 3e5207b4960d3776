import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a broken service handles one request, down to the bytes on the wire. */
export type Fault = RequestListener

/** A real server with configurable faults, for failures that only occur on a wire. */
export class Upstream {
  readonly #server: Server
  readonly #faults = new Map<string, Fault>()

  private constructor() {
    this.#server = createServer((request, response) => {
      const fault = this.#faults.get(decodeURIComponent((request.url ?? '').slice(1)))
      if (fault) fault(request, response)
      else response.writeHead(404).end()
    })
  }

  static async open(): Promise<Upstream> {
    const upstream = new Upstream()
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve))
    return upstream
  }

  /** The server's response under this fault; rejects without a response. */
  fetchFault(name: string, fault: Fault): Promise<Response> {
    return fetch(this.address(name, fault))
  }

  /** The URL that answers with this fault. */
  address(name: string, fault: Fault): string {
    this.#faults.set(name, fault)
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/${encodeURIComponent(name)}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** A response with these bytes. */
export function respondWith(body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Fault {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}
