import { randomFrom } from '../chaos/story'

/*
 * Answers that are bent at random, but by structure: one value of one record is replaced by one that no honest service
 * sends, or the text that carries the answer is. The result for a seed is always the same.
 */

export type Mutator = ReturnType<typeof createMutator>

/** A raw text within a tree of JSON values, written unchanged. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Tree = unknown

const oddTexts = [
  ...['', ' ', '0', '-1', '1e400', 'NaN', 'Infinity', '0x', '0xg', '١٢', '12 ', '1_000', 'null', 'true'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '\u202eevil',
    '\u200b\u200d',
    'z\u0301\u0302\u0303\u0304',
  ],
  ...[
    '%s%n',
    '../../..',
    'javascript:alert(1)',
    '<img src=x onerror=alert(1)>',
    'https://claim.example',
    '\ud800',
    '\udc00x',
  ],
  ...['9'.repeat(400), 'x'.repeat(70_000), `0x${'f'.repeat(400)}`, '1.'.repeat(60), '1'.repeat(78)],
].map((text) => JSON.stringify(text))

const oddValues = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e21',
    '1e-400',
    '1e400',
    '9007199254740993',
    `${'9'.repeat(500)}`,
  ],
  ...['[]', '{}', '[null]', '[[]]', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
  ...['{"toString":1,"valueOf":2,"length":-1}', '{"length":4294967295}', `${'['.repeat(200)}${']'.repeat(200)}`],
  ...[`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`, `[${'0,'.repeat(6_000)}0]`, '{"":0}', '{"id":{"id":{"id":1}}}'],
  ...oddTexts,
].map((text) => new Raw(text))

const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\ud800',
  'id',
  'chainId',
  'x'.repeat(5_000),
]

export function createMutator(seed: number) {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

  return { random, pick, bend, write, broken, chunks }

  /** The tree with up to three of its values replaced, left out, doubled, or given odd members. */
  function bend(tree: Tree): Tree {
    let bent = tree
    for (let times = 1 + Math.floor(random() * 3); times > 0; times--) bent = bentOnce(bent, 0)
    return bent
  }

  function bentOnce(tree: Tree, depth: number): Tree {
    if (depth > 0 && random() < 0.25) return pick(oddValues)
    if (Array.isArray(tree)) {
      const place = Math.floor(random() * tree.length)
      if (tree.length === 0 || random() < 0.1) return [...tree, pick(oddValues)]
      return tree.map((each, index) => (index === place ? bentOnce(each, depth + 1) : each))
    }
    if (typeof tree === 'object' && tree !== null && !(tree instanceof Raw)) {
      const entries = Object.entries(tree)
      const [name] = entries.length > 0 ? pick(entries) : ['']
      if (entries.length === 0 || random() < 0.1) return { ...tree, [pick(oddKeys)]: pick(oddValues) }
      if (random() < 0.1) return Object.fromEntries(entries.filter(([each]) => each !== name))
      return Object.fromEntries(
        entries.map(([each, value]) => [each, each === name ? bentOnce(value, depth + 1) : value]),
      )
    }
    return pick(oddValues)
  }

  /** JSON, with a member written twice now and then. */
  function write(tree: Tree): string {
    if (tree instanceof Raw) return tree.text
    if (Array.isArray(tree)) return `[${tree.map(write).join()}]`
    if (typeof tree === 'object' && tree !== null) {
      const members = Object.entries(tree).map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`)
      return `{${(random() < 0.01 ? [...members, ...members.slice(0, 1)] : members).join()}}`
    }
    return JSON.stringify(tree) ?? 'null'
  }

  /** The text as it may break on its way: cut off, marked, doubled, or with bytes that belong nowhere. */
  function broken(text: string): string {
    const place = Math.floor(random() * text.length)
    switch (Math.floor(random() * 7)) {
      case 0:
        return text.slice(0, place)
      case 1:
        return `\ufeff${text}`
      case 2:
        return `${text}${text}`
      case 3:
        return `${text.slice(0, place)}${pick(['\u0000', '\ufeff', ',', ']', '}', '"', '\\', '\n', '/**/', '\ud800'])}${text.slice(place)}`
      case 4:
        return `<html>${text}</html>`
      case 5:
        return `)]}',\n${text}`
      default:
        return `${' '.repeat(place % 5_000)}${text}\n`
    }
  }

  /** The bytes of the text in pieces of random length, cut inside of letters too. */
  function chunks(text: string): readonly Uint8Array[] {
    const bytes = new TextEncoder().encode(text)
    const pieces: Uint8Array[] = []
    for (let from = 0; from < bytes.length; ) {
      const size = 1 + Math.floor(random() ** 3 * 9_000)
      pieces.push(bytes.slice(from, from + size))
      from += size
    }
    return pieces
  }
}
