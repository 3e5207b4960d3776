import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from '../../bin/parts/build.mjs'
import { readSettings } from '../../src/gateway/settings'
import { startService } from '../upstream/wireService'
import { freePort } from './command'
import { runtimesHere } from './runtimes'
import { canary } from './testGateway'

const root = join(import.meta.dirname, '..', '..')
const edgeRuntimes = runtimesHere().filter(({ name }) => name === 'workerd')

/** The command in docs/operators.md that starts the gateway on workerd, changed to another service and port. */
function documentedCommand(serviceUrl: string, port: number): string {
  const [, block = ''] =
    /```sh\nnpm run edge[^\n]*\n(.*?)```/s.exec(readFileSync(join(root, 'docs', 'operators.md'), 'utf8')) ?? []
  return block
    .replace('https://service.example', serviceUrl)
    .replace('TIDEGATE_API_KEY=…', `TIDEGATE_API_KEY=${canary}`)
    .replace(':4173', `:${port}`)
}

test.each(edgeRuntimes)(
  'the command in docs/operators.md starts $name as written, also with a service in a private network',
  async () => {
    await build(['app', 'edge'])
    const service = await startService()
    const port = await freePort()
    const command = documentedCommand(service.url, port)
    expect(command).toContain('workerd serve')
    const shell = spawn('sh', ['-c', `exec env ${command}`], { cwd: root, stdio: 'ignore' })
    const ended = new Promise((resolve) => shell.on('close', resolve))
    const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status, String)
    await expect.poll(() => status('/healthz')).toBe(200)
    expect([await status('/swap'), await status('/api/blockchain'), await status('/readyz')]).toEqual([200, 200, 200])
    shell.kill('SIGTERM')
    await ended
    service.stop()
  },
)

/** Of a process that listens by itself, of the exchange on this computer, or of a second port: workerd has none of them. */
const ofNode = [
  ...['PORT', 'TIDEGATE_HOST', 'TIDEGATE_METRICS_PORT'],
  ...['TIDEGATE_PERSIST', 'TIDEGATE_HISTORY_DAYS', 'TIDEGATE_LIVE', 'TIDEGATE_ADD_DELIVERY'],
]

test('the configuration for workerd binds every setting that the gateway reads there', () => {
  const read = new Set<string>()
  const environment = new Proxy<Readonly<Record<string, string>>>(
    {},
    { get: (_, name) => void (typeof name === 'string' && read.add(name)) },
  )
  readSettings(environment, [], () => '')
  const config = readFileSync(join(root, 'src', 'gateway', 'edge', 'edge.capnp'), 'utf8')
  const bound = [...config.matchAll(/name = "(\w+)", fromEnvironment = "(\w+)"/g)].map(([, name, variable]) => {
    expect(variable).toBe(name)
    return name
  })
  expect(bound.toSorted()).toEqual([...read].filter((name) => !ofNode.includes(name)).toSorted())
})
