import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { findProgram } from '../../bin/parts/debian.mjs'
import { startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { metricsToken } from './corpus'
import { buildGateway, honestService } from './testGateway'

const running: TidegateServer[] = []
afterEach(() => Promise.all(running.splice(0).map(({ stop }) => stop())))

/** A gateway in front of a service that is not called here. */
async function start(settings: Record<string, string>) {
  const environment = { PORT: '0', TIDEGATE_BASE_URL: 'https://service.example', ...settings }
  const gateway = await startTidegate(readSettings(environment, [], () => ''))
  running.push(gateway)
  return gateway
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('metrics are not served unless the operator enables them', async () => {
  const { ask } = buildGateway(honestService, { metricsToken: undefined })
  expect((await ask('/metrics')).status).toBe(404)
  expect((await ask('/metrics', bearer(metricsToken))).status).toBe(404)
})

test('metrics on the public port need the token', async () => {
  const { ask } = buildGateway()
  for (const init of [{}, bearer(''), bearer(metricsToken.slice(1)), bearer(`${metricsToken}x`)]) {
    const refused = await ask('/metrics', init)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.text()).not.toContain('tidegate_')
  }
  expect(await (await ask('/metrics', bearer(metricsToken))).text()).toContain('tidegate_requests_total')
})

test('metrics on their own port are on no other, and count requests to that port', async () => {
  const { url, metricsUrl } = await start({ TIDEGATE_METRICS_PORT: '0' })
  await fetch(`${url}/healthz`)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain(
    'tidegate_requests_total{kind="healthz",status="200"} 1\n',
  )
  expect((await fetch(`${metricsUrl}/config.json`)).status).toBe(404)
  expect((await fetch(`${metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('metrics on their own port can require the token too', async () => {
  const { url, metricsUrl } = await start({ TIDEGATE_METRICS_PORT: '0', TIDEGATE_METRICS_TOKEN: metricsToken })
  expect((await fetch(`${url}/metrics`, bearer(metricsToken))).status).toBe(404)
  expect((await fetch(`${metricsUrl}/metrics`)).status).toBe(401)
  expect((await fetch(`${metricsUrl}/metrics`, bearer(metricsToken))).status).toBe(200)
})

test('the metrics have help texts, histograms, the process, and what the service and the notice are like now', async () => {
  const { ask } = buildGateway(undefined, { notice: () => ({ halt: true, message: '' }) })
  await ask('/api/blockchain')
  const text = await (await ask('/metrics', bearer(metricsToken))).text()
  for (const line of [
    '# HELP tidegate_requests_total Requests to the gateway.',
    '# TYPE tidegate_upstream_seconds histogram',
    'tidegate_upstream_seconds_count{route="chains"} 1',
    'tidegate_breaker_open{route="swap"} 0',
    'tidegate_upstream_failing{route="chains"} 0',
    'tidegate_upstream_in_flight 0',
    'tidegate_halted 1',
    'tidegate_list_age_seconds{list="chains"} 0',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toMatch(/^tidegate_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m)
  expect(text).toMatch(/^tidegate_nodejs_heap_size_used_bytes \d+$/m)
})

const promtool = findProgram('promtool')
if (promtool === undefined)
  console.log('Skipped: promtool is not installed here, so metrics and alerts are not checked with it.')

test.runIf(promtool !== undefined)(
  'promtool finds nothing wrong with the metrics, and the alerts fire when they should',
  async () => {
    const { ask } = buildGateway()
    await ask('/api/blockchain')
    const input = await (await ask('/metrics', bearer(metricsToken))).text()
    // Both throw with what promtool found.
    execFileSync(promtool!, ['check', 'metrics'], { input })
    execFileSync(promtool!, ['test', 'rules', 'test/gateway/alerts.yml'])
  },
)
