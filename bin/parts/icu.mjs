/*
 * ICU MessageFormat, as far as the catalogues need it: `{name}`, `{count, plural, one {…} other {…}}` and
 * `{isLate, select, true {…} false {…}}`. A parsed message is a list of texts and placeholders.
 */

export function messageText(parts) {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll("'", "''").replace(/[{}#]/g, "'$&'")
      if (part.is === 'argument') return `{${part.name}}`
      const options = Object.entries(part.options).map(([key, value]) => `${key} {${messageText(value)}}`)
      return `{${part.name}, ${part.is}, ${options.join(' ')}}`
    })
    .join('')
}

/** Throws an error with a sentence for a message that cannot be parsed. */
export function parseMessage(text) {
  let at = 0
  const fail = (expected) => {
    throw new Error(`Expected ${expected} at character ${at + 1} of “${text}”.`)
  }
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at += 1
  }
  const take = (sign) => {
    skip()
    if (text[at] !== sign) fail(`“${sign}”`)
    at += 1
  }
  const word = () => {
    skip()
    const [found] = /^\w+/.exec(text.slice(at)) ?? fail('a name')
    at += found.length
    skip()
    return found
  }
  const message = (isInside) => {
    const parts = []
    let written = ''
    for (; at < text.length && !(isInside && text[at] === '}'); ) {
      if (text[at] === "'" && text[at + 1] === "'") {
        written += "'"
        at += 2
      } else if (text[at] === "'" && /[{}#]/.test(text[at + 1] ?? '')) {
        const end = text.indexOf("'", at + 1)
        if (end < 0) fail('a closing apostrophe')
        written += text.slice(at + 1, end)
        at = end + 1
      } else if (text[at] === '{') {
        parts.push(written, placeholder())
        written = ''
      } else if (text[at] === '}') {
        fail('no “}”')
      } else {
        written += text[at]
        at += 1
      }
    }
    return [...parts, written].filter((part) => part !== '')
  }
  const placeholder = () => {
    take('{')
    const name = word()
    if (text[at] === '}') {
      at += 1
      return { is: 'argument', name }
    }
    take(',')
    const is = word()
    if (is !== 'plural' && is !== 'select') fail('“plural” or “select”')
    take(',')
    const options = {}
    for (skip(); text[at] !== '}'; skip()) {
      const key = word()
      take('{')
      options[key] = message(true)
      take('}')
    }
    at += 1
    for (const key of is === 'plural' ? ['other'] : ['true', 'false'])
      if (!options[key]) fail(`the form “${key}” of “${name}”`)
    return { is, name, options }
  }
  return message(false)
}

/** The names of all placeholders, at any depth. */
export function placeholdersOf(parts, found = new Set()) {
  for (const part of parts) {
    if (typeof part === 'string') continue
    found.add(part.name)
    for (const option of Object.values(part.options ?? {})) placeholdersOf(option, found)
  }
  return found
}
