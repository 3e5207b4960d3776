import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { build, edgeFile } from '../../bin/parts/build.mjs'
import { startTidegate } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'

/** A running gateway, and the requests that reached the service behind it. */
export type Running = { readonly url: string; readonly stop: () => Promise<unknown> }

export type Environment = Readonly<Record<string, string>>

export type Runtime = {
  readonly name: string
  /** Serves the app in a folder, with the settings of an environment. */
  readonly start: (siteFolder: string, environment: Environment) => Promise<Running>
}

export const node: Runtime = {
  name: 'Node',
  start: (siteFolder, environment) =>
    startTidegate(
      readSettings({ PORT: '0', ...environment }, [], () => ''),
      { siteFolder },
    ),
}

/** The gateway as built by `npm run edge`, with the configuration from docs/operators.md. */
const workerd: Runtime = {
  name: 'workerd',
  start: async (siteFolder, environment) => {
    await build(['edge'])
    const folder = mkdtempSync(join(tmpdir(), 'tidegate-workerd-'))
    const config = readFileSync(join(root, 'src', 'gateway', 'edge', 'edge.capnp'), 'utf8')
    copyFileSync(edgeFile, join(folder, 'edge.js'))
    writeFileSync(join(folder, 'edge.capnp'), config.replace('../../../dist/edge/', ''))

    const program = join(root, 'node_modules', workerdPackage, 'bin', 'workerd')
    const places = [
      '--directory-path',
      `assets=${siteFolder}`,
      '--socket-addr',
      'http=127.0.0.1:0',
      '--control-fd',
      '3',
    ]
    const child = spawn(program, ['serve', join(folder, 'edge.capnp'), ...places], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    }
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      complaints += text
    })
    const port = await Promise.race([portIn(child.stdio[3] as Readable), ended])
    if (port !== undefined) return { url: `http://127.0.0.1:${port}`, stop }
    await stop()
    throw new Error(`workerd does not start:\n${complaints}`)
  },
}

const root = join(import.meta.dirname, '..', '..')
const workerdPackage = '@cloudflare/workerd-linux-64'

/** workerd writes where it listens to a separate file descriptor: `{"event":"listen","socket":"http","port":1234}`. */
async function portIn(reported: Readable): Promise<number | undefined> {
  for await (const text of reported.setEncoding('utf8')) {
    const [, port] = /"port":(\d+)/.exec(text) ?? []
    if (port !== undefined) return Number(port)
  }
  return undefined
}

/** Every runtime that is installed here. A missing one is reported once. */
export function runtimesHere(): readonly Runtime[] {
  if (process.platform === 'linux' && process.arch === 'x64') return [node, workerd]
  console.info(`Not held against workerd: ${workerdPackage} is not made for ${process.platform}-${process.arch}.`)
  return [node]
}
