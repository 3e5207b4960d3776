import { isObject, type Json, type JsonObject, member, parseJson } from '../protocol/json'

/** The members of a bundle of this kind; `undefined` for anything else. */
export function openBundle(text: string, kind: string): JsonObject | undefined {
  const json = parsed(text)
  return isObject(json) && member(json, 'kind') === kind ? json : undefined
}

/** What is said in words; nothing where something else stands. */
export function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    // Whatever it is, it is no bundle.
    return undefined
  }
}
