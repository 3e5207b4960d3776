import { isObject, type Json, type JsonObject, member, tryParseJson } from '../protocol/json/json'

/** The members of a bundle of this kind; `undefined` for anything else. */
export function openBundle(text: string, kind: string): JsonObject | undefined {
  const json = tryParseJson(text)
  return isObject(json) && member(json, 'kind') === kind ? json : undefined
}

/** The text of a member; '' where it is not a string. */
export function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}
