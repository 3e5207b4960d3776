import {
  type Address,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  isAddress,
  isHex,
  parseAbi,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Exchange } from '../../src/exchange/exchange'
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  numberText,
  parseJson,
  writeJson,
} from '../../src/protocol/json/json'
import { receiptOf } from '../receipt'

/* A trader who knows the service's specification and how to sign, and nothing about the exchange's internals. */

export type Said = { readonly http: number; readonly body: JsonObject; readonly message: string; readonly errors: Json }

/** One call of the service, with the API key unless another is given. */
export async function call(
  exchange: Exchange,
  path: string,
  init: { body?: Json | undefined; headers?: Record<string, string>; method?: string } = {},
): Promise<Said> {
  const { body, headers = {}, method = body === undefined ? 'GET' : 'POST' } = init
  const response = await exchange.fetch(
    new Request(`http://exchange.test${path}`, {
      method,
      headers: { 'x-api-key': exchange.apiKey, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: writeJson(body) }),
    }),
  )
  const parsed = parseJson(await response.text())
  if (!isObject(parsed)) throw new Error('The service did not answer with an envelope.')
  return { http: response.status, body: parsed, message: String(parsed.message), errors: parsed.errors ?? [] }
}

export type Listed = {
  readonly id: number
  readonly address: Address
  readonly chainId: number
  readonly decimals: number
}

/** A currency of the chain list, by network and ticker; `NATIVE` or `TOKEN` selects where both have the ticker. */
export async function listed(exchange: Exchange, network: string, ticker: string): Promise<Listed> {
  const { body } = await call(exchange, '/api/blockchain')
  const chain = rows(body.data).find(({ name }) => name === network)
  const entry = rows(chain?.chainCurrencies).find(({ currency }) => isObject(currency) && currency.ticker === ticker)
  const { id, address, chainId, currency } = entry ?? {}
  if (!isObject(currency) || typeof address !== 'string' || !isAddress(address))
    throw new Error(`${ticker} is not listed on ${network}.`)
  return { id: Number(id), address, chainId: Number(chainId), decimals: Number(currency.decimals) }
}

export function rows(json: Json | undefined): readonly JsonObject[] {
  return Array.isArray(json) ? json.filter(isObject) : []
}

export type Wallet = ReturnType<typeof openWallet>

/** A wallet with a private key, on one chain of the exchange. */
export function openWallet({ chains }: Exchange, chainId: number, key: Hex = generatePrivateKey()) {
  const { rpcTarget, name, nativeCurrency } = chains.find((chain) => chain.chainId === chainId)!
  const chain = defineChain({ id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [rpcTarget] } } })
  const client = createWalletClient({
    chain,
    account: privateKeyToAccount(key),
    transport: http(rpcTarget),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions)

  async function send(to: Address, data: Hex, value = 0n, gas?: bigint) {
    // As wallets do, with a margin: a pool that first writes its observation in a later second needs more.
    const limit = gas ?? ((await client.estimateGas({ to, data, value })) * 6n) / 5n
    const hash = await client.sendTransaction({ to, data, value, gas: limit })
    return receiptOf(client, hash)
  }

  return {
    address: client.account.address,
    key,
    client,
    send,
    balance: ({ address }: Listed, owner: Address = client.account.address): Promise<bigint> => {
      if (BigInt(address) === 0n) return client.getBalance({ address: owner })
      return client.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
    },
    allowance: ({ address }: Listed, spender: Address): Promise<bigint> =>
      client.readContract({
        address,
        abi: tokenAbi,
        functionName: 'allowance',
        args: [client.account.address, spender],
      }),
    approve: ({ address }: Listed, spender: Address, amount: bigint) => send(address, approveData(spender, amount)),
    /** Signs and sends the transactions of an answer in order; returns the total gas cost in native units. */
    signAll: async (transactions: readonly JsonObject[]): Promise<bigint> => {
      let fees = 0n
      for (const { to, data, value, gasAmount } of inOrder(transactions)) {
        if (typeof to !== 'string' || !isAddress(to) || !isHex(data)) throw new Error('Nothing that can be signed.')
        const receipt = await send(to, data, BigInt(numberText(value) ?? ''), BigInt(numberText(gasAmount) ?? ''))
        if (receipt.status !== 'success') throw new Error('A transaction reverted.')
        fees += receipt.gasUsed * receipt.effectiveGasPrice
      }
      return fees
    },
  }
}

function inOrder(transactions: readonly JsonObject[]): readonly JsonObject[] {
  return [...transactions].sort((a, b) => Number(a.order) - Number(b.order))
}

export type Offer = {
  readonly transactions: readonly JsonObject[]
  readonly path: Json
  /** Whole tokens as exact decimal text. */
  readonly minimum: string
  readonly expected: string
}

/** Decodes the answer to a swap request, which must be an offer. */
export function offerOf({ http: status, body, message }: Said): Offer {
  if (status !== 201 || !isObject(body.data)) throw new Error(message)
  const { transactions, path = null, minAmountOut, expectedAmountOut } = body.data
  return {
    transactions: rows(transactions),
    path,
    minimum: numberText(minAmountOut) ?? '',
    expected: numberText(expectedAmountOut) ?? '',
  }
}

export function types({ transactions }: Offer): readonly (Json | undefined)[] {
  return transactions.map((transaction) => member(transaction, 'type'))
}

export function approveData(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
}

const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])
