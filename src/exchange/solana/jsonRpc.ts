import * as v from 'valibot'

/** A JSON-RPC request, as far as it can be parsed; without a method it is invalid, but its id is still returned. */
export type RpcRequest = v.InferOutput<typeof rpcRequest>

/** The requests in a body; `undefined` when it is not JSON. */
export function decodeRequests(
  text: string,
): { readonly single: RpcRequest } | { readonly batch: readonly RpcRequest[] } | undefined {
  const parsed = v.safeParse(json, text)
  if (!parsed.success) return undefined
  if (Array.isArray(parsed.output)) return { batch: v.parse(v.array(rpcRequest), parsed.output) }
  return { single: v.parse(rpcRequest, parsed.output) }
}

const json = v.pipe(v.string(), v.parseJson())

const rpcRequest = v.fallback(
  v.object({
    id: v.fallback(v.union([v.string(), v.number(), v.null()]), null),
    method: v.fallback(v.optional(v.string()), undefined),
    params: v.fallback(v.array(v.unknown()), []),
  }),
  { id: null, method: undefined, params: [] },
)
