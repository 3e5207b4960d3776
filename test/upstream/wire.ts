import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a broken service does with one request, down to the bytes on the wire. */
export type Fault = RequestListener

/** A real server that answers as it is told, for what can only go wrong on a wire. */
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

  /** What the server answers under this fault; rejects where no answer comes. */
  suffer(name: string, fault: Fault): Promise<Response> {
    return fetch(this.address(name, fault))
  }

  /** Where the server answers so. */
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

/** An answer of these bytes. */
export function saying(body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Fault {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}
