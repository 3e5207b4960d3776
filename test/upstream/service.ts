import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, erc20Abi, type Hex, parseUnits } from 'viem'
import { abi } from '../guard/fixtures'
import { knownJson } from '../knownJson'
import { chainList, currencyById, type ListedCurrency, nativePlaceholder, uniswapRouter } from './chains'
import { type OddName, oddAnswers, type Wire } from './oddAnswers'
import { poolsByNetwork } from './pools'

export type ServiceRoute = 'chains' | 'swap' | 'pools' | 'add'

/** A fake hosted service on loopback, as an unknown operator might run it. */
export type FakeService = {
  readonly url: string
  readonly apiKey: string
  /** Request lines such as `GET /api/blockchain`, in order. */
  readonly asked: readonly string[]
  /** The bodies of swaps and deposits, in order. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  /** From now on this call gets an odd answer; without a name it is honest again. */
  readonly answer: (route: ServiceRoute, odd?: OddName) => void
  readonly stop: () => Promise<void>
}

export type FakeServiceOptions = {
  readonly apiKey?: string
  /** The service's unit of `slippage`: how much is one percent (100: basis points). */
  readonly unitsPerPercent?: number
  /** Whether it also serves the images that its tokens name, to anyone. */
  readonly hasImages?: boolean
}

/** Starts the service on a free port. */
export async function startFakeService(options: FakeServiceOptions = {}): Promise<FakeService> {
  const { apiKey = 'key-of-the-fake-service', unitsPerPercent = 100, hasImages = false } = options
  const asked: string[] = []
  const bodies: Readonly<Record<string, unknown>>[] = []
  const odd = new Map<ServiceRoute, OddName>()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    asked.push(`${request.method} ${request.url}`)
    if (hasImages && request.url?.startsWith('/images/'))
      return void response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    if (request.headers['x-api-key'] !== apiKey) return send(response, 401, refused('Unauthorized'))
    const route = routeOf(request)
    if (!route) return send(response, 404, refused(`Cannot ${request.method} ${request.url}`))
    const body = request.method === 'POST' ? await bodyOf(request) : {}
    if (request.method === 'POST') bodies.push(body)
    const honest = honestAnswer(route, request.url ?? '', body, unitsPerPercent)
    const name = odd.get(route)
    const changed: unknown = name === undefined || !honest.status ? honest : oddAnswers[name](honest)
    if (isWire(changed)) return changed.wire(request, response)
    return send(response, honest.status === false ? 404 : request.method === 'POST' ? 201 : 200, changed)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    asked,
    bodies,
    answer: (route, name) => void (name === undefined ? odd.delete(route) : odd.set(route, name)),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function honestAnswer(
  route: ServiceRoute,
  url: string,
  body: Readonly<Record<string, unknown>>,
  unitsPerPercent: number,
) {
  if (route === 'chains') return { message: 'ok', data: chainList, status: true }
  if (route === 'add') return { message: 'accepted', data: null, status: true }
  if (route === 'swap') return { message: 'ok', data: swapData(body, unitsPerPercent), status: true }
  const network = decodeURIComponent(url.slice(poolsPath.length))
  if (!(network in poolsByNetwork)) return refused(`There is no network ${network}.`)
  return { message: 'ok', data: poolsByNetwork[network], status: true }
}

/** An approval and a swap at the listed prices less 0.1 %, with the minimum that the tolerance requires. */
function swapData(body: Readonly<Record<string, unknown>>, unitsPerPercent: number) {
  const [sold, bought] = [currencyById(body.tokenAId), currencyById(body.tokenBId)]
  const amount = String(body.amount)
  const expected = (Number(amount) * sold.currency.currency.price * 0.999) / bought.currency.currency.price
  const minimum = expected * (1 - Number(body.slippage) / unitsPerPercent / 100)
  const path = [sold, bought].map(({ currency }) => currency.currency.ticker)
  const figures = { path, dexToUse: 'native', minAmountOut: rounded(minimum), expectedAmountOut: rounded(expected) }
  const said = { gasAmount: 200_000, gasUsd: 0.8, chainType: sold.chain.type, rpcUrl: 'https://node.example' }
  if (sold.chain.type !== 'EVM' && sold.chain.type !== 'evm')
    return { ...figures, transactions: [{ ...said, type: 'swap', order: 0, to: '', value: 0, data: 'AQID' }] }
  const units = parseUnits(amount, sold.currency.currency.decimals)
  const isCoin = isNative(sold.currency)
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [uniswapRouter, units] })
  const steps = [
    ...(isCoin || body.skipNonSwapTransactions === true
      ? []
      : [{ ...said, type: 'approve', to: sold.currency.address, value: 0, data: approve }]),
    {
      ...{ ...said, type: 'swap', to: uniswapRouter, value: isCoin ? Number(units) : 0 },
      data: swapCall(sold.currency, bought.currency, units, minimum, String(body.recipient)),
    },
  ]
  return { ...figures, transactions: steps.map((step, order) => ({ ...step, order })) }
}

function swapCall(sold: ListedCurrency, bought: ListedCurrency, units: bigint, minimum: number, to: string): Hex {
  const params = {
    tokenIn: contractOf(sold),
    tokenOut: contractOf(bought),
    ...{ fee: 3000, recipient: to as Hex, deadline: BigInt(Math.floor(Date.now() / 1_000) + 600), amountIn: units },
    amountOutMinimum: parseUnits(minimum.toFixed(bought.currency.decimals), bought.currency.decimals),
    sqrtPriceLimitX96: 0n,
  }
  return encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
}

/** Routers trade the wrapped coin instead of the native coin. */
function contractOf(currency: ListedCurrency): Hex {
  const wrapped = chainList
    .find(({ chainId }) => chainId === currency.chainId)
    ?.chainCurrencies.find((each) => each.currency.ticker === `W${currency.currency.ticker}`)
  return (isNative(currency) && wrapped ? wrapped.address : currency.address) as Hex
}

function isNative({ address }: ListedCurrency): boolean {
  return address === nativePlaceholder || /^0x0+$/.test(address)
}

function rounded(figure: number): number {
  return Number(figure.toFixed(6))
}

const poolsPath = '/api/amm/pool/all/'

function routeOf({ method, url = '' }: IncomingMessage): ServiceRoute | undefined {
  if (method === 'POST')
    return url === '/api/swap/native' ? 'swap' : url === '/api/amm/interactions/add' ? 'add' : undefined
  if (url === '/api/blockchain') return 'chains'
  return url.startsWith(poolsPath) ? 'pools' : undefined
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return knownJson(Buffer.concat(chunks).toString())
}

function refused(message: string) {
  return { message, data: null, status: false }
}

function isWire(answer: unknown): answer is Wire {
  return typeof answer === 'object' && answer !== null && 'wire' in answer
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
