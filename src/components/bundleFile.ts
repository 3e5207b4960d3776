import { isObject, type Json, type JsonObject, member, parseJson } from '../protocol/json/json'

/** The members of a bundle of this kind; `undefined` for anything else. */
export function openBundle(text: string, kind: string): JsonObject | undefined {
  const json = parsed(text)
  return isObject(json) && member(json, 'kind') === kind ? json : undefined
}

/** The text of a member; '' where it is not a string. */
export function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    // Invalid JSON is not a bundle.
    return undefined
  }
}
