import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../bin/parts/build.mjs'
import { chainSchema } from '../../src/gateway/chainSettings'
import { endCommands, startCommand } from '../gateway/command'
import { metricsToken } from '../gateway/corpus'
import { buildGateway } from '../gateway/testGateway'
import { knownJson } from '../knownJson'
import { type FakeService, startFakeService } from '../upstream/service'

/* docs/operators.md and the files of deploy/ say what the code does, and neither more nor less. */

const read = (file: string) => readFileSync(file, 'utf8')
const page = read('docs/operators.md')

describe('the tables of settings', () => {
  test('the tables have every variable that the gateway reads, and no other', () => {
    const source = read('src/gateway/settings.ts')
    const variables = [...source.matchAll(/given\('(\w+)'\)/g)].map(([, name]) => name!)
    expect(rowsUnder('## Settings').toSorted()).toEqual([...new Set(variables)].sort())
  })

  test('the tables have every member of a chain that is read, and no other', () => {
    const { entries } = chainSchema('evm', 1)
    expect(rowsUnder('## Members of a chain').toSorted()).toEqual(Object.keys(entries).sort())
  })
})

test('every metric that the page, the dashboard and the alerts name is served', async () => {
  const { ask, post } = buildGateway(undefined, {
    rateLimits: { swap: { perMinute: 1, burst: 1 } },
    limits: { postsPerCaller: 1 },
  })
  await Promise.all([1, 2].map((amount) => post('/api/amm/interactions/add', `{"amountA":${amount}}`)))
  const swap = '{"tokenAId":1,"tokenBId":2,"slippage":50,"amount":"1.5","sender":"0xa","recipient":"0xa"}'
  await post('/api/swap/native', swap)
  await post('/api/swap/native', swap)
  await post('/csp-report', '{}')
  const served = await (await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const dashboard = knownJson(read('deploy/grafana.json'))
  expect(dashboard.panels.length).toBeGreaterThan(4)
  const named = [page, read('deploy/grafana.json'), read('deploy/alerts.yml')].flatMap(
    (text) => text.match(/tidegate_[a-z_]+/g) ?? [],
  )
  expect(new Set(named).size).toBeGreaterThan(5)
  expect(
    [...new Set(named)].filter((name) => !served.includes(`# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `)),
  ).toEqual([])
  // Labels that are asked for are labels that are served.
  for (const label of ['kind', 'status', 'route', 'outcome']) expect(served).toContain(`${label}="`)
})

describe('the image and the unit', () => {
  const dockerfile = read('deploy/Dockerfile')
  let service: FakeService

  beforeAll(async () => {
    service = await startFakeService()
    await build()
  })
  afterAll(async () => {
    await endCommands()
    await service.stop()
  })

  test('the copied files exist, and the ignore file allows them', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '))
    expect(copied.length).toBeGreaterThan(8)
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    const passed = read('deploy/Dockerfile.dockerignore').split('\n')
    expect(copied.filter((path) => !passed.includes(`!${path.split('/')[0]}`))).toEqual([])
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  test('the image needs no modules but those of Node, and prints in one sentence that a service has to be named', () => {
    expect(dockerfile).not.toMatch(/^COPY --from=build .*node_modules/m)
    const image = mkdtempSync(join(tmpdir(), 'tidegate-image-'))
    try {
      for (const [, from = ''] of dockerfile.matchAll(/^COPY --from=build \/tidegate\/(\S+) /gm))
        cpSync(from, join(image, from), { recursive: true })
      cpSync('bin/serve.mjs', join(image, 'bin', 'serve.mjs'))
      const { stderr } = spawnSync(process.execPath, ['bin/serve.mjs'], {
        cwd: image,
        env: { PORT: '0' },
        timeout: 60_000,
      })
      expect(stderr.toString().trim()).toBe(
        'No service is configured: set TIDEGATE_BASE_URL. This image has no exchange of its own.',
      )
    } finally {
      rmSync(image, { recursive: true })
    }
  })

  test('start what is built without writing anything, and find it healthy', async () => {
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const [program, script] = knownJson(command)
    expect([program, script]).toEqual(['node', 'bin/serve.mjs'])
    expect(read('deploy/tidegate.service')).toContain(`ExecStart=/usr/bin/node ${script}\n`)
    const gateway = startCommand('serve', {
      ...{ PORT: '0', TIDEGATE_HOST: '0.0.0.0' },
      ...{ TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: service.apiKey },
    })
    const line = await gateway.says(/^Tidegate is ready on/)
    const port = /:(\d+)\b/.exec(line)?.[1] ?? ''
    const [, check = ''] = /^HEALTHCHECK .* CMD node -e "(.*)"$/m.exec(dockerfile) ?? []
    expect(check).toContain('/healthz')
    // Fails the test when it exits with anything but 0.
    execFileSync(process.execPath, ['-e', check], { env: { PORT: port } })
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expect(() => execFileSync(process.execPath, ['-e', check], { env: { PORT: '1' }, stdio: 'ignore' })).toThrow()
  })
})

/** The names in the first column of the table under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const [, after = ''] = page.split(heading)
  const [table = ''] = /\n\|[\s\S]*?\n\n/.exec(after) ?? []
  return [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!)
}
