import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/*
 * A relay between pages and wallets, as small as its published protocol allows: JSON-RPC over WebSocket, with topics in
 * which messages wait until a subscriber has received them. Messages are end-to-end encrypted; the relay never decrypts
 * them.
 */

export type Relay = {
  readonly url: string
  /** Messages that were published, in order. */
  readonly published: readonly Message[]
  /** Cuts every connection, as a network does; clients come back by themselves. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

type Message = { readonly topic: string; readonly message: string; readonly tag: number; readonly from: string }

/** A client keeps its name over connections; a connection only lasts. */
type Connection = { readonly socket: WebSocket; readonly client: string; readonly topics: Set<string> }

type Request = { readonly id: number; readonly method: string; readonly params: Readonly<Record<string, unknown>> }

export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const connections = new Set<Connection>()
  const published: Message[] = []
  /** Which clients have received a message. */
  const received = new Map<Message, Set<string>>()
  let nextId = 1

  server.on('connection', (socket, { url }) => {
    const connection = { socket, client: clientOf(url ?? ''), topics: new Set<string>() }
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
    socket.on('message', (bytes) => {
      const said: unknown = JSON.parse(String(bytes))
      if (!isRequest(said)) return
      const { after, result } = answer(connection, said)
      socket.send(JSON.stringify({ id: said.id, jsonrpc: '2.0', result }))
      after?.()
    })
  })

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    published,
    cut: () => {
      for (const { socket } of connections) socket.terminate()
    },
    close: async () => {
      for (const { socket } of connections) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function answer(connection: Connection, { method, params }: Request): { result: unknown; after?: () => void } {
    const { client } = connection
    switch (method) {
      case 'irn_publish':
        return { result: true, after: () => publish(messageOf(params, client)) }
      case 'irn_subscribe':
        return { result: subscriptionOf(params.topic), after: () => subscribe(connection, [params.topic]) }
      case 'irn_batchSubscribe':
        return {
          result: list(params.topics).map(subscriptionOf),
          after: () => subscribe(connection, list(params.topics)),
        }
      case 'irn_unsubscribe':
        connection.topics.delete(String(params.topic))
        return { result: true }
      case 'irn_batchFetchMessages':
      case 'irn_fetchMessages':
        return { result: { messages: waiting(client, list(params.topics ?? [params.topic])), hasMore: false } }
      // Proposals and approvals are published and subscribed to in one.
      case 'wc_proposeSession':
        return {
          result: true,
          after: () => {
            subscribe(connection, [params.pairingTopic])
            publish({ ...topicOf(params.pairingTopic, params.sessionProposal), tag: 1100, from: client })
          },
        }
      case 'wc_approveSession':
        return {
          result: true,
          after: () => {
            subscribe(connection, [params.sessionTopic])
            publish({ ...topicOf(params.pairingTopic, params.sessionProposalResponse), tag: 1101, from: client })
            publish({ ...topicOf(params.sessionTopic, params.sessionSettlementRequest), tag: 1102, from: client })
          },
        }
      default:
        throw new Error(`The relay of the tests does not know ${method}.`)
    }
  }

  function publish(message: Message) {
    // Clients repeat unacknowledged messages; each message is delivered once.
    if (published.some((known) => known.topic === message.topic && known.message === message.message)) return
    published.push(message)
    received.set(message, new Set([message.from]))
    // Two tabs of one browser are one client over two connections: both hear it.
    const listening = [...connections].filter(
      ({ topics, client }) => topics.has(message.topic) && client !== message.from,
    )
    for (const { client, socket } of listening) {
      received.get(message)?.add(client)
      send(socket, message)
    }
  }

  function subscribe(connection: Connection, topics: readonly unknown[]) {
    for (const topic of topics) connection.topics.add(String(topic))
    for (const message of published) if (topics.includes(message.topic)) deliver(connection, message)
  }

  function deliver({ socket, client }: Connection, message: Message) {
    if (received.get(message)?.has(client) || socket.readyState !== socket.OPEN) return
    received.get(message)?.add(client)
    send(socket, message)
  }

  function send(socket: WebSocket, message: Message) {
    const params = { id: subscriptionOf(message.topic), data: sent(message) }
    socket.send(JSON.stringify({ id: nextId++, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }

  function waiting(client: string, topics: readonly unknown[]) {
    return published
      .filter((message) => topics.includes(message.topic) && !received.get(message)?.has(client))
      .map((message) => {
        received.get(message)?.add(client)
        return sent(message)
      })
  }
}

function sent({ topic, message, tag }: Message) {
  return { topic, message, tag, publishedAt: Date.now() }
}

function messageOf(params: Request['params'], from: string): Message {
  return { ...topicOf(params.topic, params.message), tag: Number(params.tag ?? 0), from }
}

function topicOf(topic: unknown, message: unknown) {
  return { topic: String(topic), message: String(message) }
}

function subscriptionOf(topic: unknown): string {
  return `subscription of ${String(topic)}`
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Who connects, by the token it signs; nothing else of it matters here. */
function clientOf(url: string): string {
  const token = new URL(url, 'ws://relay').searchParams.get('auth') ?? ''
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')
  return String(Reflect.get(Object(payload), 'iss'))
}

function isRequest(said: unknown): said is Request {
  return typeof said === 'object' && said !== null && 'method' in said && 'params' in said
}
