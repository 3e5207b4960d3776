import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { knownJson } from '../knownJson'

/*
 * A proxy in front of a node of the test exchange, EVM or Solana, that misbehaves as reported nodes do. A rule names the
 * methods it applies to, and its fault answers them: late, never, with another node's opinion, with a refusal. Calls
 * without a rule are answered by the real node.
 */

export type NodeCall = { readonly method: string; readonly params: readonly unknown[]; readonly id?: unknown }

export type RpcRefusal = { readonly code: number; readonly message: string; readonly data?: unknown }

/** One call's answer, or an HTTP response in place of the whole answer, or no answer at all. */
export type ProxyAnswer =
  | { readonly result: unknown; readonly id?: unknown }
  | { readonly error: RpcRefusal }
  | { readonly http: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | 'dropped'
  | 'silent'

/** Asks the real node, or the fault below. */
export type AskNode = (call: NodeCall) => Promise<ProxyAnswer>

/** How a call is answered. `batch` is how many calls came in the same HTTP request. */
export type Fault = (call: NodeCall, ask: AskNode, batch: number) => Promise<ProxyAnswer> | ProxyAnswer

export type NodeRule = {
  /** All methods when left out. */
  readonly methods?: readonly string[]
  readonly when?: (call: NodeCall) => boolean
  /** How many calls it applies to; all of them when left out. */
  readonly times?: number
  readonly fault: Fault
}

export type NodeProxy = Awaited<ReturnType<typeof startNodeProxy>>

/** Starts a proxy on a free port of this computer. `url` replaces the node's own in a chain's settings. */
export async function startNodeProxy(target: string) {
  const rules: { readonly rule: NodeRule; used: number }[] = []
  /** The calls in the order they came, and those of one HTTP request together. */
  const asked: NodeCall[] = []
  const requests: (readonly NodeCall[])[] = []
  const silent = new Set<ServerResponse>()

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void respond(Buffer.concat(parts).toString(), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    requests,
    /** Adds a rule, which comes before earlier ones. Returns what removes it. */
    add: (rule: NodeRule) => {
      const entry = { rule, used: 0 }
      rules.unshift(entry)
      return () => void rules.splice(rules.indexOf(entry), rules.includes(entry) ? 1 : 0)
    },
    /** Removes all rules: from now on the node is honest. */
    heal: () => void rules.splice(0),
    countOf: (method: string) => asked.filter((call) => call.method === method).length,
    close: async () => {
      for (const response of silent) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function respond(text: string, response: ServerResponse) {
    if (text === '') return void response.writeHead(204, cors).end()
    const body: (NodeCall & { readonly id: unknown }) | (NodeCall & { readonly id: unknown })[] = knownJson(text)
    const calls = [body].flat()
    requests.push(calls)
    asked.push(...calls)
    const answers = await Promise.all(calls.map((call) => answer(call, calls.length)))
    if (answers.includes('dropped')) return void response.destroy()
    if (answers.includes('silent')) return void silent.add(response)
    for (const whole of answers) {
      if (typeof whole !== 'object' || !('http' in whole)) continue
      return void response.writeHead(whole.http, { ...cors, ...whole.headers }).end(whole.body)
    }
    const said = answers.map((each, index) => ({ jsonrpc: '2.0', id: calls[index]?.id, ...Object(each) }))
    response.writeHead(200, { ...cors, 'content-type': 'application/json' })
    response.end(JSON.stringify(Array.isArray(body) ? said : said[0]))
  }

  async function answer(call: NodeCall, batch: number): Promise<ProxyAnswer> {
    const applying = rules.filter(({ rule: { methods, when, times = Number.POSITIVE_INFINITY }, used }) => {
      return used < times && (methods?.includes(call.method) ?? true) && (when?.(call) ?? true)
    })
    for (const entry of applying) entry.used++
    const ask = applying.reduceRight<AskNode>(
      (below, { rule }) =>
        async (each) =>
          rule.fault(each, below, batch),
      (each) => forward(target, each),
    )
    // The node has stopped, or a fault asked one that gave no answer.
    return ask(call).catch(() => 'dropped')
  }
}

async function forward(target: string, { method, params }: NodeCall): Promise<ProxyAnswer> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: { result?: unknown; error?: RpcRefusal } = knownJson(await response.text())
  return answer.error ? { error: answer.error } : { result: answer.result }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}
