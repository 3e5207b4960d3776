import { type Codec, type Members, unread } from './codec'
import { type DeviationLog, root } from './deviationLog'
import { type Json, type JsonObject, member, writeJson } from './json/json'

/** A decoded member of a request. `isCoerced`: it was sent as another type, such as a number as text. */
export type RequestMember<Value> =
  | { readonly is: 'given'; readonly value: Value; readonly isCoerced: boolean }
  | { readonly is: 'missing' }
  | { readonly is: 'wrong type' }

/** Each member separately, so that a refusal can list all mistakes together. */
export type DecodedRequest<Request> = { readonly [Name in keyof Request]-?: RequestMember<Request[Name]> }

/** Encodes the body of a request (client) and decodes it (service). Unknown members are ignored. */
export function requestCodec<Request extends object>(members: Members<Request>) {
  const codecs = Object.entries<Codec<unknown>>(members as Readonly<Record<string, Codec<unknown>>>)
  return {
    encode(request: Request): string {
      const values = request as Readonly<Record<string, unknown>>
      const written = codecs.flatMap(([name, codec]) => {
        const json = codec.write(values[name])
        return json === undefined ? [] : [[name, json] as const]
      })
      return writeJson(Object.fromEntries<Json>(written))
    },
    decode(body: JsonObject): DecodedRequest<Request> {
      const decoded = codecs.map(([name, codec]) => [name, decodeMember(member(body, name), codec)] as const)
      // The codecs of exactly this type have read every member.
      return Object.fromEntries(decoded) as DecodedRequest<Request>
    },
  }
}

function decodeMember<Value>(json: Json | undefined, codec: Codec<Value>): RequestMember<Value> {
  if (codec.fallback && (json === undefined || json === null))
    return { is: 'given', value: codec.fallback.value, isCoerced: false }
  if (json === undefined) return { is: 'missing' }
  const log: DeviationLog = new Map()
  const value = codec.read(json, root(log))
  return value === unread ? { is: 'wrong type' } : { is: 'given', value, isCoerced: log.size > 0 }
}
