import { QueryClient } from '@tanstack/react-query'
import { createClient } from '../../src/api/client'
import { chainsQuery } from '../../src/api/queries'
import type { Amount } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import { startExchange } from '../../src/exchange/exchange'
import { createGateway } from '../../src/gateway/app'
import type { CheckedPlan } from '../../src/guard/check/checkedPlan'
import { noHistory } from '../../src/guard/checkInputs'
import type { SwapIntent } from '../../src/guard/intent'
import { createOrderService } from '../../src/orders/orderService'
import type { Clock } from '../../src/orders/ports'
import { createPlanChecker } from '../../src/preparation/planChecker'
import type { PrepareDeps } from '../../src/preparation/prepareDeps'
import { prepareSwap } from '../../src/preparation/prepareSwap'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { fundDemo } from '../../src/wallets/demo'
import { type Provider, withAllowedMethods } from '../../src/wallets/evm/connection/provider'
import { createEvmDemo } from '../../src/wallets/evm/demo/demo'
import { createEvmExecutor } from '../../src/wallets/evm/executor'
import { createEvmNode, type EvmNode } from '../../src/wallets/evm/node'
import { createMemoryJournal, createMemoryLocks } from '../orders/testBrowser'
import { accountWith, wait, walletsWith } from '../services'

/*
 * The whole app without a browser and without a port: the client calls the gateway, and the gateway the exchange. The
 * app's own plan checker reads real chains, and a test wallet signs the transactions of an order.
 */

const origin = 'http://127.0.0.1'

export type App = Awaited<ReturnType<typeof openApp>>

export async function openApp() {
  const exchange = await startExchange({ historyDays: 0, live: false, seed: 7 })
  const chains = exchange.chains.map(({ rpcTarget: _, ...chain }) => {
    const rpc = `/rpc/${chain.chainId}`
    return { ...chain, rpcUrls: [rpc], wsUrl: rpc }
  })
  const deployment: Deployment = {
    mode: 'embedded',
    name: 'Journey',
    apiBase: '',
    slippageUnit: 'basis points',
    imageBaseUrl: undefined,
    chains,
    faucetUrl: '/faucet',
  }
  const gateway = createGateway({
    deployment,
    service: { baseUrl: 'http://exchange.test', apiKey: exchange.apiKey, fetch: exchange.fetch },
    site: new Map(),
    rpc: new Map(exchange.chains.map(({ chainId, kind, rpcTarget }) => [chainId, { kind, url: rpcTarget }])),
    faucet: (_, address) => exchange.fund('evm', address),
    clock: Date.now,
    log: () => undefined,
    rateLimits: { rpc: { perMinute: 100_000, burst: 100_000 } },
  })

  /** Every response of the gateway, searched for secrets. */
  const heard: string[] = []
  const send: typeof fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, origin)
    const response = await gateway.fetch(new Request(address, init))
    heard.push(JSON.stringify([...response.headers]) + (await response.clone().text()))
    return response
  }

  const client = createClient({ base: origin, fetch: send, chains })
  const nodes = new Map<number, EvmNode>(chains.map((chain) => [chain.chainId, createEvmNode(chain, { fetch: send })]))
  const queries = new QueryClient()
  const { catalog } = await queries.ensureQueryData(chainsQuery(client)).then(({ value }) => value)

  return { exchange, deployment, client, nodes, catalog, heard, token, balance, openTrader, stop: exchange.stop }

  function token(symbol: string, chain = 'Harbor'): Token {
    const found = catalog.tokens.find((token) => token.symbol === symbol && token.chain.name === chain)
    if (!found) throw new Error(`${symbol} is not listed on ${chain}.`)
    return found
  }

  /** An account's balance on chain. */
  async function balance({ chain, address, isNative }: Token, account: string): Promise<bigint> {
    const node = nodes.get(chain.chainId)!
    const call = { to: address, data: `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}` }
    const answer = isNative
      ? await node.ask('eth_getBalance', [account, 'latest'])
      : await node.ask('eth_call', [call, 'latest'])
    return BigInt(String(answer))
  }

  /**
   * A trader with a funded wallet that signs everything, unless `mood` throws, and an order service that keeps their
   * orders.
   */
  async function openTrader(mood: (method: string) => void = () => undefined) {
    const asked: string[] = []
    const storage = new Map<string, string>()
    const kept = {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    }
    const demo = createEvmDemo(deployment, { storage: kept, fetch: send })
    const wallet: Provider = {
      ...demo,
      request: async (question) => {
        if (question.method === 'eth_sendTransaction') {
          asked.push(question.method)
          mood(question.method)
        }
        return demo.request(question)
      },
    }
    const [address] = (await wallet.request({ method: 'eth_requestAccounts' })) as [string]
    await fundDemo(deployment, 'evm', address, send)

    const provider = withAllowedMethods(wallet)
    const executor = createEvmExecutor({
      chains,
      node: ({ chainId }) => nodes.get(chainId)!,
      origin,
      connection: { current: () => ({ address, provider }), onChange: () => () => undefined },
    })
    const deps: PrepareDeps = {
      deployment,
      nodes: (chainId) => [{ ask: nodes.get(chainId)!.ask }],
      wallets: walletsWith({ accounts: [accountWith({ address })] }),
      clock: Date.now,
      wait,
      tokens: catalog.tokens,
      history: async () => noHistory,
    }
    const journal = createMemoryJournal()
    const locks = createMemoryLocks()
    let ids = 0
    const orderService = createOrderService({
      journal: journal.port,
      locks: { request: (name, how) => locks.request(1, name, how) },
      clock,
      network: { isOnline: () => true, subscribe: () => () => undefined },
      channel: { post: () => undefined, subscribe: () => () => undefined },
      planChecker: createPlanChecker({
        ...deps,
        askSwap: client.swap,
        tokens: async () => catalog.tokens,
        orders: () => orderService.getSnapshot().orders,
      }),
      executor: async () => executor,
      newId: () => `order-${++ids}`,
    })
    return {
      address,
      asked,
      orderService,
      journal,
      intend,
      review,
      order: (id: string) => orderService.getSnapshot().orders.find((order) => order.id === id)!,
    }

    function intend(sell: Amount, buy: Token): SwapIntent {
      const parties = { sender: address, recipient: address, skipNonSwapTransactions: false }
      return { kind: 'swap', sell, buy, slippageBps: 50, ...parties }
    }

    /** Requests the full answer, then plans and checks it, as the review does. */
    async function review(intent: SwapIntent): Promise<CheckedPlan> {
      const prepared = await prepareSwap(intent, client.swap, deps)
      if (prepared.is === 'checked') return prepared.checked
      throw new Error(prepared.is === 'refused' ? prepared.refusal.code : JSON.stringify(prepared.findings))
    }
  }
}

const clock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
