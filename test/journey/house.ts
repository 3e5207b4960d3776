import { createClient } from '../../src/api/client'
import type { Amount } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import { startExchange } from '../../src/exchange/exchange'
import { createGateway } from '../../src/gateway/app'
import { type Examined, examine } from '../../src/guard/examine'
import type { SwapIntent } from '../../src/guard/intent'
import { isLiquidity, type Plan } from '../../src/guard/plan'
import { isIntact } from '../../src/guard/seal'
import { planSwap } from '../../src/guard/swap'
import { createDesk } from '../../src/orders/desk'
import type { Failure } from '../../src/orders/order'
import type { Clock, Counsel } from '../../src/orders/ports'
import type { Catalog } from '../../src/protocol/catalog'
import type { Deployment } from '../../src/protocol/deployment'
import { requestOf } from '../../src/screens/swap/request'
import { createDemo, fundDemo } from '../../src/wallets/evm/demo'
import { createEvmExecutor } from '../../src/wallets/evm/executor'
import { createNode, type Node } from '../../src/wallets/evm/node'
import { type Provider, withManners } from '../../src/wallets/evm/provider'
import { createMemoryJournal, createMemoryLocks } from '../orders/world'

/*
 * The whole house without a browser and without a port: the client asks the gateway, the gateway the exchange, the
 * guard looks at real chains, and a willing wallet signs what an order brings it.
 */

const origin = 'http://127.0.0.1'

export type House = Awaited<ReturnType<typeof openHouse>>

export async function openHouse() {
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
    faucet: async (_, address) => ({ is: 'given', report: await exchange.fund('evm', address) }),
    clock: Date.now,
    log: () => undefined,
    allowances: { rpc: { perMinute: 100_000, burst: 100_000 } },
  })

  /** Everything anybody hears from the gateway, to look for what must not be in it. */
  const heard: string[] = []
  const send: typeof fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, origin)
    const response = await gateway.fetch(new Request(address, init))
    heard.push(JSON.stringify([...response.headers]) + (await response.clone().text()))
    return response
  }

  const client = createClient({ base: origin, fetch: send, chains })
  const nodes = new Map<number, Node>(chains.map((chain) => [chain.chainId, createNode(chain, { fetch: send })]))
  const catalog = await readChains()
  const natives = catalog.tokens.filter(({ isNative }) => isNative)

  return { exchange, deployment, client, catalog, heard, token, balance, openTrader, stop: exchange.stop }

  async function readChains(): Promise<Catalog> {
    const outcome = await client.chains()
    if (outcome.is === 'refused') throw new Error(outcome.refusal.sentence)
    return outcome.answer.value.catalog
  }

  function token(symbol: string, chain = 'Harbor'): Token {
    const found = catalog.tokens.find((token) => token.symbol === symbol && token.chain.name === chain)
    if (!found) throw new Error(`${symbol} is not listed on ${chain}.`)
    return found
  }

  /** What an account has, by the chain itself. */
  async function balance({ chain, address, isNative }: Token, account: string): Promise<bigint> {
    const node = nodes.get(chain.chainId)!
    const call = { to: address, data: `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}` }
    const answer = isNative
      ? await node.ask('eth_getBalance', [account, 'latest'])
      : await node.ask('eth_call', [call, 'latest'])
    return BigInt(String(answer))
  }

  /** A trader with a funded wallet that signs everything, unless `mood` throws, and a desk that keeps their orders. */
  async function openTrader(mood: (method: string) => void = () => undefined) {
    const asked: string[] = []
    const storage = new Map<string, string>()
    const kept = {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    }
    const demo = createDemo(deployment, { storage: kept, fetch: send })
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
    await fundDemo(deployment, address, send)

    const provider = withManners(wallet)
    const executor = createEvmExecutor({
      chains,
      node: ({ chainId }) => nodes.get(chainId)!,
      origin,
      link: { current: () => ({ address, provider }), onChange: () => () => undefined },
    })
    const journal = createMemoryJournal()
    const locks = createMemoryLocks()
    let ids = 0
    const desk = createDesk({
      journal: journal.port,
      locks: { request: (name, how) => locks.request(1, name, how) },
      clock,
      network: { isOnline: () => true, subscribe: () => () => undefined },
      channel: { post: () => undefined, subscribe: () => () => undefined },
      counsel: counselOf(),
      executor: async () => executor,
      newId: () => `order-${++ids}`,
    })
    return {
      address,
      asked,
      desk,
      journal,
      intend,
      review,
      order: (id: string) => desk.getSnapshot().orders.find((order) => order.id === id)!,
    }

    function intend(sell: Amount, buy: Token): SwapIntent {
      const parties = { sender: address, recipient: address, skipNonSwapTransactions: false }
      return { kind: 'swap', sell, buy, slippageBps: 50, ...parties }
    }

    /** The full answer, planned and looked at, as the review does it. */
    async function review(intent: SwapIntent): Promise<Examined> {
      const outcome = await client.swap(requestOf(intent, deployment.slippageUnit))
      if (outcome.is === 'refused') throw new Error(outcome.refusal.sentence)
      const { value, receivedAt } = outcome.answer
      const planned = planSwap(intent, value, { receivedAt, chains, natives })
      if (planned.is === 'refused') throw new Error(planned.findings.map(({ sentence }) => sentence).join(' '))
      return look(planned.plan)
    }

    function look(plan: Plan): Promise<Examined> {
      const eyes = (chainId: number) => [{ name: String(chainId), ask: nodes.get(chainId)!.ask, simulates: true }]
      return examine(plan, { nodes: eyes }, { now: Date.now(), account: address, chains, natives })
    }

    function counselOf(): Counsel {
      return {
        isIntact,
        examine: async ({ plan }) => (isLiquidity(plan) ? { is: 'passed' } : judged(await look(plan))),
        renew: async ({ plan }) => {
          if (isLiquidity(plan)) return { is: 'refused', failure: refusal('No deposits on this journey.') }
          const examined = await review(plan.intent)
          const verdict = judged(examined)
          return verdict.is === 'passed' ? { is: 'plan', plan: examined.plan, needsWord: false } : verdict
        },
      }
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

function judged({ verdict }: Examined): { is: 'passed' } | { is: 'refused'; failure: Failure } {
  const [block] = verdict.findings.filter(({ severity }) => severity === 'block')
  return block ? { is: 'refused', failure: refusal(block.sentence) } : { is: 'passed' }
}

function refusal(sentence: string): Failure {
  return { code: 'refused', sentence, detail: undefined }
}
