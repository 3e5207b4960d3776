import { decodeFunctionData, encodeFunctionData, type Hex, isHex, parseAbi, stringToHex } from 'viem'
import type { Service } from '../../src/gateway/upstream/client'
import { isList, isObject, type Json, type JsonObject, parseJson, writeJson } from '../../src/protocol/json/json'

export const bitcoin = 740_900

/** The address at which the service takes payments, and the memo it requires. */
export const depositAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const btcId = 9_001
const btcPrice = 95_000

/**
 * A fake hosted service with a Bitcoin chain: all other calls are passed to the embedded exchange. Bought bitcoin is
 * paid into the exchange's own escrow; sold bitcoin is requested by an address, an amount and a memo.
 */
export class BitcoinService {
  /** Members of the payment that a test overrides. */
  payment: JsonObject = {}

  /** For `setStage({ between })`. */
  readonly between = (service: Service): Service => ({ ...service, fetch: (request) => this.#answer(request, service) })

  async #answer(request: Request, service: Service): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/blockchain') return changed(await service.fetch(request), withBitcoin)
    if (pathname !== '/api/swap/native') return service.fetch(request)
    const text = await request.text()
    const asked = parseJson(text)
    if (!isObject(asked)) throw new Error('A swap was asked for without a body.')
    const ask = (body: JsonObject) =>
      service.fetch(new Request(request.url, { method: 'POST', headers: request.headers, body: writeJson(body) }))
    if (Number(asked.tokenAId) === btcId) return this.#sell(asked, ask)
    if (Number(asked.tokenBId) === btcId) return this.#buy(asked, ask)
    return ask(asked)
  }

  /** Bitcoin is sold: the answer is a payment to an address. */
  async #sell(asked: JsonObject, ask: Ask): Promise<Response> {
    // Promises what the exchange gives for the same value in its own dollars.
    const dollars = (Number(asked.amount) * btcPrice).toFixed(6)
    const honest = await ask({
      ...asked,
      tokenAId: usdcOnHarbor,
      amount: dollars,
      sender: nobody,
      skipNonSwapTransactions: true,
    })
    return changed(honest, (data) => ({
      ...object(data),
      path: ['BTC', 'USDC'],
      transactions: [
        {
          type: 'deposit',
          order: 0,
          to: depositAddress,
          value: asked.amount ?? null,
          data: `=:DELTA.USDC:${String(asked.recipient)}:${Math.floor(Number(dollars) * 0.998)}e8`,
          chainType: 'BTC',
          gasAmount: 0,
          gasUsd: 1.2,
          ...this.payment,
        },
      ],
    }))
  }

  /** Bitcoin is bought: a cross-chain deposit of dollars, with a Bitcoin address as recipient. */
  async #buy(asked: JsonObject, ask: Ask): Promise<Response> {
    const honest = await ask({ ...asked, tokenBId: usdcOnDelta, recipient: asked.sender ?? null })
    const inBitcoin = (dollars: Json | undefined) => Number((Number(String(dollars)) / btcPrice).toFixed(8))
    return changed(honest, (data) => {
      const { minAmountOut, expectedAmountOut, transactions, ...rest } = object(data)
      const minimum = inBitcoin(minAmountOut)
      return {
        ...rest,
        minAmountOut: minimum,
        expectedAmountOut: inBitcoin(expectedAmountOut),
        path: ['USDC', 'BTC'],
        transactions: list(transactions).map((each) => redirected(object(each), String(asked.recipient), minimum)),
      }
    })
  }
}

type Ask = (body: JsonObject) => Promise<Response>

const nobody = '0x000000000000000000000000000000000000dEaD'
const usdcOnHarbor = 103
const usdcOnDelta = 203

const bridgeAbi = parseAbi([
  'function deposit(address token, uint256 amount, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
])

function redirected(transaction: JsonObject, recipient: string, minimum: number): JsonObject {
  const data = String(transaction.data) as Hex
  if (!isHex(data) || transaction.type !== 'bridge') return transaction
  const { args } = decodeFunctionData({ abi: bridgeAbi, data })
  const [token, amount, { deadline }] = args
  const destination = {
    chain: BigInt(bitcoin),
    token: '0x',
    recipient: stringToHex(recipient),
    minOut: BigInt(Math.round(minimum * 1e8)),
    deadline,
  } as const
  return {
    ...transaction,
    data: encodeFunctionData({ abi: bridgeAbi, functionName: 'deposit', args: [token, amount, destination] }),
  }
}

function withBitcoin(data: Json): Json {
  const chains = list(data)
  const first = object(chains[0])
  const template = object(list(first.chainCurrencies)[0])
  const coin = {
    ...template,
    id: btcId,
    address: 'btc',
    chainId: bitcoin,
    currencyId: btcId,
    type: 'native',
    currency: { ...object(template.currency), id: btcId, name: 'Bitcoin', ticker: 'BTC', decimals: 8, price: btcPrice },
  }
  const chain = { ...first, id: 9, name: 'Bitcoin', routerSlug: 'bitcoin', chainId: bitcoin, type: 'BTC' }
  return [...chains, { ...chain, chainCurrencies: [coin] }]
}

async function changed(response: Response, change: (data: Json) => Json): Promise<Response> {
  const text = await response.text()
  const body = object(parseJson(text))
  const written = response.ok ? writeJson({ ...body, data: change(body.data ?? null) }) : text
  return new Response(written, { status: response.status, headers: { 'content-type': 'application/json' } })
}

function object(json: Json | undefined): JsonObject {
  if (!isObject(json)) throw new Error('The exchange answered with something else than an object.')
  return json
}

function list(json: Json | undefined): readonly Json[] {
  if (!isList(json)) throw new Error('The exchange answered with something else than a list.')
  return json
}
