import { memberOf, type RpcPort } from '../../src/chain/rpc'
import { toUnits } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import { type Exchange, type ExchangeOptions, startExchange } from '../../src/exchange/exchange'
import type { CheckedPlan, CheckOptions } from '../../src/guard/check/checkedPlan'
import { checkPlan } from '../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan, Planned } from '../../src/guard/plan'
import { planSwap } from '../../src/guard/plan/planSwap'
import type { ChainNode } from '../../src/guard/simulate/evm/gather'
import { readCatalog } from '../../src/protocol/catalog'
import { decodeChains } from '../../src/protocol/chains'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import type { DecodeResult, RawResponse } from '../../src/protocol/envelope'
import type { SwapAnswer } from '../../src/protocol/serviceMessages'
import { decodeSwap, encodeSwapRequest } from '../../src/protocol/swap'
import { knownJson } from '../knownJson'

/* The guard on real chains: the embedded exchange, with the same requests as the app, and its nodes. */

/** `simulates`: whether it knows `eth_simulateV1`. */
export type TestNode = Partial<ChainNode> & { readonly simulates?: boolean }

export type LocalExchange = {
  readonly exchange: Exchange
  readonly tokens: readonly Token[]
  readonly chains: readonly DeploymentChain[]
  /** A token by its ticker on the first chain; `native` where ticker and coin share it. */
  readonly token: (symbol: string, chain?: string) => Token
  readonly rpc: (chainId: number) => RpcPort
  readonly nodes: (chainId: number, more?: TestNode) => readonly ChainNode[]
  readonly ask: (intent: SwapIntent) => Promise<SwapAnswer>
  readonly plan: (intent: SwapIntent, answer?: SwapAnswer) => Promise<Planned>
  readonly check: (plan: Plan, more?: Partial<CheckOptions>, node?: TestNode) => Promise<CheckedPlan>
  /** Sends as that account and waits; the local node lets tests do that. */
  readonly send: (
    chainId: number,
    call: { from: string; to?: string; data: string; value?: bigint; gas?: bigint },
  ) => Promise<Receipt>
}

export type Receipt = {
  readonly status: string
  readonly contractAddress: string | null
  readonly transactionHash: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

/** A busy computer needs seconds for one. */
const minedWithin = 30_000

/** The node took the transaction: it may still be carried out, so its effect is unknown. */
export class NotMined extends Error {
  constructor(found: { readonly sent: unknown; readonly waiting: unknown; readonly head: unknown }) {
    super(`The transaction was not mined: ${JSON.stringify(found)}`)
  }
}

export async function startLocalExchange(more: ExchangeOptions = {}): Promise<LocalExchange> {
  const exchange = await startExchange({ historyDays: 0.02, live: false, seed: 11, ...more })
  const call = async <T>(path: string, decode: (heard: RawResponse) => DecodeResult<T>, body?: string): Promise<T> => {
    const headers = { 'x-api-key': exchange.apiKey, 'content-type': 'application/json' }
    const request = new Request(
      `http://exchange.test${path}`,
      body === undefined ? { headers } : { method: 'POST', body, headers },
    )
    const response = await exchange.fetch(request)
    const heard = {
      status: response.status,
      contentType: response.headers.get('content-type') ?? undefined,
      retryAfter: undefined,
      receivedAt: Date.now(),
      text: await response.text(),
    }
    const reading = decode(heard)
    if (reading.is === 'refused') throw new Error(`${path}: ${JSON.stringify(reading.refusal)} ${heard.text}`)
    return reading.value
  }
  const { tokens } = readCatalog(await call('/api/blockchain', decodeChains))
  const chains = exchange.chains.map(({ rpcTarget, ...chain }) => ({
    ...chain,
    rpcUrls: [rpcTarget],
    wsUrl: undefined,
  }))
  const natives = tokens.filter(({ isNative }) => isNative)

  const rpc = (chainId: number): RpcPort => {
    const url = exchange.chains.find((chain) => chain.chainId === chainId)?.rpcTarget
    if (!url) return () => Promise.reject(new Error(`There is no chain ${chainId}.`))
    return cheatingNode(url)
  }
  const nodes = (chainId: number, { ask = rpc(chainId), simulates = true }: TestNode = {}) => [
    { ask: simulates ? ask : without('eth_simulateV1', ask) },
  ]
  const ask = ({ sell, buy, slippageBps, ...rest }: SwapIntent) =>
    call(
      '/api/swap/native',
      decodeSwap,
      encodeSwapRequest({
        tokenAId: sell.token.id,
        tokenBId: buy.id,
        slippage: slippageBps,
        amount: textOf(sell),
        sender: rest.sender,
        recipient: rest.recipient,
        skipNonSwapTransactions: rest.skipNonSwapTransactions,
      }),
    )

  return {
    exchange,
    tokens,
    chains,
    rpc,
    nodes,
    ask,
    token: (symbol, chain = 'Harbor') => {
      const found = tokens.find((token) => token.symbol === symbol && token.chain.name === chain)
      if (!found) throw new Error(`${symbol} is not listed on ${chain}.`)
      return found
    },
    plan: async (intent, answer) =>
      planSwap(intent, answer ?? (await ask(intent)), { receivedAt: Date.now(), chains, natives }),
    check: (plan, more = {}, node = {}) =>
      checkPlan(
        plan,
        { nodes: (chainId) => nodes(chainId, node) },
        { now: Date.now(), account: plan.intent.sender, chains, natives, ...more },
      ),
    send: async (chainId, { from, to, data, value = 0n, gas = 5_000_000n }) => {
      const node = rpc(chainId)
      await node('anvil_impersonateAccount', [from])
      const transaction = { from, to, data, value: `0x${value.toString(16)}`, gas: `0x${gas.toString(16)}` }
      const hash = await node('eth_sendTransaction', [transaction])
      for (const end = Date.now() + minedWithin; Date.now() < end; ) {
        const receipt = await node('eth_getTransactionReceipt', [hash])
        if (isReceipt(receipt)) return receipt
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      const [sent, waiting, head] = await Promise.all([
        node('eth_getTransactionByHash', [hash]),
        node('txpool_status', []),
        node('eth_getBlockByNumber', ['latest', false]),
      ])
      throw new NotMined({ sent, waiting, head })
    },
  }
}

/** A node that does not know a method. */
export function without(method: string, ask: RpcPort): RpcPort {
  return async (asked, params) => {
    if (asked === method) throw Object.assign(new Error('Method not found'), { code: -32601 })
    return ask(asked, params)
  }
}

/**
 * The node of a local chain. Anvil shows a receipt before it removes the transaction from its pool. If the chain is
 * reverted in between, the next transaction gets a nonce too high or is removed as well, so a revert waits.
 */
export function cheatingNode(url: string): RpcPort {
  const request: RpcPort = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer: { result?: unknown; error?: { code: number; message: string } } = knownJson(await response.text())
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
    return answer.result
  }
  const emptied = async () => {
    for (const end = Date.now() + minedWithin; Date.now() < end; ) {
      if (memberOf(await request('txpool_status', []), 'pending') === '0x0') return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    throw new Error('The chain cannot be reverted: transactions in its pool are not mined.')
  }
  return async (method, params) => {
    if (method === 'evm_revert') await emptied()
    return request(method, params)
  }
}

export function swapOf(
  sell: Token,
  amount: string,
  buy: Token,
  account: string,
  more: Partial<SwapIntent> = {},
): SwapIntent {
  return {
    kind: 'swap',
    sell: { token: sell, units: toUnits(amount, sell.decimals) },
    buy,
    slippageBps: 50,
    sender: account,
    recipient: account,
    skipNonSwapTransactions: false,
    ...more,
  }
}

function textOf({ token: { decimals }, units }: SwapIntent['sell']): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function isReceipt(value: unknown): value is Receipt {
  return typeof value === 'object' && value !== null && 'logs' in value
}
