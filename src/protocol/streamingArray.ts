import { copyOf, type ElementReader, type Json, NotJson, parseJson } from './json'

/**
 * The objects of a body's outermost lists, each with the text it was read from. A later body that holds the same text
 * about the same place takes the value over, so that what did not change stays the same object.
 */
export type Elements = { readonly texts: readonly string[]; readonly values: readonly Json[] }

export const noElements: Elements = { texts: [], values: [] }

/**
 * Reads elements, and takes those that are word for word as before from there. What was read ahead of this very body is
 * taken as it is. What it read is in `elements`.
 */
export function readElements(before: Elements, ahead?: ReadingAhead): ElementReader & { readonly elements: Elements } {
  const texts: string[] = []
  const values: Json[] = []
  let isAhead: boolean | undefined
  let next = 0
  return {
    elements: { texts, values },
    latest: () => values.at(-1)!,
    read(text, at) {
      if (ahead) {
        isAhead ??= text.startsWith(ahead.heard())
        while (ahead.begins[next]! < at) next++
        if (isAhead && ahead.begins[next] === at)
          return keep(ahead.elements.texts[next]!, ahead.elements.values[next], at)
      }
      const known = knownAt(before, text, at, texts.length)
      const end = known === undefined ? endOfObject(text, at) : at + before.texts[known]!.length
      // The text of this body even where it is an old one's: a slice holds on to all of the body it was cut from.
      const written = text.slice(at, end)
      if (known !== undefined) return keep(written, before.values[known], at)
      return end === 0 ? 0 : keep(written, valueIn(written), at)
    },
  }

  function keep(written: string, value: Json | undefined, at: number): number {
    if (value === undefined) return 0
    texts.push(written)
    values.push(value)
    return at + written.length
  }
}

/** Elements of a body that is still arriving, piece by piece. They are no more than a guess at what it will say. */
export type ReadingAhead = {
  readonly elements: Elements
  /** Where in the body each of them begins. */
  readonly begins: readonly number[]
  readonly hear: (piece: string) => void
  /** The body as far as it was listened to. */
  readonly heard: () => string
}

/** Reads a long list while it arrives. Whoever then reads the whole of it need not read its elements again. */
export function readAhead(before: Elements): ReadingAhead {
  const texts: string[] = []
  const values: Json[] = []
  const begins: number[] = []
  const pieces: string[] = []
  let waiting = ''
  let rest = ''
  /** Where in the body `rest` begins. */
  let from = 0
  let isInList = false
  return { elements: { texts, values }, begins, hear, heard }

  function hear(piece: string) {
    if (rest.length > patience) return
    pieces.push(piece)
    waiting += piece
    if (waiting.length >= stretch) read()
  }

  function heard(): string {
    read()
    return pieces.join('')
  }

  function read() {
    rest += waiting
    waiting = ''
    const start = isInList ? 0 : rest.search(/\[\s*\{/)
    if (start < 0) return
    isInList = true
    const end = readFrom(start)
    rest = rest.slice(end)
    from += end
  }

  /** Reads every object that is there as a whole; where the rest begins. */
  function readFrom(start: number): number {
    let run: Span[] = []
    for (let at = start; ; ) {
      while (isBetween(rest.charCodeAt(at))) at++
      const known = knownAt(before, rest, at, texts.length + run.length)
      const end = known === undefined ? endOfObject(rest, at) : at + before.texts[known]!.length
      if (known === undefined && end > 0) run.push({ at, end })
      else {
        const read = readRun(run)
        if (end === 0 || read < run.length) return run[read]?.at ?? at
        run = []
        keep(at, rest.slice(at, end), before.values[known!]!)
      }
      at = end
    }
  }

  /** How many of them could be read. */
  function readRun(run: readonly Span[]): number {
    const together = valuesIn(rest, run)
    for (const [place, { at, end }] of run.entries()) {
      const written = rest.slice(at, end)
      const value = together ? together[place] : valueIn(written)
      if (value === undefined) return place
      keep(at, written, value)
    }
    return run.length
  }

  function keep(at: number, written: string, value: Json) {
    begins.push(from + at)
    texts.push(written)
    values.push(value)
  }
}

/** An object of a text, from its first bracket to behind its last. */
type Span = { readonly at: number; readonly end: number }

/** An object ends by itself: no longer one begins with all of its text. Comparing a slice is the fastest way. */
function knownAt(before: Elements, text: string, at: number, index: number): number | undefined {
  if (before.texts.length === 0) return undefined
  for (const offset of around) {
    const known = before.texts[index + offset]
    if (known !== undefined && text.slice(at, at + known.length) === known) return index + offset
  }
  return undefined
}

/** The values of neighbours at once, where that loses nothing, see `valueIn`. */
function valuesIn(text: string, spans: readonly Span[]): readonly Json[] | undefined {
  if (spans.length < 2) return undefined
  const list = `[${text.slice(spans[0]!.at, spans.at(-1)!.end)}]`
  const values = exactlyIn(list)
  return Array.isArray(values) && values.length === spans.length ? values : undefined
}

/** What the browser's own parser, many times faster than ours, understands, if that is written letter by letter the same. */
function exactlyIn(text: string): Json | undefined {
  try {
    const value = JSON.parse(text)
    return JSON.stringify(value) === text && !text.includes('__proto__') ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * The value of an object's text. Where it is written again letter by letter, no digit was lost. `undefined` for what is
 * no JSON: whoever reads the body says what is wrong.
 */
function valueIn(text: string): Json | undefined {
  const value = exactlyIn(text)
  if (value !== undefined) return value
  try {
    return parseJson(copyOf(text))
  } catch (error) {
    if (error instanceof NotJson) return undefined
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
/** Characters read at once: what the platform parses in long stretches it keeps without moving it about. */
const stretch = 120_000
/** Characters after which a body that is no list of records is not read ahead any more. */
const patience = 1_000_000
