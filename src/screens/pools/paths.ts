import { isList, isObject, type Json, numberText } from '../../protocol/json'
import { stepped } from '../../protocol/poolShape'

/** Every value of a record under its path, `$` being the record, in the order in which it came. */
export function flatten(json: Json, path = '$'): readonly (readonly [path: string, value: string])[] {
  if (isList(json) && json.length > 0) return json.flatMap((entry, index) => flatten(entry, `${path}[${index}]`))
  if (isObject(json) && Object.keys(json).length > 0)
    return Object.entries(json).flatMap(([name, entry]) => flatten(entry, stepped(path, name)))
  return [[path, textOf(json)]]
}

/** A value as it was written: numbers keep their digits, texts lose their quotes. */
function textOf(json: Json): string {
  if (typeof json === 'string') return json
  if (isList(json)) return '[]'
  if (isObject(json)) return '{}'
  return numberText(json) ?? String(json)
}
