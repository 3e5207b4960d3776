/**
 * Journal entries in the parts in which they are worth reading: the `newestCount` newest, then those that may be
 * unfinished, then the rest, the newest first. A glance at the text decides, because decoding takes far longer. Where
 * the glance is wrong an entry is read later, never left out.
 */
export function inReadingOrder(texts: readonly string[], newestCount: number): readonly (readonly string[])[] {
  if (texts.length <= newestCount) return [texts]
  const byAge = texts.map((text) => ({ text, openedAt: openedAtOf(text) })).sort((a, b) => b.openedAt - a.openedAt)
  const [newest, older] = [byAge.slice(0, newestCount), byAge.slice(newestCount)]
  const first = older.filter(({ text }) => mayBeUnfinished(text))
  const unfinished = new Set(first)
  const rest = older.filter((entry) => !unfinished.has(entry))
  return [newest, first, rest].map((part) => part.map(({ text }) => text))
}

/** 0 where the text does not say. */
function openedAtOf(text: string): number {
  const place = text.lastIndexOf(openedAt)
  return place === -1 ? 0 : Number.parseInt(text.slice(place + openedAt.length, place + openedAt.length + 15), 10) || 0
}

const openedAt = '"openedAt":'

/** A step, a delivery or a request of it has not come to its end, and the person has not ended it. */
function mayBeUnfinished(text: string): boolean {
  return stillOpen.test(text) && !text.includes('"isDismissed":true')
}

const stillOpen = /"at":"(?!done|failed|replaced|reverted|expired|filled|refunded|refused|seen)/
