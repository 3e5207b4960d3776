import { expect, test } from 'vitest'
import { chunksOf } from '../../bin/parts/chunks.mjs'

type Module = { readonly imports: readonly string[]; readonly packages: readonly string[]; readonly length: number }

const small = 500
const large = 50_000

/** Modules by name, with their imports, lengths and packages. */
function graphOf(modules: Readonly<Record<string, Partial<Module>>>): Map<string, Module> {
  const whole = { imports: [], packages: [], length: small }
  return new Map(Object.entries(modules).map(([name, module]) => [name, { ...whole, ...module }]))
}

/** Each file as one text, in a settled order. */
function filesOf(graph: ReturnType<typeof graphOf>, entries: readonly string[], form: readonly string[] = []) {
  const files: string[][] = chunksOf(graph, entries, new Map([['start', 'start']]), new Set(form))
  return files.map((ids) => ids.sort().join(' ')).sort()
}

test('a small module that two screens share costs no request of its own', () => {
  const graph = graphOf({
    PoolsScreen: { imports: ['field'], length: large },
    PoolScreen: { imports: ['field', 'choice'], length: large },
    HelpScreen: { imports: ['choice'], length: large },
    field: {},
    choice: {},
  })
  expect(filesOf(graph, ['PoolsScreen', 'PoolScreen', 'HelpScreen'])).toContain('choice field')
})

test('a large module is loaded by no one who does not need it', () => {
  const graph = graphOf({
    PoolsScreen: { imports: ['reader', 'field'], length: large },
    PoolScreen: { imports: ['reader', 'field'], length: large },
    HelpScreen: { imports: ['field'], length: large },
    reader: { length: large },
    field: {},
  })
  const files = filesOf(graph, ['PoolsScreen', 'PoolScreen', 'HelpScreen'])
  expect(files.filter((file) => file.includes('reader'))).toEqual(['reader'])
})

test('a package is loaded by no one who does not need it, however short the module that imports it', () => {
  const graph = graphOf({
    Quote: { imports: ['field'], length: large },
    Review: { imports: ['field', 'decode'], length: large },
    Progress: { imports: ['field', 'decode'], length: large },
    field: {},
    decode: { packages: ['viem'] },
  })
  expect(filesOf(graph, ['Quote', 'Review', 'Progress']).filter((file) => file.includes('decode'))).toEqual(['decode'])
})

test('no two files import each other', () => {
  const graph = graphOf({
    PoolsScreen: { imports: ['first'] },
    PoolScreen: { imports: ['first', 'third'] },
    first: { imports: ['second'] },
    second: { imports: ['third'], length: large },
    third: {},
    HelpScreen: { imports: ['third'] },
  })
  const files = filesOf(graph, ['PoolsScreen', 'PoolScreen', 'HelpScreen']).map((file) => file.split(' '))
  const homeOf = (id: string) => files.find((ids) => ids.includes(id))
  const links = new Set(
    [...graph].flatMap(([id, { imports }]) => imports.map((next) => `${homeOf(id)?.join()} > ${homeOf(next)?.join()}`)),
  )
  for (const link of links) {
    const [from, to] = link.split(' > ')
    if (from !== to) expect(links).not.toContain(`${to} > ${from}`)
  }
})

test('modules only of the swap form have their own file, and modules of every visit are in no such file', () => {
  const graph = graphOf({
    SwapScreen: { imports: ['amount', 'start'] },
    Dialog: { imports: ['amount'] },
    amount: {},
    start: {},
  })
  expect(filesOf(graph, ['SwapScreen', 'Dialog'], ['SwapScreen', 'amount'])).toEqual(['Dialog'])
})
