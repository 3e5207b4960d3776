import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

type Locked = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly link?: boolean
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> }
const own = packages[''] as { readonly dependencies: Readonly<Record<string, string>> }
const locked = Object.entries(packages).filter(([path]) => path !== '')

test('A-03 npm runs no script of a package, not even of those that bring one', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  const asked = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare', 'postprepare']
  expect(Object.keys(scripts).filter((name) => asked.includes(name))).toEqual([])
  // Each has a form without compiled code, which is what runs here.
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(
    ['bigint-buffer', 'bufferutil', 'utf-8-validate'].map((name) => `node_modules/${name}`),
  )
})

test('A-03 every package is identified by its hash, regardless of its source, and has one version', () => {
  expect(locked.length).toBeGreaterThan(100)
  for (const [path, { version, integrity, resolved, link }] of locked) {
    expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect(link, path).toBeUndefined()
    expect(resolved, path).toBeUndefined()
  }
  const wanted = JSON.parse(read('package.json')) as Record<string, Readonly<Record<string, string>>>
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [name, range] of Object.entries(wanted[kind] ?? {}))
      expect(range, name).toMatch(/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/)
})

/** The direct dependencies that browsers load, and why each is worth it. */
const inBrowsers: Readonly<Record<string, string>> = {
  '@noble/curves': 'signatures of strangers in a Solana transaction are verified before it is signed',
  '@scure/base': 'base58 and base64, as Solana and Bitcoin write bytes',
  '@scure/btc-signer': 'reads Bitcoin transactions and addresses',
  '@solana/wallet-adapter-react': 'finds the Solana wallets of a browser',
  '@solana/web3.js': 'the form in which Solana wallets take transactions',
  '@tanstack/react-query': 'one cache for the answers of the service and the chains',
  '@tanstack/react-virtual': 'of ten thousand pools only the rows in sight are rendered',
  '@wallet-standard/app': 'finds and announces Solana wallets',
  '@walletconnect/sign-client': 'reaches a wallet on another device, once the person chooses that',
  idb: 'the journal of orders',
  'p-limit': 'lets a few requests for pools run at a time',
  papaparse: 'writes and reads CSV files',
  react: 'draws',
  'react-dom': 'draws in a browser',
  uqr: 'the address of a payment by hand as a picture',
  valibot: 'validates the journal when it is read',
  viem: 'the encoding and hashing of Ethereum',
  wagmi: 'finds and remembers the EVM wallets of a browser',
  wouter: 'the addresses of the screens',
  zustand: 'what tabs and parts of a screen share',
}

test('the packages in the browser are these, each with a reason, and none that replaces a built-in of browsers', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(exchange|gateway)\//.test(file))
    .map((file) => read(join('src', file)))
  const asked = sources.flatMap((text) => [
    ...[...text.matchAll(/^(?:import|export) (?!type )[^'"=(]*?\bfrom '([^.'][^']*)'/gm)].map(([, name = '']) => name),
    ...[...text.matchAll(/\bimport\('([^.'][^']*)'\)/g)].map(([, name = '']) => name),
  ])
  const names = new Set(asked.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))
  // Made by the build (bin/parts/languages.mjs).
  names.delete('virtual:translations')
  expect([...names].sort()).toEqual(Object.keys(inBrowsers).sort())
  for (const name of names) expect(Object.keys(own.dependencies), name).toContain(name)
  const superfluous = /^(axios|lodash.*|cross-fetch|whatwg-fetch|node-fetch|isomorphic-.*|core-js|moment)$/
  expect([...names].filter((name) => superfluous.test(name))).toEqual([])
})
