import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { noMetrics } from '../metrics'
import { createUpstreamClient, defaultUpstreamLimits } from './client'
import { createServiceHealth } from './serviceHealth'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test('quotes free their memory: a thousand of them leave less than half a kilobyte each', async () => {
  const health = createServiceHealth(Date.now, () => {})
  const fetch = async () => Response.json({ message: 'ok', data: null, status: true })
  const service = { baseUrl: 'https://service.example', apiKey: undefined, fetch }
  const call = createUpstreamClient(service, defaultUpstreamLimits, Date.now, noMetrics, health)
  const quotes = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const { signal } = new AbortController()
      await call({ route: 'swap', path: '/api/swap/native', body: '{}', signal })
    }
    // Weak references of the runtime are cleared after a turn of the event loop.
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setImmediate(resolve))
      collect()
    }
    return process.memoryUsage().heapUsed
  }
  const before = await quotes(300)
  expect((await quotes(3_000)) - before).toBeLessThan(3_000 * 512)
})
