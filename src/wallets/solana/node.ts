import { isRecord } from '../../domain/record'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { NodeBehind } from '../evm/rpc/blockFloor'
import { postTo } from '../evm/rpc/httpPost'
import { EvmNodeError, HttpRefusal, mayDoLess } from '../evm/rpc/nodeRefusal'
import type { RpcCall, RpcSource } from '../evm/rpc/rpcSource'
import { type NodeClock, NoNodeAnswers, realClock, sourcesInTurn } from '../evm/rpc/sourcesInTurn'
import { storedOwnNode, withOwnNode } from '../ownNodes'
import type { Rpc } from '../wallets'

const opened = new Map<string, Rpc>()

/** The RPC of a chain, the person's own node first; cached so that its nodes are tested only once. */
export function solanaNodeOf(chain: DeploymentChain): Rpc {
  return openOnce(withOwnNode(chain, storedOwnNode(chain.chainId)))
}

/** The nodes of a chain, each on its own, asked once: a slow one must not delay what the others know. */
export function solanaNodesOf(chain: DeploymentChain): readonly Rpc[] {
  const known = withOwnNode(chain, storedOwnNode(chain.chainId))
  return known.rpcUrls.map((url) => openOnce({ ...known, rpcUrls: [url] }, { retryDelays: [], behindDelays: [] }))
}

function openOnce({ name, rpcUrls, genesisHash }: DeploymentChain, delays: SolanaNodeOptions = {}): Rpc {
  const key = [name, genesisHash, ...rpcUrls, JSON.stringify(delays)].join(' ')
  const ask = opened.get(key) ?? openSolanaNode({ name, rpcUrls, genesisHash }, fetch, delays)
  opened.set(key, ask)
  return ask
}

export type SolanaNodeOptions = {
  readonly clock?: NodeClock
  readonly retryDelays?: readonly number[]
  readonly behindDelays?: readonly number[]
}

/**
 * The nodes of the deployment's list. A node is used only after it has confirmed the genesis hash, and for what is read
 * after a transaction of ours only once it has that slot. All of them are asked again for ever.
 */
export function openSolanaNode(
  chain: Pick<DeploymentChain, 'name' | 'rpcUrls' | 'genesisHash'>,
  fetchFrom: typeof fetch = fetch,
  { clock = realClock, ...delays }: SolanaNodeOptions = {},
): Rpc {
  const floor = createSlotFloor(clock.now)
  const sources = chain.rpcUrls.map((url) => solanaSource(url, chain.genesisHash, fetchFrom, clock))
  const askInTurn = sourcesInTurn(sources.map(floor.above), { clock, ...delays })
  const isEnough = ([answer]: readonly unknown[]) => !(answer instanceof Error) || isAboutTransaction(answer)

  return async (method, params) => {
    const call = { method, params }
    const round = await askInTurn([call], isEnough)
    if (!('answers' in round)) {
      if (round.why === 'limited') throw new SolanaNodeError(method, 429, 'too many requests', undefined)
      throw new NoNodeAnswers(chain.name, round.why)
    }
    const [answer] = round.answers
    if (answer instanceof EvmNodeError) throw new SolanaNodeError(method, answer.code, answer.message, answer.data)
    floor.raise(call, answer)
    return answer
  }
}

function solanaSource(
  url: string,
  genesisHash: string | undefined,
  fetchFrom: typeof fetch,
  { now }: NodeClock,
): RpcSource {
  const post = postTo(url, fetchFrom, timeout, now)
  let isConfirmed = false
  let maxAccounts = Number.POSITIVE_INFINITY
  return {
    isOnChain: async () => {
      if (isConfirmed) return true
      const [genesis] = await post([{ method: 'getGenesisHash', params: [] }])
      if (genesis instanceof Error) throw genesis
      isConfirmed = genesisHash === undefined || genesis === genesisHash
      return isConfirmed
    },
    askAll: (calls) => Promise.all(calls.map((call) => askOne(call, accountsOf(call)))),
  }

  /** Accounts that a node refuses for their number are asked for in parts, whose size is remembered. */
  async function askOne(call: RpcCall, accounts: readonly unknown[]): Promise<unknown> {
    if (accounts.length > maxAccounts) return inParts(call, accounts, maxAccounts)
    const [answer] = await post([call]).catch((error: unknown) => {
      if (error instanceof HttpRefusal && accounts.length > 1) return [error]
      throw error
    })
    if (accounts.length < 2 || !mayDoLess(answer)) return answer
    const size = Math.ceil(accounts.length / 4)
    const parts = await inParts(call, accounts, size)
    if (parts instanceof Error) return answer
    maxAccounts = Math.min(maxAccounts, size)
    return parts
  }

  /** As old as the oldest part. */
  async function inParts({ method, params }: RpcCall, accounts: readonly unknown[], size: number): Promise<unknown> {
    const parts: { readonly slot: number; readonly value: readonly unknown[] }[] = []
    for (let start = 0; start < accounts.length; start += size) {
      const part = accounts.slice(start, start + size)
      const answer = await askOne({ method, params: params.with(0, part) }, part)
      const value = contextValue(answer)
      if (!isRecord(answer) || !isRecord(answer.context) || !Array.isArray(value)) return answer
      parts.push({ slot: Number(answer.context.slot), value })
    }
    return { context: { slot: Math.min(...parts.map(({ slot }) => slot)) }, value: parts.flatMap(({ value }) => value) }
  }
}

function accountsOf({ method, params: [accounts] }: RpcCall): readonly unknown[] {
  return method === 'getMultipleAccounts' && Array.isArray(accounts) ? accounts : []
}

/** The result of the transaction on chain; all other refusals are about the node. */
function isAboutTransaction(answer: Error): boolean {
  return answer instanceof EvmNodeError && [-32_002, -32_003, -32_013, -32_602].includes(answer.code)
}

/** Milliseconds that a transaction keeps older states from being believed. */
const floorLasts = 120_000

/** Ignores data from a slot before a transaction: a node without that slot reports it. */
function createSlotFloor(now: () => number) {
  let [floor, until] = [0, 0]
  return { raise, above }

  function raise({ method }: RpcCall, answer: unknown) {
    const slot = method === 'getTransaction' && isRecord(answer) ? answer.slot : undefined
    if (typeof slot !== 'number' || (slot < floor && until > now())) return
    floor = slot
    until = now() + floorLasts
  }

  function above({ isOnChain, askAll }: RpcSource): RpcSource {
    return {
      isOnChain,
      askAll: async (calls) => {
        if (until <= now()) return askAll(calls)
        const answers = await askAll(calls.map((call) => notBefore(call, floor)))
        if (answers.some((answer, index) => isBehind(calls[index]!, answer))) throw new NodeBehind()
        return answers
      },
    }
  }

  function isBehind({ method }: RpcCall, answer: unknown): boolean {
    if (answer instanceof EvmNodeError) return answer.code === -32_016 || /minimum context slot/i.test(answer.message)
    const slot = isRecord(answer) && isRecord(answer.context) ? Number(answer.context.slot) : floor
    return method in configParams && slot < floor
  }
}

/** Where a method that reads the state takes its options. */
const configParams: Readonly<Record<string, number>> = {
  ...{ getLatestBlockhash: 0, getBalance: 1, getAccountInfo: 1, getMultipleAccounts: 1, getProgramAccounts: 1 },
  ...{ simulateTransaction: 1, getFeeForMessage: 1, isBlockhashValid: 1, getTokenAccountsByOwner: 2 },
}

/** Finalized data is behind by its nature, and callers that name a slot know which one. */
function notBefore(call: RpcCall, minContextSlot: number): RpcCall {
  const { method, params } = call
  const index = configParams[method]
  if (index === undefined || params.length < index) return call
  const config = isRecord(params[index]) ? params[index] : {}
  if (config.commitment === 'finalized' || 'minContextSlot' in config) return call
  const options = { commitment: 'confirmed', ...config, minContextSlot }
  return { method, params: [...params.slice(0, index), options] }
}

const timeout = 10_000

/** The `value` of an RPC answer that comes with a `context`. */
export function contextValue(answer: unknown): unknown {
  return isRecord(answer) ? answer.value : undefined
}

/** A node answered with an error. */
export class SolanaNodeError extends Error {
  override readonly name = 'NodeFailure'
  readonly code: number
  readonly data: unknown

  constructor(method: string, code: number, said: string, data: unknown) {
    super(`The Solana node refused ${method}: ${said}`)
    this.code = code
    this.data = data
  }
}
