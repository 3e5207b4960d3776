import { type ElementReader, type Json, tryParseJson } from './json'

/**
 * The objects of a body's outermost lists, each with its text. When the next body has the same text at about the same
 * place, its value is reused, so that unchanged records stay the same objects.
 */
export type ParsedElements = { readonly texts: readonly string[]; readonly values: readonly Json[] }

export const noParsedElements: ParsedElements = { texts: [], values: [] }

/**
 * Parses the elements of a body while it arrives in chunks, so that they need not be parsed again with the whole body.
 * `elementAt` gives them to `parseJson` if the body turns out to begin with this text, and reads the others.
 */
export function createStreamingReader(before: ParsedElements) {
  const texts: string[] = []
  const values: Json[] = []
  /** The offset of each element in the body. */
  const offsets: number[] = []
  const chunks: string[] = []
  /** Received, but not yet appended to `rest`. */
  let pending = ''
  /** Not parsed yet. */
  let rest = ''
  /** The offset of `rest` in the body. */
  let from = 0
  let isInList = false
  let isSameBody: boolean | undefined
  let next = 0
  return { elements: { texts, values } as ParsedElements, push, text, elementAt }

  function push(chunk: string) {
    if (rest.length > maxPending) return
    chunks.push(chunk)
    pending += chunk
    if (pending.length >= minChunk) read()
  }

  /** The body as far as it was read. */
  function text(): string {
    read()
    return chunks.join('')
  }

  function elementAt(body: string, at: number): ReturnType<ElementReader> {
    isSameBody ??= body.startsWith(text())
    while (offsets[next]! < at) next++
    return isSameBody && offsets[next] === at
      ? { end: at + texts[next]!.length, value: values[next]! }
      : elementAfter(body, at)
  }

  /** Reads an element that was not read ahead: one after a very long or an odd one, or of another body. */
  function elementAfter(body: string, at: number): ReturnType<ElementReader> {
    const known = knownAt(before, body, at, texts.length)
    const end = known === undefined ? endOfObject(body, at) : at + before.texts[known]!.length
    const written = body.slice(at, end)
    const value = known === undefined ? valueIn(written) : before.values[known]!
    if (value === undefined) return undefined
    texts.push(written)
    values.push(value)
    return { end, value }
  }

  function read() {
    rest += pending
    pending = ''
    do {
      const start = isInList ? 0 : rest.search(/\[\s*\{/)
      if (start < 0) return
      const end = readFrom(start)
      rest = rest.slice(end)
      from += end
      isInList = !rest.startsWith(']')
    } while (!isInList)
  }

  /** Parses every complete object and returns where the rest begins. */
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

  /** Parses adjacent objects and returns how many of them were valid. */
  function readRun(run: readonly Span[]): number {
    const together = valuesIn(rest, run)
    for (const [index, { at, end }] of run.entries()) {
      const written = rest.slice(at, end)
      const value = together ? together[index] : valueIn(written)
      if (value === undefined) return index
      keep(at, written, value)
    }
    return run.length
  }

  function keep(at: number, written: string, value: Json) {
    offsets.push(from + at)
    texts.push(written)
    values.push(value)
  }
}

/** The position of an object in a text: `at` is its opening brace, `end` is after the closing one. */
type Span = { readonly at: number; readonly end: number }

/** The index of the known element at `at`. No object is a prefix of a longer one, so comparing its text is enough. */
function knownAt(before: ParsedElements, text: string, at: number, index: number): number | undefined {
  if (before.texts.length === 0) return undefined
  for (const offset of nearbyOffsets) {
    const known = before.texts[index + offset]
    if (known !== undefined && text.slice(at, at + known.length) === known) return index + offset
  }
  return undefined
}

/** Parses adjacent objects together if no digit is lost; see `valueIn`. */
function valuesIn(text: string, spans: readonly Span[]): readonly Json[] | undefined {
  if (spans.length < 2) return undefined
  const list = `[${text.slice(spans[0]!.at, spans.at(-1)!.end)}]`
  const values = exactlyIn(list)
  return Array.isArray(values) && values.length === spans.length ? values : undefined
}

/**
 * Parses with `JSON.parse`, which is many times faster than our parser, and checks that writing the result gives the
 * same text.
 */
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
 * The value of an object's text: by `JSON.parse` where that loses no digit, else by our parser. `undefined` for text
 * that is not JSON: parsing the whole body will report it.
 */
function valueIn(text: string): Json | undefined {
  return exactlyIn(text) ?? tryParseJson(text)
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

function isBetween(code: number): boolean {
  return code === 91 || code === 44 || code === 32 || code === 10 || code === 13 || code === 9
}

const object = new RegExp(`\\{${bracketed(12)}\\}`, 'ys')
/** Index offsets to search: one entry more or less, or two swapped ones, must not make all others look new. */
const nearbyOffsets = [0, 1, -1, 2, -2]
/** Characters parsed together: long runs are several times faster than single objects. */
const minChunk = 120_000
/** Characters without a complete object after which a body is not read ahead any more. */
const maxPending = 1_000_000
