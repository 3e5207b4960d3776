import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { type Hex, isHex } from 'viem'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

export type WriteAheadProxy = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * Forwards JSON-RPC to anvil, over HTTP and WebSocket on one loopback port, and reports every signed transaction before
 * forwarding it.
 */
export async function startWriteAheadProxy(
  target: string,
  onTransaction: (raw: Hex) => void,
): Promise<WriteAheadProxy> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer(forward)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', connect)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse) {
    const body = await readAll(incoming)
    for (const raw of rawTransactions(body.toString())) onTransaction(raw)
    const { method, headers } = incoming
    const outgoing = request(target, { method, agent, headers: { ...headers, 'content-length': body.length } })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    outgoing.end(body)
  }

  function connect(client: WebSocket) {
    const engine = new WebSocket(target.replace(/^http/, 'ws'))
    const opened = new Promise((resolve) => engine.once('open', resolve))
    client.on('message', async (message, isBinary) => {
      for (const raw of rawTransactions(textOf(message))) onTransaction(raw)
      await opened
      engine.send(message, { binary: isBinary })
    })
    engine.on('message', (message, isBinary) => client.send(message, { binary: isBinary }))
    for (const [one, other] of [
      [client, engine],
      [engine, client],
    ] as const) {
      one.on('close', () => other.close())
      one.on('error', () => other.terminate())
    }
  }
}

/** The signed transactions in a request or batch; bodies without any are not parsed. */
function rawTransactions(body: string): readonly Hex[] {
  if (!body.includes('eth_sendRawTransaction')) return []
  const read = v.safeParse(v.pipe(v.string(), v.parseJson()), body)
  if (!read.success) return []
  const requests = Array.isArray(read.output) ? read.output : [read.output]
  return requests.flatMap((entry: unknown) => {
    const sending = v.safeParse(sendRawTransaction, entry)
    return sending.success ? [sending.output.params[0]] : []
  })
}

const sendRawTransaction = v.object({
  method: v.picklist(['eth_sendRawTransaction', 'eth_sendRawTransactionSync']),
  params: v.tupleWithRest([v.custom<Hex>((raw) => isHex(raw))], v.unknown()),
})

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function textOf(message: RawData): string {
  if (Array.isArray(message)) return Buffer.concat(message).toString()
  return message instanceof ArrayBuffer ? Buffer.from(message).toString() : message.toString()
}
