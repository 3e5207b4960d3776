import { attempt } from '../domain/attempt'
import type { Deployment, DeploymentChain } from '../protocol/deployment/deployment'
import { parseUrl } from './url'

/** The RPC nodes that the person chose, by chain id. */
export type ChosenNodes = Readonly<Record<string, string>>

type NodeStorage = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'tidegate.nodes'

export function readOwnNodes(storage: NodeStorage): ChosenNodes {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && readNodeUrl(entry[1]).is === 'url',
      ),
    )
  } catch {
    return {}
  }
}

/**
 * Keeps the node of a chain, or forgets it. Used from the next request on, in every tab. `undefined` when the browser
 * stores nothing, because its storage is full or closed: then nothing has changed.
 */
export function saveOwnNode(storage: NodeStorage, chainId: number, url: string | undefined): ChosenNodes | undefined {
  const { [chainId]: _, ...others } = readOwnNodes(storage)
  const next = url === undefined ? others : { ...others, [chainId]: url }
  return store(storage, next)
}

/** Back to the nodes of the deployment. */
export function forgetOwnNodes(storage: NodeStorage): void {
  store(storage, {})
}

/** The nodes, if the browser took them. */
function store(storage: NodeStorage, nodes: ChosenNodes): ChosenNodes | undefined {
  return attempt(() => {
    storage.setItem(storageKey, JSON.stringify(nodes))
    return nodes
  })
}

/** The node that the person chose for a chain, as this browser keeps it now. None where storage is blocked. */
export function storedOwnNode(chainId: number): string | undefined {
  return attempt(() => readOwnNodes(window.localStorage)[chainId])
}

/** The chain with the person's own node first. The deployment's nodes still answer when it does not. */
export function withOwnNode(chain: DeploymentChain, own: string | undefined): DeploymentChain {
  return own === undefined ? chain : { ...chain, rpcUrls: [own, ...chain.rpcUrls.filter((url) => url !== own)] }
}

export type TypedNode =
  | { readonly is: 'url'; readonly url: string }
  | { readonly is: 'invalid'; readonly why: 'not an address' | 'not safe' | 'with password' }

/**
 * Reads the address of a node as typed. Plain HTTP only on this computer: elsewhere anyone in the network could answer.
 */
export function readNodeUrl(text: string): TypedNode {
  const trimmed = text.trim()
  const url = parseUrl(trimmed)
  if (!url || !/^https?:$/.test(url.protocol)) return { is: 'invalid', why: 'not an address' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { is: 'invalid', why: 'not safe' }
  // A browser refuses to send a request to such an address.
  if (url.username + url.password !== '') return { is: 'invalid', why: 'with password' }
  return { is: 'url', url: url.href }
}

/** Whether the page's policy lets it connect there: its own origin, or one that the operator named. */
export function isAllowedNode(url: string, { rpcOrigins = [], chains }: Deployment, pageOrigin: string): boolean {
  const { origin } = new URL(url)
  const configured = chains.flatMap(({ rpcUrls }) => rpcUrls.map((each) => new URL(each, pageOrigin).origin))
  return [pageOrigin, ...rpcOrigins, ...configured].includes(origin)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
