import type { Service } from '../../src/gateway/upstream/client'
import { isList, isObject, type JsonObject, parseJson, writeJson } from '../../src/protocol/json/json'

type Route = 'chains' | 'swap' | 'pools' | 'add'

/** Changes a response: another body, another response, or one that never arrives. */
type Alteration = (honest: Response, asked: JsonObject) => Response | Promise<Response>

/**
 * A service middleware between the gateway and the exchange, in the place of a compromised or broken service: it
 * receives the requests over HTTP, and can change the answers.
 */
export class TamperingProxy {
  /** All requests to the service, in order. */
  readonly asked: { readonly route: Route; readonly body: JsonObject }[] = []
  readonly #alterations = new Map<Route, Alteration>()

  /** For `setStage({ between })`. */
  readonly between = (service: Service): Service => ({
    ...service,
    fetch: async (request) => {
      const route = routeOf(request)
      const body = request.method === 'POST' ? objectIn(await request.clone().text()) : {}
      this.asked.push({ route, body })
      const alter = this.#alterations.get(route)
      return alter ? alter(await service.fetch(request), body) : service.fetch(request)
    },
  })

  /** From now on the answers of this route are changed. */
  alter(route: Route, alteration: Alteration): void {
    this.#alterations.set(route, alteration)
  }

  /** From now on full plans are changed; quotes for the form stay honest. */
  tamper(change: (answer: Answer, asked: JsonObject) => Answer): void {
    this.alter('swap', async (honest, asked) => {
      const text = await honest.text()
      const isPlan = honest.ok && asked.skipNonSwapTransactions !== true
      return json(isPlan ? writeAnswer(text, change(readAnswer(text), asked)) : text, honest.status)
    })
  }

  /** Answers honestly again. */
  forward(): void {
    this.#alterations.clear()
  }

  /** The number of requests to a route. */
  count(route: Route): number {
    return this.asked.filter((each) => each.route === route).length
  }
}

/** The `data` of a swap answer, with its transactions separated. */
export type Answer = { readonly transactions: readonly Transaction[]; readonly rest: JsonObject }
export type Transaction = JsonObject

function json(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

function objectIn(text: string): JsonObject {
  const read = parseJson(text)
  if (!isObject(read)) throw new Error(`${text.slice(0, 100)} is no object.`)
  return read
}

function dataIn(text: string): JsonObject {
  const { data } = objectIn(text)
  if (!isObject(data)) throw new Error(`${text.slice(0, 100)} has no data.`)
  return data
}

function readAnswer(text: string): Answer {
  const { transactions, ...rest } = dataIn(text)
  if (!isList(transactions)) throw new Error('The exchange answered without transactions.')
  return { transactions: transactions.filter((each) => isObject(each)), rest }
}

function writeAnswer(text: string, { transactions, rest }: Answer): string {
  return writeJson({ ...objectIn(text), data: { ...rest, transactions } })
}

function routeOf({ url }: Request): Route {
  const { pathname } = new URL(url)
  if (pathname === '/api/blockchain') return 'chains'
  if (pathname === '/api/swap/native') return 'swap'
  return pathname.startsWith('/api/amm/pool/all/') ? 'pools' : 'add'
}
