import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { ConfiguredChain } from '../chainSettings'
import type { Gateway, WriteLog } from '../gatewayOptions'
import { SettingsError } from '../settingsError'

/** The longest time that a start waits for a service or node, in milliseconds. */
const timeout = 5_000

/**
 * Checks the chain id (or genesis hash) of each RPC node. A node that does not answer may recover and is ignored; a
 * node of another chain throws `SettingsError`.
 */
export async function verifyNodeNetworks(chains: readonly ConfiguredChain[]): Promise<void> {
  await Promise.all(
    chains.flatMap(({ chain, rpcTarget }) => {
      const remote = chain.rpcUrls.filter((url) => !url.startsWith('/'))
      const nodes = [rpcTarget, ...remote, chain.wsUrl].flatMap((url) => url ?? [])
      return nodes.map((url) => nodeChecks[chain.kind]?.(chain, url))
    }),
  )
}

/** How to verify the chain of a node; `undefined` for kinds without nodes. */
const nodeChecks: Readonly<Record<DeploymentChain['kind'], typeof checkChainId | undefined>> = {
  evm: checkChainId,
  solana: checkGenesisHash,
  bitcoin: undefined,
  unknown: undefined,
}

async function checkChainId({ chainId, name }: DeploymentChain, url: string): Promise<void> {
  const answer = await callNode(url, 'eth_chainId')
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(answer) || Number(answer) === chainId) return
  throw new SettingsError(
    `TIDEGATE_CHAINS: the node at ${hostOf(url)} is of chain ${Number(answer)}, not ${chainId} (${name}).`,
  )
}

async function checkGenesisHash({ genesisHash, name }: DeploymentChain, url: string): Promise<void> {
  if (genesisHash === undefined) return
  const answer = await callNode(url, 'getGenesisHash')
  if (typeof answer !== 'string' || answer === genesisHash) return
  throw new SettingsError(`TIDEGATE_CHAINS: the node at ${hostOf(url)} has another genesis hash than ${name}.`)
}

/** The result of a JSON-RPC call without parameters; `undefined` when the node returns none. */
async function callNode(url: string, method: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
  try {
    const answer = await (/^wss?:/.test(url) ? sendToSocket(url, body) : post(url, body))
    const { result }: { readonly result?: unknown } = Object(JSON.parse(answer))
    return result
  } catch {
    return undefined
  }
}

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  return response.text()
}

/** The first message after the request. */
async function sendToSocket(url: string, body: string): Promise<string> {
  const socket = new WebSocket(url, { handshakeTimeout: timeout })
  const giveUp = setTimeout(() => socket.terminate(), timeout)
  try {
    return await new Promise((resolve, reject) => {
      socket.once('open', () => socket.send(body))
      socket.once('message', (message) => resolve(String(message)))
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The node closed the WebSocket.')))
    })
  } finally {
    clearTimeout(giveUp)
    socket.terminate()
  }
}

/** Messages contain only the host of a node: its path and query can contain API keys. */
function hostOf(url: string): string {
  return new URL(url).host
}

/**
 * Loads the chain list, which also fills the cache. A service that does not answer may recover; a refused API key stops
 * the start.
 */
export async function checkKey(gateway: Gateway, gatewayUrl: string, baseUrl: string, log: WriteLog): Promise<void> {
  const response = await Promise.race([
    gateway.fetch(new Request(`${gatewayUrl}/api/blockchain`), {}),
    sleep(timeout, undefined, { ref: false }),
  ])
  // A service may lack its list for a while, so a 404 (perhaps a wrong path) is only logged.
  if (response?.status === 404)
    log({
      event: 'settings',
      message: `The service at ${hostOf(baseUrl)} knows no /api/blockchain: is the path of TIDEGATE_BASE_URL right?`,
    })
  if (response?.status !== 401 && response?.status !== 403) return
  throw new SettingsError(
    `The service at ${hostOf(baseUrl)} refused TIDEGATE_API_KEY (it answered ${response.status}).`,
  )
}
