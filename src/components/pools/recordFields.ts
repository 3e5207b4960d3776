import type { SchemaValue } from '../../domain/pools/schema'
import { isList, isObject, type Json, type JsonObject, numberText } from '../../protocol/json/json'
import { appendKey } from '../../protocol/pools/recordSchema'

/** All values of a record by path, with indexes left out. */
export function fieldsInRecord(record: JsonObject): readonly SchemaValue[] {
  const found: SchemaValue[] = []
  visit(record, '$')
  return found

  function visit(json: Json, path: string) {
    if (found.length >= most) return
    if (isList(json)) {
      found.push({ path, kind: 'list', text: String(json.length) })
      for (const entry of json.slice(0, sample)) visit(entry, `${path}[]`)
    } else if (isObject(json)) {
      if (path !== '$') found.push({ path, kind: 'group', text: '' })
      // An object with numeric keys is treated as a list.
      for (const [name, inner] of Object.entries(json))
        visit(inner, /^\d+$/.test(name) ? `${path}[]` : appendKey(path, name))
    } else found.push({ path, ...leaf(json) })
  }
}

function leaf(json: Exclude<Json, readonly Json[] | JsonObject>): Omit<SchemaValue, 'path'> {
  if (json === null) return { kind: 'nothing', text: '' }
  if (typeof json === 'boolean') return { kind: 'yes or no', text: String(json) }
  if (typeof json === 'string') return { kind: /^-?\d+(\.\d+)?$/.test(json) ? 'digits' : 'text', text: json }
  return { kind: 'number', text: numberText(json) ?? '' }
}

/** Entries of a list are mostly alike: only the first ones are read. */
const sample = 20
/** The most values read from a record; enough to show its shape. */
const most = 2_000
