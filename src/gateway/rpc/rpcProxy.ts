import type { DeploymentChain } from '../../protocol/deployment'
import { readTextUpTo, readUpTo, saysJson } from '../body'
import { type CheckedCall, parseRpc, type RpcCall, rpcErrorResponse } from './jsonRpc'

/** A chain's node. Its address may contain a secret and never leaves the server. */
export type RpcTarget = { readonly kind: DeploymentChain['kind']; readonly url: string }

export type RpcTargets = ReadonlyMap<number, RpcTarget>

export type RpcLimits = { readonly requestBytes: number; readonly responseBytes: number; readonly timeout: number }

/** A simulation with state overrides is a large request; an answer with many logs is a large response. */
export const defaultRpcLimits: RpcLimits = {
  requestBytes: 1024 * 1024,
  responseBytes: 16 * 1024 * 1024,
  timeout: 15_000,
}

/** Proxies one HTTP request to a chain's node. Calls that are not allowed are answered here and never reach the node. */
export async function proxyRpc(target: RpcTarget, request: Request, limits = defaultRpcLimits): Promise<Response> {
  if (!saysJson(request)) return json(415, rpcErrorResponse(null, -32600, 'Send application/json.'))
  const text = await readTextUpTo(limits.requestBytes, request)
  if (text === undefined) return json(413, rpcErrorResponse(null, -32600, 'This request is too large.'))

  const screened = parseRpc(target.kind, text)
  if (screened.is === 'malformed') return json(400, screened.answer)
  const { isBatch, calls } = screened
  const allowed = calls.flatMap((call) => (call.is === 'allowed' ? [call.call] : []))
  if (allowed.length === calls.length) return forward(target, isBatch ? allowed : allowed[0], limits)

  const refused = calls.flatMap((call) => (call.is === 'refused' ? [call.answer] : []))
  if (!isBatch) return json(200, refused[0])
  const answered = allowed.length === 0 ? [] : await answersOf(await forward(target, allowed, limits))
  return json(200, inOrder(calls, answered))
}

async function forward(target: RpcTarget, body: RpcCall | RpcCall[] | undefined, limits: RpcLimits): Promise<Response> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      // workerd does not support 'error' here.
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.timeout),
    })
    if (response.status >= 300 && response.status < 400) throw new Error('Redirects are not followed.')
    const bytes = await readUpTo(limits.responseBytes, response.body)
    if (!bytes)
      return json(502, rpcErrorResponse(null, -32603, 'The node answered with more than this gateway passes on.'))
    return new Response(bytes, { status: response.status, headers: jsonHeaders })
  } catch {
    return json(502, rpcErrorResponse(null, -32603, 'The node of this chain cannot be reached.'))
  }
}

async function answersOf(response: Response): Promise<readonly unknown[]> {
  const answers: unknown = await response.json().catch(() => undefined)
  return Array.isArray(answers) ? answers : []
}

/** The answers of a batch in the order of its calls; nodes may return them in any order. */
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

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: jsonHeaders })
}
