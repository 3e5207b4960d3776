import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'

/* The client of docs/api.md: its types are generated, it compiles, and it talks to the local exchange. */

const run = promisify(execFile)
let folder: string
let gateway: TidegateServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-client-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await run(process.execPath, ['bin/client.mjs', 'public/openapi.json', join(folder, 'tidegate.d.ts')])
  const settings = { PORT: '0', TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0' }
  gateway = await startTidegate(readSettings(settings, [], () => ''))
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

/** The compiler's output for a program; empty if it compiles. */
async function compile(name: string, program: string): Promise<string> {
  writeFileSync(join(folder, name), program)
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const compiled = run(process.execPath, [tsc, ...options, name], { cwd: folder })
  return compiled.then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  )
}

test('the typed client of docs/api.md compiles, and gets the answers of the local exchange', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/api.md', 'utf8')) ?? []
  expect(example).toContain("client.POST('/api/swap/native'")
  const program = `${example.replace('https://swap.example', gateway.url)}
const chains = await client.GET('/api/blockchain')
console.log(JSON.stringify({ names: chains.data?.data?.map(({ name }) => name), quote: data?.data, error }))
`
  expect(await compile('client.ts', program)).toBe('')
  const { stdout } = await run(process.execPath, ['client.js'], { cwd: folder })
  expect(stdout).toContain('"names":["Harbor"')
  // The accounts of the example are not addresses, and the exchange refuses them.
  expect(stdout).toMatch(/"error":\{.*"status":false/)
  expect(await compile('wrong.ts', program.replace('slippage: 50', 'slipage: 50'))).toContain('slipage')
})
