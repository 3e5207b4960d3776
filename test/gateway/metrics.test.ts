import { afterEach, expect, test } from 'vitest'
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
    'tidegate_requests_total{kind="healthz",status="200"} 1',
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
