import { attempt } from '../../domain/attempt'
import { type ElementReader, type Json, tryParseJson } from './json'

/**
 * The objects of a body's outermost lists, each with its text. When the next body has the same text at about the same
 * place, its value is reused, so that unchanged records stay the same objects.
 */
export type ParsedElements = { readonly texts: readonly string[]; readonly values: readonly Json[] }

export const noParsedElements: ParsedElements = { texts: [], values: [] }

/** Gives the elements of a body to `parseJson`: those of the body before as they were, the others parsed on their own. */
export function createElementReader(before: ParsedElements) {
  const texts: string[] = []
  const values: Json[] = []
  return { elements: { texts, values } as ParsedElements, elementAt }

  function elementAt(body: string, at: number): ReturnType<ElementReader> {
    const known = knownAt(before, body, at, texts.length)
    const end = known === undefined ? endOfObject(body, at) : at + before.texts[known]!.length
    const written = body.slice(at, end)
    const value = known === undefined ? valueIn(written) : before.values[known]!
    if (value === undefined) return undefined
    texts.push(written)
    values.push(value)
    return { end, value }
  }
}

/** The index of the known element at `at`. No object is a prefix of a longer one, so comparing its text is enough. */
function knownAt(before: ParsedElements, text: string, at: number, index: number): number | undefined {
  if (before.texts.length === 0) return undefined
  for (const offset of nearbyOffsets) {
    const known = before.texts[index + offset]
    if (known !== undefined && text.startsWith(known, at)) return index + offset
  }
  return undefined
}

/**
 * The value of an object's text. `JSON.parse` is many times faster than our parser, and exact where writing its result
 * gives the same text. `undefined` for text that is not JSON: parsing the whole body will report it.
 */
function valueIn(text: string): Json | undefined {
  const value = attempt(() => JSON.parse(text))
  return JSON.stringify(value) === text && !text.includes('__proto__') ? value : tryParseJson(text)
}

/** Where the object at `at` ends; 0 if it is missing, incomplete or nested too deeply. */
function endOfObject(text: string, at: number): number {
  object.lastIndex = at
  try {
    return object.test(text) ? object.lastIndex : 0
  } catch {
    // The regular expression exceeded the stack.
    return 0
  }
}

/** A pattern for balanced brackets and strings, to a depth of `levels`. It checks no syntax: the parser does. */
function bracketed(levels: number): string {
  const inner = levels > 0 ? `|[{[]${bracketed(levels - 1)}[}\\]]` : ''
  return String.raw`[^{}[\]"]*(?:(?:"[^"\\]*(?:\\.[^"\\]*)*"${inner})[^{}[\]"]*)*`
}

const object = new RegExp(`\\{${bracketed(12)}\\}`, 'ys')
/** Index offsets to search: one entry more or less, or two swapped ones, must not make all others look new. */
const nearbyOffsets = [0, 1, -1, 2, -2]
