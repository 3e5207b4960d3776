import { expect, test } from 'vitest'
import { swap } from './corpus'
import { buildGateway, honestService } from './testGateway'

const named = 'https://partner.example'
const post = { method: 'POST', headers: { 'content-type': 'application/json', origin: named }, body: swap }

function gateway() {
  return buildGateway(honestService, { widgetOrigins: [named] }).ask
}

test('a page of a named origin reads lists and asks for swaps, its preflight included', async () => {
  const ask = gateway()
  for (const path of ['/config.json', '/api/blockchain', '/notice.json']) {
    const { headers } = await ask(path, { headers: { origin: named } })
    expect(headers.get('access-control-allow-origin'), path).toBe(named)
    expect(headers.get('cross-origin-resource-policy'), path).toBe('cross-origin')
    expect(headers.get('vary'), path).toMatch(/Origin/)
    expect(headers.get('access-control-allow-credentials'), path).toBeNull()
  }
  const before = await ask('/api/swap/native', { method: 'OPTIONS', headers: { origin: named } })
  expect(before.status).toBe(204)
  expect(before.headers.get('access-control-allow-methods')).toBe('GET, POST')
  const answer = await ask('/api/swap/native', {
    ...post,
    headers: { ...post.headers, 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('access-control-allow-origin')).toBe(named)
})

test('deposits, metrics and files stay with the gateway’s own page', async () => {
  const ask = gateway()
  expect((await ask('/api/amm/interactions/add', post)).status).toBe(403)
  for (const path of ['/', '/api/amm/interactions/add', '/metrics', '/csp-report'])
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask(path, { method, headers: { origin: named } })
      expect(headers.get('access-control-allow-origin'), `${method} ${path}`).toBeNull()
    }
})

test('other origins are refused as before, also those that look like a named one', async () => {
  const ask = gateway()
  for (const origin of ['https://evil.example', `${named}.evil.example`, 'http://partner.example', 'null']) {
    const answer = await ask('/api/swap/native', { ...post, headers: { ...post.headers, origin } })
    expect(answer.status, origin).toBe(403)
    expect(answer.headers.get('access-control-allow-origin'), origin).toBeNull()
    const list = await ask('/api/blockchain', { headers: { origin } })
    expect(list.headers.get('cross-origin-resource-policy'), origin).toBe('same-origin')
  }
})

test('where no origin is named, answers do not differ by origin', async () => {
  const { ask } = buildGateway()
  const { headers } = await ask('/api/blockchain', { headers: { origin: named } })
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('vary') ?? '').not.toMatch(/Origin/)
})
