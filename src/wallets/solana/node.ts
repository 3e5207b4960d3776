import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { storedOwnNode, withOwnNode } from '../ownNodes'
import type { Rpc } from '../wallets'

const opened = new Map<string, Rpc>()

/** The RPC of a chain, the person's own node first; cached so that its nodes are tested only once. */
export function solanaNodeOf(chain: DeploymentChain): Rpc {
  return openOnce(withOwnNode(chain, storedOwnNode(chain.chainId)))
}

/** The nodes of a chain, each on its own. */
export function solanaNodesOf(chain: DeploymentChain): readonly Rpc[] {
  const known = withOwnNode(chain, storedOwnNode(chain.chainId))
  return known.rpcUrls.map((url) => openOnce({ ...known, rpcUrls: [url] }))
}

function openOnce({ name, rpcUrls, genesisHash }: DeploymentChain): Rpc {
  const key = [name, genesisHash, ...rpcUrls].join(' ')
  const ask = opened.get(key) ?? openSolanaNode({ name, rpcUrls, genesisHash })
  opened.set(key, ask)
  return ask
}

/** The first node of the deployment's list that answers with the right genesis hash. */
export function openSolanaNode(
  chain: Pick<DeploymentChain, 'name' | 'rpcUrls' | 'genesisHash'>,
  fetchFrom: typeof fetch = fetch,
): Rpc {
  let chosen: Promise<string> | undefined

  return async (method, params) => {
    chosen ??= choose().catch((error: unknown) => {
      chosen = undefined
      throw error
    })
    const answer = await reach(await chosen, method, params).catch((error: unknown) => {
      // The next request chooses again: another node of the list may be there.
      chosen = undefined
      throw error
    })
    return resultOf(method, answer)
  }

  async function choose(): Promise<string> {
    const failures: unknown[] = []
    for (const url of chain.rpcUrls) {
      try {
        const genesis = resultOf('getGenesisHash', await reach(url, 'getGenesisHash', []))
        if (chain.genesisHash === undefined || genesis === chain.genesisHash) return url
        failures.push(`${url} belongs to another network`)
      } catch (error) {
        failures.push(error)
      }
    }
    throw new NoSolanaNode(chain.name, failures)
  }

  /** Rejects when the node does not answer with JSON-RPC. */
  async function reach(url: string, method: string, params: readonly unknown[]): Promise<Record<string, unknown>> {
    const response = await fetchFrom(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new SolanaNodeError(method, response.status, `HTTP ${response.status}`, undefined)
    const answer: unknown = await response.json()
    if (!isRecord(answer)) throw new SolanaNodeError(method, 0, 'no JSON-RPC answer', undefined)
    return answer
  }
}

function resultOf(method: string, answer: Record<string, unknown>): unknown {
  if (!isRecord(answer.error)) return answer.result
  const { code, message, data } = answer.error
  throw new SolanaNodeError(method, Number(code), String(message), data)
}

const timeout = 10_000

/** The `value` of an RPC answer that comes with a `context`. */
export function contextValue(answer: unknown): unknown {
  return isRecord(answer) ? answer.value : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

/** No node of the deployment could be reached, or none belongs to the right network. */
export class NoSolanaNode extends Error {
  override readonly name = 'NoNode'

  constructor(chain: string, failures: readonly unknown[]) {
    super(`No node of ${chain} answers. ${failures.map(String).join('; ')}`)
  }
}
