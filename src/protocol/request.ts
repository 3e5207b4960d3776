import { type DecodedMembers, type Decoder, type Members, unread } from './decoder'
import { type DeviationLog, root } from './deviationLog'
import { type Json, type JsonObject, member } from './json/json'

/** A decoded member of a request. `isCoerced`: it was sent as another type, such as a number as text. */
export type RequestMember<Value> =
  | { readonly is: 'given'; readonly value: Value; readonly isCoerced: boolean }
  | { readonly is: 'missing' }
  | { readonly is: 'wrong type' }

/** Each member separately, so that a refusal can list all mistakes together. */
export type DecodedRequest<Of extends Members> = {
  readonly [Name in keyof Of]: RequestMember<DecodedMembers<Of>[Name]>
}

/** Decodes the types only; the service validates the values. Unknown members are ignored. */
export function decodeRequest<Of extends Members>(members: Of, body: JsonObject): DecodedRequest<Of> {
  const decoded = Object.entries(members).map(([name, decoder]) => [name, decodeMember(member(body, name), decoder)])
  // The decoders of exactly this type have read every member.
  return Object.fromEntries(decoded) as DecodedRequest<Of>
}

function decodeMember(json: Json | undefined, { read, fallback }: Decoder<unknown>): RequestMember<unknown> {
  if (fallback && (json === undefined || json === null)) return { is: 'given', value: fallback.value, isCoerced: false }
  if (json === undefined) return { is: 'missing' }
  const log: DeviationLog = new Map()
  const value = read(json, root(log))
  return value === unread ? { is: 'wrong type' } : { is: 'given', value, isCoerced: log.size > 0 }
}
