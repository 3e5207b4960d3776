import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { definitionsOf, textIn } from './syntax'

/*
 * docs/glossary.md has the words of this house; the table below has those they replaced, which do not come back; and
 * an exported name means one thing wherever it stands.
 */

/** Words that no identifier has as one of its parts, and what to say instead. */
const retired: Readonly<Record<string, string>> = {
  aftercare: 'reorg check',
  beacon: 'background notifier',
  boarding: 'shared request',
  counsel: 'plan checker',
  counsellor: 'plan checker dependencies',
  courier: 'delivery watcher',
  deciding: 'decision',
  deed: 'action, title or request',
  desk: 'order service, or market maker',
  dock: 'Solana bridge',
  examined: 'checked',
  ferry: 'relayer loop',
  gazette: 'pool feed',
  gotten: 'get',
  hearken: 'wait for the wallet',
  heed: 'halt check',
  heedful: 'with halt check',
  hourglass: 'payment expiry timer',
  inquirer: 'dependencies',
  inquiry: 'prepared swap',
  insistence: 'halt check',
  lain: 'stored',
  matter: 'rule input',
  naught: 'zero',
  parcel: 'cached body',
  patience: 'timeout',
  pier: 'EVM bridge',
  reckon: 'estimate',
  reckoned: 'estimated',
  reckoning: 'estimating',
  reef: 'local Solana',
  seizing: 'taking over',
  shelf: 'cache',
  shelve: 'cache',
  shelved: 'cached',
  sighting: 'transaction status',
  speck: 'dust',
  standstill: 'idle',
  stumble: 'retry',
  stumbles: 'retries',
  told: 'reported',
  whereabouts: 'addresses',
}

/** Whole names that do not come back to src, what to say instead, and the file whose stored format keeps the name. */
const retiredNames: Readonly<Record<string, { readonly say: string; readonly but?: string }>> = {
  checkNode: { say: 'readNodeNetwork (own node), verifyNodeNetwork (gateway)' },
  checkNodes: { say: 'ChainNode, verifyNodeNetworks' },
  handOut: { say: 'payOut' },
  homeOf: { say: 'sourceChainOf' },
  minimumOut: { say: 'minimumReceived' },
  prepareStep: { say: 'promptStep' },
  ticked: { say: 'checked, agreed (a tick is a price)' },
}

/** Names that mean the same in two places for a reason, and the reason. */
const twice: Readonly<Record<string, string>> = {}

/** Twins that are still there, most of them between the guard and a room above it. None is to be added. */
const twins: readonly string[] = ['contentOf contextValue', 'listIn listOf']

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file).replaceAll('\\', '/'))

/** What each file exports and defines itself. */
const definitions = new Map(
  files.filter((file) => !/\.test\.tsx?$/.test(file)).map((file) => [file, definitionsOf(file, textIn(file))] as const),
)

test('no identifier has a retired word in it', () => {
  const found = files.flatMap((file) =>
    [...new Set(retiredIn(readFileSync(file, 'utf8')))].map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('neither has one in tests and tools, where Reef is the name of a network', () => {
  const found = ['test', 'bin'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/^(glossary\.test|messages\.test|parts\/prose\.mjs)/.test(file))
      .flatMap((file) => {
        const names = retiredIn(readFileSync(join(folder, file), 'utf8'))
        return [...new Set(names)].filter((name) => !/reef/i.test(name)).map((name) => `${folder}/${file}: ${name}`)
      }),
  )
  expect(found).toEqual([])
})

test('no name in src is one that was replaced', () => {
  const found = files.flatMap((file) =>
    (codeOf(readFileSync(file, 'utf8')).match(/[A-Za-z_$][\w$]*/g) ?? [])
      .filter((name) => Object.hasOwn(retiredNames, name) && retiredNames[name]!.but !== file)
      .map((name) => `${file}: ${name}: ${retiredNames[name]!.say}`),
  )
  expect(found).toEqual([])
})

test('no file is named by a retired word', () => {
  expect(
    files.filter((file) => partsOf(file.replace(/[/.-]/g, '_')).some((part) => Object.hasOwn(retired, part))),
  ).toEqual([])
})

test('an exported name means one thing, or says here why it means two', () => {
  const places = new Map<string, string[]>()
  for (const [file, names] of definitions)
    for (const name of names) places.set(name, [...(places.get(name) ?? []), file])
  const homonyms = [...places].filter(([name, where]) => where.length > 1 && !(name in twice))
  expect(homonyms.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
})

test('every stated reason is still needed', () => {
  const all = [...definitions.values()].flat()
  expect(Object.keys(twice).filter((name) => all.filter((other) => other === name).length < 2)).toEqual([])
})

test('the same function is written once, exported or not, or its twins are listed here', () => {
  const found = twinsIn(files.filter((file) => !/\.test\.tsx?$/.test(file)).map((file) => [file, textIn(file)]))
  expect(found.filter((names) => !twins.includes(names))).toEqual([])
})

test('functions with the same parameters and body are twins, whatever they are called and however they break', () => {
  const one = 'function larger(a: bigint, b: bigint) {\n  return a > b ? a : b\n}\n'
  const other = 'export function largest(\n  a: bigint,\n  b: bigint,\n) {\n  return a > b ? a : b\n}\n'
  const third = 'function smaller(a: bigint, b: bigint) {\n  return a < b ? a : b\n}\n'
  const sources = [['a.ts', one + third] as const, ['b.ts', other] as const]
  expect(twinsIn(sources)).toEqual(['larger largest'])
})

test('the checker bites', () => {
  expect(retiredIn('const orderDesk = openShelf()')).toEqual(['orderDesk', 'openShelf'])
  expect(retiredIn("const title = 'a desk' // a desk")).toEqual([])
  const source = `import { found } from './found'
    export type Call = { a: 1 }
    export const list = 1, { pool, at: [place], ...rest } = all
    export async function read() {}
    export function* walk() {}
    export enum Level { low }
    const inner = 1
    export { inner as outer, found }
    export { other } from './other'
    export default class Page {}`
  expect(definitionsOf('x.ts', source)).toEqual('Call list pool place rest read walk Level outer'.split(' '))
})

/** The names of functions at the top of a file that have the same parameters and body. */
function twinsIn(sources: readonly (readonly [file: string, source: string])[]): string[] {
  const byCode = new Map<string, string[]>()
  for (const [, source] of sources)
    for (const [, name = '', code = ''] of source.matchAll(
      /^(?:export )?(?:async )?function (\w+)([\s\S]*?\n\}\n)/gm,
    )) {
      const plain = code.replace(/\s+/g, '').replaceAll(',)', ')')
      byCode.set(plain, [...(byCode.get(plain) ?? []), name])
    }
  return [...byCode.values()].filter((names) => names.length > 1).map((names) => names.sort().join(' '))
}

function retiredIn(source: string): string[] {
  return (codeOf(source).match(/[A-Za-z_$][\w$]*/g) ?? []).filter((name) =>
    partsOf(name).some((part) => Object.hasOwn(retired, part)),
  )
}

/** `openShelf` is `open` and `shelf`. */
function partsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase())
}

/** The source without its comments and texts. */
function codeOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, '')
    .replace(/\/\/.*/g, '')
}
