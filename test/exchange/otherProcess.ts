import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Runs a script in a process of its own, with `startExchange` in scope, and waits for its first line. Stop it with
 * `SIGKILL`: its anvil processes keep running, as when an exchange is killed.
 */
export async function runElsewhere(
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const entry = join(import.meta.dirname, '../../src/exchange/exchange.ts')
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: { ssr: entry, write: false, target: 'node20' },
    ssr: { noExternal: [/^@uniswap\//] },
  })
  if (!('output' in built)) throw new Error('Nothing was built.')
  const child = spawn(process.execPath, ['--input-type=module'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  child.stdin.end(`${built.output[0].code}\n${script}\nsetInterval(() => {}, 1000)`)
  let line = ''
  while (!line.includes('\n')) line += String((await once(child.stdout, 'data'))[0])
  return { child, line }
}
