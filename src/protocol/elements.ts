import { copyOf, type ElementReader, type Json, NotJson, parseJson } from './json'

/**
 * The objects of a body's outermost lists, each with the text it was read from. A later body that holds the same text
 * about the same place takes the value over, so that what did not change stays the same object.
 */
export type Elements = { readonly texts: readonly string[]; readonly values: readonly Json[] }

export const noElements: Elements = { texts: [], values: [] }

/** The first ones, and from where they end those that stood there in others. */
export function followedBy({ texts, values }: Elements, others: Elements): Elements {
  if (texts.length >= others.texts.length) return { texts, values }
  return {
    texts: texts.concat(others.texts.slice(texts.length)),
    values: values.concat(others.values.slice(values.length)),
  }
}

/** Reads elements, and takes those that are word for word as before from there. What it read is in `elements`. */
export function readElements(before: Elements): ElementReader & { readonly elements: Elements } {
  const texts: string[] = []
  const values: Json[] = []
  return {
    elements: { texts, values },
    latest: () => values.at(-1)!,
    read(text, at) {
      const known = knownAt(text, at, texts.length)
      const end = known === undefined ? endOfObject(text, at) : at + before.texts[known]!.length
      if (end === 0) return 0
      const written = text.slice(at, end)
      const value = known === undefined ? valueIn(written) : before.values[known]!
      if (value === undefined) return 0
      texts.push(written)
      values.push(value)
      return end
    },
  }

  /** An object ends by itself: no longer one begins with all of its text. Comparing a slice is the fastest way. */
  function knownAt(text: string, at: number, index: number): number | undefined {
    if (before.texts.length === 0) return undefined
    for (const offset of around) {
      const known = before.texts[index + offset]
      if (known !== undefined && text.slice(at, at + known.length) === known) return index + offset
    }
    return undefined
  }
}

/** Elements of a body that is still arriving, piece by piece. They are no more than a guess at what it will say. */
export type ReadingAhead = { readonly elements: Elements; readonly hear: (piece: string) => void }

/** Reads a long list while it arrives. Whoever then reads the whole of it takes over what has the same text. */
export function readAhead(before: Elements): ReadingAhead {
  const reader = readElements(before)
  let rest = ''
  let isInList = false
  return { elements: reader.elements, hear }

  function hear(piece: string) {
    if (rest.length > patience) return
    rest += piece
    const start = isInList ? 0 : rest.search(/\[\s*\{/)
    if (start < 0) return
    isInList = true
    rest = rest.slice(readFrom(start))
  }

  /** Reads every object that is there as a whole; where the rest begins. */
  function readFrom(start: number): number {
    for (let at = start; ; ) {
      let next = at
      while (isBetween(rest.charCodeAt(next))) next++
      const end = reader.read(rest, next)
      if (end === 0) return at
      at = end
    }
  }
}

/**
 * The value of an object's text. Where the browser's own parser, many times faster than ours, gives what is written
 * back letter by letter, no digit was lost. `undefined` for what is no JSON: whoever reads the body says what is wrong.
 */
function valueIn(text: string): Json | undefined {
  try {
    const value = JSON.parse(text)
    if (JSON.stringify(value) === text && !text.includes('__proto__')) return value
    return parseJson(copyOf(text))
  } catch (error) {
    if (error instanceof NotJson || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Where the object at `at` ends; 0 when there is none, or not all of it, or one too deep to be read by itself. */
function endOfObject(text: string, at: number): number {
  object.lastIndex = at
  try {
    return object.test(text) ? object.lastIndex : 0
  } catch {
    // More brackets than the platform can keep in mind at once.
    return 0
  }
}

/** Brackets of either kind around text, strings, and the same again, so many levels deep: the parser knows the rest. */
function bracketed(levels: number): string {
  const inner = levels > 0 ? `|[{[]${bracketed(levels - 1)}[}\\]]` : ''
  return String.raw`[^{}[\]"]*(?:(?:"[^"\\]*(?:\\.[^"\\]*)*"${inner})[^{}[\]"]*)*`
}

function isBetween(code: number): boolean {
  return code === 91 || code === 44 || code === 32 || code === 10 || code === 13 || code === 9
}

const object = new RegExp(`\\{${bracketed(12)}\\}`, 'ys')
/** An entry more or less, or two that changed places, should not make the rest look new. */
const around = [0, 1, -1, 2, -2]
/** Characters after which a body that is no list of records is not read ahead any more. */
const patience = 1_000_000
