import { ExactNumber, type Json } from './json'

/** Data as JSON: a bigint as its digits, what is undefined as null. */
export function toPlainJson(value: unknown): Json {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value
  if (value instanceof ExactNumber) return value
  if (Array.isArray(value)) return value.map(toPlainJson)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainJson(member)]))
}
