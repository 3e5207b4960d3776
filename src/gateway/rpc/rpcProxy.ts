import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { readTextUpTo, readUpTo, saysJson } from '../body'
import { json, jsonHeaders } from '../envelope'
import { createScrubber } from '../upstream/scrub'
import { type CheckedCall, type JsonRpcCall, parseRpc, rpcErrorResponse } from './jsonRpc'

/** A chain's RPC node. Its URL may contain an API key and never leaves the server. */
export type RpcTarget = { readonly kind: DeploymentChain['kind']; readonly url: string }

export type RpcTargets = ReadonlyMap<number, RpcTarget>

/** A simulation with state overrides is a large request; a result with many logs is a large response. */
const maxRequestBytes = 1024 * 1024
const maxResponseBytes = 16 * 1024 * 1024
const timeout = 15_000

/** Takes `count` calls from the caller's rate limit, or rejects with a refusal. 0 only checks. */
type TakeCalls = (count: number) => Promise<void>

/** Proxies one HTTP request to a chain's node. Calls that are not allowed are answered here and never reach the node. */
export async function proxyRpc(
  target: RpcTarget,
  request: Request,
  takeCalls: TakeCalls = async () => {},
): Promise<Response> {
  // Checked before the body is read, because reading costs resources too.
  await takeCalls(0)
  if (!saysJson(request)) return json(415, rpcErrorResponse(null, -32600, 'Send application/json.'))
  const text = await readTextUpTo(maxRequestBytes, request)
  if (text === undefined) return json(413, rpcErrorResponse(null, -32600, 'This request is too large.'))

  const parsed = parseRpc(target.kind, text)
  await takeCalls(parsed.is === 'valid' ? parsed.calls.length : 1)
  if (parsed.is === 'malformed') return json(400, parsed.answer)
  const { isBatch, calls } = parsed

  const allowed = calls.flatMap((call) => (call.is === 'allowed' ? [call.call] : []))
  if (allowed.length === calls.length) return forward(target, isBatch ? allowed : allowed[0])

  const refused = calls.flatMap((call) => (call.is === 'refused' ? [call.answer] : []))
  if (!isBatch) return json(200, refused[0])
  const answers = allowed.length === 0 ? [] : await answersOf(await forward(target, allowed))
  return json(200, inOrder(calls, answers))
}

async function forward(target: RpcTarget, body: JsonRpcCall | JsonRpcCall[] | undefined): Promise<Response> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      // workerd does not support 'error' here.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    if (response.status >= 300 && response.status < 400) throw new Error('Redirects are not followed.')
    const bytes = await readUpTo(maxResponseBytes, response.body)
    if (!bytes)
      return json(502, rpcErrorResponse(null, -32603, 'The node answered with more than this gateway passes on.'))
    const retryAfter = response.headers.get('retry-after')
    const headers = retryAfter === null ? jsonHeaders : { ...jsonHeaders, 'retry-after': retryAfter }
    return new Response(createScrubber(secretsIn(target.url)).bytes(bytes), { status: response.status, headers })
  } catch {
    return json(502, rpcErrorResponse(null, -32603, 'The node of this chain cannot be reached.'))
  }
}

/** The parts of a node's URL that can be an API key: user, password, long path segments and query values. */
export function secretsIn(address: string): string[] {
  const { username, password, pathname, searchParams } = new URL(address)
  const encoded = [username, password, ...pathname.split('/')]
  const parts = [...encoded, ...encoded.map(decoded), ...searchParams.values()]
  return [...new Set(parts)].filter((part) => part.length >= minSecretLength)
}

/** As the node reads it; a part that is no encoding of anything is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Providers use keys of 20 or more characters; shorter segments are words such as "mainnet". */
const minSecretLength = 16

async function answersOf(response: Response): Promise<readonly unknown[]> {
  const answers: unknown = await response.json().catch(() => undefined)
  return Array.isArray(answers) ? answers : []
}

/** Sorts the results of a batch into the order of its calls; nodes may return them in any order. */
function inOrder(calls: readonly CheckedCall[], answers: readonly unknown[]): readonly unknown[] {
  const byId = new Map(answers.map((answer) => [idOf(answer), answer]))
  return calls.map((call) =>
    call.is === 'refused'
      ? call.answer
      : (byId.get(call.call.id) ?? rpcErrorResponse(call.call.id, -32603, 'The node gave no answer to this call.')),
  )
}

function idOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
}
