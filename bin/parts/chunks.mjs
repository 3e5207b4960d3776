/*
 * Decides which modules are bundled into one chunk. Modules needed by the same lazy entries form a chunk; two chunks
 * are merged where the saved requests are worth more than the unused bytes that some entries then load.
 */

/** The cost of one request in characters of source code, chosen by trial (docs/decisions/start.md). */
const requestWorth = 10_000

/** The weight of a request of a screen compared with lazy parts inside a screen: the screen always loads first. */
const screenWeight = 4

/** The weight of code that a screen loads and does not use. */
const screenWaste = 8

/**
 * `graph` maps each module to `{ imports, packages, length }`. `entries` are the lazily loaded modules, `placed` are in a
 * chunk already, and `form` always share one. Returns the chunks of the other modules, as lists.
 */
export function chunksOf(graph, entries, placed, form) {
  const chunks = byNeed(graph, entries, placed, form)
  for (;;) {
    const links = linksOf(chunks, graph)
    const best = bestMerge(chunks, links)
    if (!best) return chunks.filter(({ isForm }) => !isForm).map(({ modules }) => [...modules])
    const [one, other] = best
    chunks.splice(chunks.indexOf(other), 1)
    for (const id of other.modules) one.modules.add(id)
    for (const name of other.packages) one.packages.add(name)
    one.length += other.length
    // Loading the merged chunk also loads every chunk that it imports.
    const needed = new Set([...one.needed, ...other.needed])
    for (const chunk of [one, ...below(one, links), ...below(other, links)])
      for (const entry of needed) chunk.needed.add(entry)
  }
}

/** Modules that exactly the same entries need. */
function byNeed(graph, entries, placed, form) {
  const needed = new Map()
  for (const entry of entries)
    for (const id of reachable([entry], graph, placed)) needed.set(id, (needed.get(id) ?? new Set()).add(entry))
  const chunks = new Map()
  for (const [id, by] of needed) {
    const isForm = form.has(id)
    const key = isForm ? 'form' : [...by].sort().join()
    const chunk = chunks.get(key) ?? { isForm, modules: new Set(), needed: new Set(), packages: new Set(), length: 0 }
    chunks.set(key, chunk)
    chunk.modules.add(id)
    chunk.length += graph.get(id).length
    for (const entry of by) chunk.needed.add(entry)
    for (const name of graph.get(id).packages) chunk.packages.add(name)
  }
  return [...chunks.values()].sort((a, b) => a.length - b.length)
}

/** These modules and all their transitive imports, except modules already placed. */
export function reachable(begin, graph, placed = new Map()) {
  const found = new Set()
  const follow = (id) => {
    if (found.has(id) || placed.has(id) || !graph.has(id)) return
    found.add(id)
    graph.get(id).imports.forEach(follow)
  }
  begin.forEach(follow)
  return found
}

/** The pair of chunks whose merge saves most; `undefined` when no merge saves anything. */
function bestMerge(chunks, links) {
  const pairs = chunks
    .flatMap((one, place) => chunks.slice(place + 1).map((other) => ({ one, other, atMost: savedAtMost(one, other) })))
    .filter(({ one, other, atMost }) => atMost > 0 && !one.isForm && !other.isForm)
    .sort((a, b) => b.atMost - a.atMost)
  let best
  for (const { one, other, atMost } of pairs) {
    if (best && best.saved >= atMost) break
    const saved = atMost - extra(one, other, links) - extra(other, one, links)
    if (saved > (best?.saved ?? 0) && !isCircle(one, other, links)) best = { saved, pair: [one, other] }
  }
  return best?.pair
}

function savedAtMost(one, other) {
  const both = [...one.needed].filter((entry) => other.needed.has(entry))
  const unused = (chunk) => weightOf(chunk.needed, screenWaste) - weightOf(both, screenWaste)
  return requestWorth * weightOf(both, screenWeight) - other.length * unused(one) - one.length * unused(other)
}

function weightOf(entries, ofScreen) {
  return [...entries].reduce((sum, entry) => sum + (/Screen\.tsx$/.test(entry) ? ofScreen : 1), 0)
}

/** The extra code that entries needing only one of the two chunks would load through the other's imports. */
function extra(one, other, links) {
  const newcomers = [...one.needed].filter((entry) => !other.needed.has(entry))
  if (newcomers.length === 0) return 0
  const has = packagesOf(one, links)
  if ([...packagesOf(other, links)].some((name) => !has.has(name))) return Number.POSITIVE_INFINITY
  const unused = ({ needed }) =>
    weightOf(
      newcomers.filter((entry) => !needed.has(entry)),
      screenWaste,
    )
  return [...below(other, links)]
    .filter((chunk) => chunk !== one)
    .reduce((sum, chunk) => sum + chunk.length * unused(chunk), 0)
}

/** The size of packages is unknown here, so no entry may load one that it does not use. */
function packagesOf(chunk, links) {
  return new Set([chunk, ...below(chunk, links)].flatMap(({ packages }) => [...packages]))
}

/** All direct and transitive imports of a chunk. */
function below(chunk, links, found = new Set()) {
  for (const next of links.get(chunk)) {
    if (found.has(next)) continue
    found.add(next)
    below(next, links, found)
  }
  return found
}

/** Which chunk imports from which. */
function linksOf(chunks, graph) {
  const home = new Map(chunks.flatMap((chunk) => [...chunk.modules].map((id) => [id, chunk])))
  const importsOf = (chunk) =>
    [...chunk.modules].flatMap((id) => graph.get(id).imports.flatMap((next) => home.get(next) ?? []))
  return new Map(chunks.map((chunk) => [chunk, new Set(importsOf(chunk).filter((next) => next !== chunk))]))
}

/** Merging two chunks with a third between them would make a circular import. */
function isCircle(one, other, links) {
  const leadsTo = (from, to) => [...links.get(from)].some((next) => next !== to && reaches(next, to, links))
  return leadsTo(one, other) || leadsTo(other, one)
}

function reaches(from, to, links, seen = new Set()) {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return [...links.get(from)].some((next) => reaches(next, to, links, seen))
}
