/**
 * The critical CSS of a prerendered page: the rules whose classes and ids all occur in it, in the same order and
 * layers. Rules that fetch a picture are left out. At-rules that style no element (variables, keyframes, properties)
 * stay.
 */
export function usedStyles(css, html) {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => decoded(names).split(/\s+/))
  const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  const used = new Set([...classes.map((name) => `.${name}`), ...ids.map((id) => `#${id}`)])
  return kept(css.replace(/\/\*.*?\*\//gs, ''), used)
}

function decoded(text) {
  return text.replace(
    /&(amp|gt|lt|quot|#x27);/g,
    (_, name) => ({ amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" })[name],
  )
}

function kept(css, used) {
  return statementsOf(css)
    .map(({ head, body }) => {
      if (body === undefined) return head
      if (/^@(media|supports|layer)\b/.test(head)) {
        const inner = kept(body, used)
        // An empty layer keeps its place among the others.
        return inner === '' && !head.startsWith('@layer') ? '' : `${head}{${inner}}`
      }
      if (head.startsWith('@')) return `${head}{${body}}`
      return isUsed(head, used) && !body.includes('url(') ? `${head}{${body}}` : ''
    })
    .join('')
}

/** Whether one of the selectors of a rule can apply: all that it names is there. */
function isUsed(selectors, used) {
  return listOf(selectors.replace(/:not\([^)]*\)/g, '')).some((selector) =>
    [...selector.matchAll(/[.#](?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+/gi)].every(([name]) => used.has(unescaped(name))),
  )
}

function unescaped(name) {
  return name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code, letter) =>
    code === undefined ? letter : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

/** The selectors of a list, which commas within brackets do not part. */
function listOf(selectors) {
  let depth = 0
  return selectors
    .replace(/\\.|[()[\],]/g, (found) => {
      if (found === '(' || found === '[') depth++
      if (found === ')' || found === ']') depth--
      return found === ',' && depth === 0 ? '\n' : found
    })
    .split('\n')
}

/** The rules and at-rules of a text, one level deep: `body` is what is between their braces. */
function statementsOf(css) {
  const statements = []
  let [depth, begin, open] = [0, 0, 0]
  for (const { 0: found, index } of css.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/gs)) {
    if (found === '{' && depth++ === 0) open = index
    const isBlock = found === '}' && --depth === 0
    if (!isBlock && !(found === ';' && depth === 0)) continue
    const head = css.slice(begin, isBlock ? open : index + 1).trim()
    statements.push(isBlock ? { head, body: css.slice(open + 1, index) } : { head })
    begin = index + 1
  }
  if (depth !== 0 || css.slice(begin).trim() !== '')
    throw new Error('The styles of the app end in the middle of a rule.')
  return statements
}
