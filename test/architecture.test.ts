import { readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, importsOf, type SourceImport, textIn } from './syntax'

/** The possible imports of every browser room that contains trading. */
const below = ['domain', 'protocol', 'chain', 'guard', 'orders', 'preparation', 'api', 'wallets', 'ui']

/** Every folder under `src`, and the folders it may import from. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  protocol: ['domain'],
  chain: ['domain', 'protocol'],
  guard: ['domain', 'protocol', 'chain'],
  orders: ['domain', 'protocol', 'guard'],
  exchange: ['domain', 'protocol'],
  gateway: ['domain', 'protocol', 'exchange'],
  api: ['domain', 'protocol'],
  wallets: ['domain', 'protocol', 'chain', 'guard', 'orders'],
  ui: ['domain'],
  preparation: ['domain', 'protocol', 'chain', 'guard', 'orders'],
  components: below,
  signing: [...below, 'components'],
  screens: [...below, 'components', 'signing'],
  // Wiring judges no plan: it may know of guard only types.
  app: [...below.filter((room) => room !== 'guard'), 'components', 'signing', 'screens'],
  widget: [...below.filter((room) => room !== 'guard'), 'components', 'signing', 'screens', 'app'],
  doctor: ['domain', 'protocol', 'preparation', 'components'],
}

/** Rooms of which a room may import only types. */
const typesOnly: Readonly<Record<string, readonly string[]>> = {
  preparation: ['api', 'wallets'],
  app: ['guard'],
}

/** Only this file of the gateway may start the exchange. */
const exchangeStarter = 'src/gateway/node/embedded.ts'

/** Rooms that run anywhere and touch nothing, and the few packages they may lean on. */
const pure: Readonly<Record<string, readonly string[]>> = {
  domain: ['@scure/base'],
  protocol: [],
  chain: ['viem'],
  guard: [
    ...['viem', 'viem/utils', '@noble/curves/ed25519.js'],
    ...['payment', 'psbt', 'script', 'utils'].map((name) => `@scure/btc-signer/${name}.js`),
  ],
  orders: ['valibot'],
  preparation: ['valibot'],
}

/** Packages that only some rooms may know exist. */
const keepers: Readonly<Record<string, readonly string[]>> = {
  wagmi: ['wallets', 'app'],
  viem: ['wallets', 'exchange', 'chain', 'guard', 'gateway'],
  '@solana/': ['wallets', 'exchange'],
  '@walletconnect/': ['wallets'],
  litesvm: ['exchange'],
  hono: ['gateway', 'exchange'],
  '@hono/': ['gateway', 'exchange'],
  'node:': ['gateway', 'exchange'],
  valibot: ['orders', 'preparation', 'exchange', 'gateway', 'screens'],
  react: ['ui', 'components', 'signing', 'screens', 'app', 'widget', 'wallets'],
}

/**
 * Floors of the large rooms: each of their folders, and the folders of the same room it may import from. Files directly in
 * the room are shared values and wiring.
 */
const floors: Readonly<Record<string, Floors>> = {
  exchange: {
    plan: {
      contracts: [],
      engine: [],
      pictures: [],
      http: ['pictures'],
      evm: ['contracts', 'engine'],
      market: ['evm'],
      pools: ['engine', 'evm', 'market'],
      solana: ['http'],
      bridge: ['evm', 'solana', 'pools'],
      liquidity: ['evm', 'http', 'market'],
      swap: ['bridge', 'evm', 'http', 'pools', 'solana'],
    },
  },
  guard: {
    plan: {
      findings: [],
      ledger: [],
      decode: ['findings', 'ledger'],
      simulate: ['decode', 'findings'],
      answer: ['decode', 'findings'],
      rules: ['answer', 'decode', 'findings', 'ledger', 'simulate'],
      plan: ['answer', 'decode', 'findings', 'rules', 'simulate'],
      check: ['answer', 'decode', 'findings', 'plan', 'rules', 'simulate'],
    },
  },
  wallets: {
    plan: {
      bitcoin: [],
      names: [],
      evm: [],
      solana: ['evm'],
      delivery: ['evm', 'solana'],
      safe: ['evm'],
      walletConnect: ['evm', 'solana'],
    },
  },
}

type Floors = { readonly plan: Readonly<Record<string, readonly string[]>> }

/** The import from one folder of a room to another, as `decode -> rules`. */
function arrowOf(file: string, { specifier }: SourceImport): string | undefined {
  const [, room, from, inside] = file.split('/')
  const [, otherRoom, to, deeper] = posix.join(dirname(file), specifier).split('/')
  const isInRoom = specifier.startsWith('.') && room === otherRoom && inside !== undefined && deeper !== undefined
  return isInRoom && from !== to ? `${from} -> ${to}` : undefined
}

/** The arrows of a room that its floors do not allow. */
function upwardArrows(room: string, imports: readonly (readonly [string, SourceImport])[]): readonly string[] {
  const allowed = Object.entries(floors[room]!.plan).flatMap(([from, below]) => below.map((to) => `${from} -> ${to}`))
  const arrows = imports.flatMap(([file, each]) => arrowOf(file, each) ?? [])
  return [...new Set(arrows)].filter((arrow) => !allowed.includes(arrow)).sort()
}

/** Run by hand to compile contracts; they belong to no room. */
const compilers = ['src/exchange/contracts/compile.mjs', 'src/guard/simulate/evm/contract/compile.mjs']

/** Files that put the name of an import together while they run: the package of the engine for this platform. */
const computing = ['src/exchange/engine/binary.ts']

/** The files that may read the version from package.json. */
const versionReaders = [
  'src/gateway/node/metrics.ts',
  'src/gateway/operations.ts',
  'src/screens/inspect/deployment/Deployment.tsx',
]

/** Lists every forbidden import of a file. */
function trespasses(file: string, imports: readonly SourceImport[]): string[] {
  const room = roomOf(file)
  if (!(room in rooms))
    return [`${file} is in an unknown room "${room}"; the rooms are ${Object.keys(rooms).join(', ')}`]

  return imports.flatMap(({ specifier, isType }) => {
    if (specifier.startsWith('computed: ') && computing.includes(file)) return []
    if (/^(computed: |[/#~@]\/|[/#~]|src\/)/.test(specifier)) return [`${file}: ${specifier} leads to an unknown file`]
    if (specifier.startsWith('.')) {
      const path = posix.join(dirname(file), specifier)
      if (path === 'package.json' && versionReaders.includes(file)) return []
      if (!path.startsWith('src/')) return [`${file}: ${specifier} is not in src`]
      if (/\.test(\.\w+)?$/.test(path)) return [`${file}: ${specifier} is a test`]
      const other = roomOf(path)
      if (room === 'screens' && other === 'screens' && screenOf(file) !== screenOf(path))
        return [`${file}: a screen may not import another screen (${specifier})`]
      if (other === room) return []
      if (isType && typesOnly[room]?.includes(other)) return []
      if (!rooms[room]!.includes(other)) return [`${file}: ${room} may not look into ${other}`]
      if (room === 'gateway' && other === 'exchange' && file !== exchangeStarter)
        return [`${file}: only ${exchangeStarter} starts the exchange`]
      return []
    }
    const found: string[] = []
    if (room in pure && !pure[room]!.includes(specifier)) found.push(`${file}: ${room} may not use ${specifier}`)
    for (const [name, allowed] of Object.entries(keepers)) {
      const owns = specifier === name || specifier.startsWith(/[/:]$/.test(name) ? name : `${name}/`)
      if (owns && !allowed.includes(room)) found.push(`${file}: ${specifier} belongs to ${allowed.join(', ')}`)
    }
    return found
  })
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** `swap` of `src/screens/swap/SwapScreen.tsx`. */
function screenOf(path: string): string {
  return path.split('/')[2] ?? ''
}

const files = filesBelow('src', /\.[cm]?[jt]sx?$/).filter(
  (file) => !/\.test\.\w+$/.test(file) && !compilers.includes(file),
)

/** Each file is parsed once. */
const read = new Map(
  files.map((file) => {
    const source = textIn(file)
    return [file, { imports: importsOf(file, source) }]
  }),
)

test.each(files)('%s looks only where it may', (file) => {
  expect(trespasses(file, read.get(file)!.imports)).toEqual([])
})

test('no two files have the same import path on a file system that ignores case', () => {
  const paths = files.map((file) => file.replace(/\.[cm]?[jt]sx?$/, '').toLowerCase())
  expect(paths.filter((path, place) => paths.indexOf(path) !== place)).toEqual([])
})

test('every folder under src is a room of the map', () => {
  const folders = readdirSync('src', { withFileTypes: true }).map(({ name }) => name)
  expect(folders.filter((name) => !(name in rooms))).toEqual([])
})

describe.each(Object.entries(floors))('the floors of %s', (room, { plan }) => {
  const inside = [...read].filter(([file]) => roomOf(file) === room)

  test('allow each import between its folders', () => {
    const imports = inside.flatMap(([file, { imports }]) => imports.map((each) => [file, each] as const))
    expect(upwardArrows(room, imports)).toEqual([])
  })

  test('name each folder of the room', () => {
    const folders = readdirSync(`src/${room}`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(plan).sort())
  })

  test('form no circle', () => {
    expect(circlesIn(new Map(Object.entries(plan)))).toEqual([])
  })
})

test('an import up a floor is found, one down and one within a folder are not', () => {
  const arrows = (file: string, specifier: string) => upwardArrows('guard', [[file, { specifier, isType: true }]])
  expect(arrows('src/guard/decode/evm/x.ts', '../../check/judgePlan')).toEqual(['decode -> check'])
  expect(arrows('src/guard/check/x.ts', '../decode/evm/call')).toEqual([])
  expect(arrows('src/guard/decode/evm/x.ts', '../solana/keys')).toEqual([])
  expect(arrows('src/guard/decode/x.ts', '../plan')).toEqual([])
})

describe('the checker bites', () => {
  test.each([
    ['src/attic/box.ts', "import { x } from './y'", 'unknown room'],
    [
      'src/screens/swap/SwapScreen.tsx',
      "import { start } from '../../exchange/exchange'",
      'may not look into exchange',
    ],
    ['src/api/client.ts', "import { serve } from '../gateway/node/main'", 'may not look into gateway'],
    ['src/domain/liquidity/tick.ts', "import { readFileSync } from 'node:fs'", 'may not use node:fs'],
    ['src/domain/liquidity/tick.ts', "import { parse } from '../../protocol/json'", 'may not look into protocol'],
    ['src/screens/liquidity/form.ts', "import { label } from '../swap/words'", 'may not import another screen'],
    ['src/preparation/planChecker.ts', "import { useState } from 'react'", 'react belongs to'],
    ['src/preparation/planChecker.ts', "import { createClient } from '../api/client'", 'may not look into api'],
    [
      'src/preparation/planChecker.ts',
      "import type { X } from '../guard/plan'\nimport { Refused } from '../api/serviceResult'",
      'may not look into api',
    ],
    ['src/guard/check/judgePlan.ts', "import { createConfig } from 'wagmi'", 'may not use wagmi'],
    ['src/screens/swap/useSwap.ts', "const { x } = await import('viem')", 'viem belongs to'],
    ['src/ui/Button.tsx', "import { useConnection } from 'wagmi'", 'wagmi belongs to'],
    ['src/app/haltGuard.ts', "import { judgePlan } from '../guard/check/judgePlan'", 'may not look into guard'],
    ['src/preparation/x.ts', "// import type\nimport { createClient } from '../api/client'", 'may not look into api'],
    ['src/preparation/x.ts', "export { createClient } from '../api/client'", 'may not look into api'],
    ['src/preparation/x.ts', "import { type Client } from '../api/client'", 'may not look into api'],
    ['src/domain/x.ts', "export * from '../guard/plan'", 'may not look into guard'],
    ['src/domain/x.ts', "export type { AnyPlan } from '../guard/plan'", 'may not look into guard'],
    ['src/domain/x.ts', "type Plan = import('../guard/plan').AnyPlan", 'may not look into guard'],
    ['src/domain/x.ts', "const x = await import(/* later */ '../guard/plan')", 'may not look into guard'],
    ['src/domain/x.ts', 'const x = await import(`../guard/plan`)', 'leads to an unknown file'],
    ['src/domain/x.ts', "const all = import.meta.glob(['./a/*.ts', '../guard/*.ts'])", 'may not look into guard'],
    ['src/domain/x.ts', "new Worker(new URL('../guard/worker.ts', import.meta.url))", 'may not look into guard'],
    ['src/ui/x.ts', "createRequire(import.meta.url)('../guard/plan')", 'may not look into guard'],
    ['src/app/x.ts', "import plan from '/src/guard/plan.ts'", 'leads to an unknown file'],
    ['src/guard/x.ts', "import { honest } from '../../test/guard/fixtures'", 'is not in src'],
    ['src/guard/x.ts', "import { honest } from './judge.test'", 'is a test'],
    ['src/gateway/app.ts', "import { startExchange } from '../exchange/exchange'", 'only src/gateway/node/embedded.ts'],
  ])('%s importing %s', (file, source, why) => {
    expect(trespasses(file, importsOf(file, source)).join()).toContain(why)
  })

  test('the checker accepts allowed imports', () => {
    const found = (file: string, source: string) => trespasses(file, importsOf(file, source))
    expect(found('src/screens/swap/useSwap.ts', "import { sameToken } from '../../domain/token'")).toEqual([])
    expect(found('src/ui/Button.tsx', "import { useState } from 'react'")).toEqual([])
    expect(found('src/preparation/x.ts', "import type { Wallets } from '../wallets/wallets'")).toEqual([])
    expect(found('src/preparation/x.ts', "export type { Wallets } from '../wallets/wallets'")).toEqual([])
    expect(found('src/domain/x.ts', "// from '../guard/plan'\nconst text = \"import '../guard/plan'\"")).toEqual([])
  })
})

test('no files import each other in a circle, types included', () => {
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importedFiles(file, read.get(file)!.imports, known)]))
  expect(circlesIn(imports)).toEqual([])
})

test('a circle is found however long it is, and only once', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['d2'], d2: [], e: ['a'] }
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual(['a b c'])
})

test('a file is found with and without its ending, and in a folder that is named', () => {
  const named = ['./b', './c.ts', './d', 'e'].map((specifier) => ({ specifier, isType: false }))
  const known = new Set(['src/ui/b.tsx', 'src/ui/c.ts', 'src/ui/d/index.ts', 'src/ui/e.ts'])
  expect(importedFiles('src/ui/a.ts', named, known)).toEqual(['src/ui/b.tsx', 'src/ui/c.ts', 'src/ui/d/index.ts'])
})

function importedFiles(file: string, imports: readonly SourceImport[], known: ReadonlySet<string>): readonly string[] {
  return imports.flatMap(({ specifier }) => {
    const path = posix.join(dirname(file), specifier)
    const candidates = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'].map((ending) => path + ending)
    return specifier.startsWith('.') ? candidates.filter((candidate) => known.has(candidate)) : []
  })
}

/** The groups of files that reach each other (Tarjan's strongly connected components), each as its sorted names. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[] = []
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles.sort()

  function visit(file: string): number {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    open.push(file)
    for (const other of imports.get(file) ?? []) {
      const reached = order.has(other) ? (open.includes(other) ? order.get(other)! : undefined) : visit(other)
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file)!, reached))
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort().join(' '))
    }
    return lowest.get(file)!
  }
}
