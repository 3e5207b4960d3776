import { parseAst } from 'vite'
import { messageText, parseMessage, placeholdersOf } from './icu.mjs'

/*
 * Reads a catalogue of messages as translators need it, and writes it in another language. A unit is one string or
 * template literal of the source; its message is in ICU MessageFormat.
 */

/** The units of a catalogue: `{ message, start, end }`, in the order of the source. Each message is in it once. */
export function unitsOf(source) {
  const units = collect(parseAst(source, { lang: 'ts' }), source)
  return [...new Map(units.map((unit) => [unit.message, unit])).values()]
}

/**
 * The source of the same catalogue in another language. `translations` maps each English message to the translated one;
 * code stays as it is, and so does a text without translation. From right to left each placeholder is isolated, so that
 * amounts, signs and symbols keep their order.
 */
export function translateSource(source, translations, language) {
  const isMirrored = language === 'ar'
  const units = collect(parseAst(source, { lang: 'ts' }), source)
  const write = (start, end, inside) => {
    let text = ''
    let at = start
    for (const unit of inside) {
      if (unit.start < at) continue
      text += source.slice(at, unit.start) + literal(unit)
      at = unit.end
    }
    return text + source.slice(at, end)
  }
  const codeOf = ({ start, end }) =>
    write(
      start,
      end,
      units.filter((unit) => unit.start >= start && unit.end <= end),
    )
  const literal = (unit) => {
    const translation = translations.get(unit.message) ?? unit.message
    const text = template(parseMessage(translation), unit.nodes)
    // A line that begins with a Latin name is still written from right to left. `dir=auto` also reads isolated letters.
    return isMirrored && /^`[^\p{L}$]*(?:\$\{|\p{Script=Latin}).*\p{Script=Arabic}/su.test(text)
      ? `\`\u200f${text.slice(1)}`
      : text
  }
  const template = (parts, nodes) =>
    `\`${parts
      .map((part) => {
        if (typeof part === 'string') return part.replace(/[\\`]|\$\{/g, '\\$&')
        const code = codeOf(nodes.get(part.name))
        if (part.is === 'argument') return isMirrored ? `\u2068\${${code}}\u2069` : `\${${code}}`
        const options = Object.entries(part.options).map(([key, value]) => [key, template(value, nodes)])
        const { true: whenTrue, false: whenFalse, ...forms } = Object.fromEntries(options)
        if (part.is === 'select') return `\${${code} ? ${whenTrue} : ${whenFalse}}`
        const written = Object.entries(forms).map(([key, value]) => `${key}: ${value}`)
        return `\${pluralIn('${language}', Number(${code}), { ${written.join(', ')} })}`
      })
      .join('')}\``
  return write(0, source.length, units)
}

/** The problem of a translation, as one sentence; `undefined` if it can be used. */
export function problemOf(message, translation) {
  let parts
  try {
    parts = parseMessage(translation)
  } catch (error) {
    return error.message
  }
  const names = (of) => [...placeholdersOf(of)].sort().join(', ')
  const [expected, found] = [names(parseMessage(message)), names(parts)]
  return expected === found ? undefined : `It has the placeholders (${found}), the English text has (${expected}).`
}

function collect(program, source) {
  const units = []
  const add = (node) => {
    const names = new Map()
    const nodes = new Map()
    const inner = []
    const nameFor = (code, wanted) => {
      const text = source.slice(code.start, code.end)
      const known = names.get(text)
      if (known) return known
      let name = wanted
      for (let count = 2; nodes.has(name); count += 1) name = `${wanted}${count}`
      names.set(text, name)
      nodes.set(name, code)
      inner.push(code)
      return name
    }
    const message = messageText(partsOf(node, nameFor))
    units.push({ message, start: node.start, end: node.end, nodes })
    for (const code of inner) visit(code)
  }
  const visit = (node) => {
    if (isText(node)) return add(node)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return units.sort((one, other) => one.start - other.start || other.end - one.end)
}

/** Whether a literal, a choice of plural forms, or `count === 1 ? … : …` has words of its own. */
function isText(node) {
  if (node.type === 'ConditionalExpression') return isPluralChoice(node) && hasWords(node)
  if (isPluralCall(node)) return true
  return isLiteral(node) && hasWords(node)
}

function hasWords(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' && /\p{L}/u.test(node.value)
  if (node.type === 'TemplateLiteral')
    return (
      node.quasis.some(({ value }) => /\p{L}/u.test(value.cooked)) ||
      node.expressions.some((each) => isPluralCall(each) || (isChoice(each) && hasWords(each)))
    )
  if (node.type === 'ConditionalExpression') return hasWords(node.consequent) || hasWords(node.alternate)
  return isPluralCall(node)
}

const isLiteral = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
/** A choice between literals, at any depth. */
const isChoice = (node) =>
  isLiteral(node) ||
  isPluralCall(node) ||
  (node.type === 'ConditionalExpression' && isChoice(node.consequent) && isChoice(node.alternate))
const isPluralCall = (node) => node.type === 'CallExpression' && node.callee.name === 'plural'
const isPluralChoice = (node) =>
  isChoice(node) && node.test.type === 'BinaryExpression' && node.test.operator === '===' && node.test.right.value === 1

/** The children that can contain text: no types, keys, imports and compared values. */
function childrenOf(node) {
  if (/^(TS.*(Type|Declaration|Keyword)|TSType.*|ImportDeclaration)$/.test(node.type)) return []
  // A catalogue exports as a list what programs read: columns of a file, an order of keys.
  if (node.type === 'ExportNamedDeclaration' && node.declaration?.declarations?.[0].init?.type === 'ArrayExpression')
    return []
  const skipped = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])
  if (node.type === 'Property' && !node.computed) skipped.add('key')
  if (node.type === 'MemberExpression') skipped.add('property')
  if (node.type === 'BinaryExpression' && /^([!=]==?|in)$/.test(node.operator)) return []
  if (node.type === 'SwitchCase') skipped.add('test')
  return Object.entries(node).flatMap(([key, value]) => {
    if (skipped.has(key) || value === null || typeof value !== 'object') return []
    return (Array.isArray(value) ? value : [value]).filter((child) => typeof child?.type === 'string')
  })
}

function partsOf(node, nameFor) {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type === 'TemplateLiteral')
    return node.quasis.flatMap(({ value }, place) => {
      const expression = node.expressions[place]
      return [value.cooked, ...(expression ? partsOf(expression, nameFor) : [])]
    })
  if (isPluralCall(node)) {
    const [count, forms] = node.arguments
    const options = forms.properties.map(({ key, value }) => [key.name, partsOf(value, nameFor)])
    return [{ is: 'plural', name: nameFor(count, wantedName(count)), options: Object.fromEntries(options) }]
  }
  if (node.type === 'ConditionalExpression' && isChoice(node)) {
    const whenTrue = partsOf(node.consequent, nameFor)
    const whenFalse = partsOf(node.alternate, nameFor)
    if (isPluralChoice(node)) {
      const name = nameFor(node.test.left, wantedName(node.test.left))
      return [{ is: 'plural', name, options: { one: whenTrue, other: whenFalse } }]
    }
    const name = nameFor(node.test, wantedName(node.test))
    return [{ is: 'select', name, options: { true: whenTrue, false: whenFalse } }]
  }
  return [{ is: 'argument', name: nameFor(node, wantedName(node)) }]
}

/** The name of an expression for a reader: `chain` for `chain.name`, `tokenText(chain)` and `chain !== undefined`. */
function wantedName(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      if (node.computed || /^(name|length|symbol|text)$/.test(node.property.name)) return wantedName(node.object)
      return node.property.name
    case 'CallExpression': {
      if (node.callee.type === 'MemberExpression') return wantedName(node.callee.object)
      const [first] = node.arguments
      return first && first.type !== 'Literal' ? wantedName(first) : wantedName(node.callee)
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return wantedName(node.left)
    case 'UnaryExpression':
      return wantedName(node.argument)
    case 'ConditionalExpression':
      return wantedName(node.test)
    default: {
      const inner = node.expression ?? node.argument
      return inner ? wantedName(inner) : 'value'
    }
  }
}
