import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, test } from 'vitest'
import { common, dataPolicy, forbiddenHeaders, kinds, metricsToken } from './corpus'
import { buildGateway, canary, deployment, honestService, jsonResponse, site } from './testGateway'

test.each(kinds)('%s has every security header (H-01)', async (_, path, init, status, runsScripts) => {
  const { ask } = buildGateway()
  const response = await ask(path, init)
  const headers = Object.fromEntries(response.headers)
  expect(response.status).toBe(status)
  expect(headers).toMatchObject(common)
  expect(headers['permissions-policy']).toContain('camera=()')
  const policy = headers['content-security-policy']
  if (runsScripts) expect(policy).toContain("script-src 'self';")
  else expect(policy).toBe(dataPolicy)
})

test.each(kinds)('%s reveals no server, sets no cookie, allows no other origin (H-02)', async (_, path, init) => {
  const { ask } = buildGateway()
  const { headers } = await ask(path, { ...init, headers: { ...init.headers, origin: 'https://evil.example' } })
  for (const name of forbiddenHeaders) expect(headers.get(name)).toBeNull()
})

test('the page may run our scripts and connect to the URLs in the settings, and nothing else', async () => {
  const { ask } = buildGateway()
  const policy = (await ask('/')).headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self' https://node.example wss://node.example",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-to csp',
  ])
})

/* The evaluator also notes that 'self' could host foreign scripts; this origin hosts none (see H-01). */
test('a CSP evaluator finds no serious weakness in the policy (H-03)', async () => {
  const policy = (await buildGateway().ask('/')).headers.get('content-security-policy') ?? ''
  expect(seriousFindings(policy)).toEqual([])
  expect(seriousFindings(policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"))).not.toEqual([])
})

test('inline scripts and styles of a page are allowed by hash, and the evaluator still finds no serious weakness (H-03)', async () => {
  const page = {
    ...site.get('/index.html')!,
    inlineScripts: ["'sha256-AAAA'", "'sha256-BBBB'"],
    inlineStyles: ["'sha256-CCCC'"],
  }
  const pages = new Map([...site, ['/index.html', page], ['/start.html', page]])
  const policy = (await buildGateway(honestService, { site: pages }).ask('/')).headers.get('content-security-policy')
  expect(policy).toContain("; script-src 'self' 'sha256-AAAA' 'sha256-BBBB'; script-src-attr 'none';")
  expect(policy).toContain("; style-src 'self' 'sha256-CCCC'; style-src-attr 'none';")
  expect(seriousFindings(policy ?? '')).toEqual([])
})

test('settings allow exactly the origins they need', async () => {
  const { ask } = buildGateway(honestService, {
    publicUrl: 'https://swap.example',
    deployment: { ...deployment, imageBaseUrl: 'https://img.example/tokens/' },
  })
  const { headers } = await ask('/')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("img-src 'self' data: blob: https://img.example;")
  expect(policy).toContain('upgrade-insecure-requests')
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
})

test('a relay for wallets on other devices is opened only where the operator named one', async () => {
  const walletConnect = { projectId: 'p', relayUrl: 'wss://relay.example/v1' }
  const policyOf = async (part: object) => {
    const { ask } = buildGateway(honestService, { deployment: { ...deployment, ...part } })
    return (await ask('/')).headers.get('content-security-policy')
  }
  expect(await policyOf({})).not.toContain('relay')
  expect(await policyOf({ walletConnect })).toMatch(/connect-src [^;]* wss:\/\/relay\.example;/)
})

test('servers of names are opened only where the operator named them', async () => {
  const ens = { chainId: 1, universalResolver: `0x${'ab'.repeat(20)}`, gateways: ['https://ccip.example'] }
  const { ask } = buildGateway(honestService, { deployment: { ...deployment, ens } })
  expect((await ask('/')).headers.get('content-security-policy')).toMatch(/connect-src [^;]* https:\/\/ccip\.example;/)
})

test('nodes that people may choose are opened only where the operator named their origins', async () => {
  const { ask } = buildGateway(honestService, { deployment: { ...deployment, rpcOrigins: ['https://own.example'] } })
  expect((await ask('/')).headers.get('content-security-policy')).toMatch(/connect-src [^;]* https:\/\/own\.example;/)
})

describe('the gateway as a Safe App', () => {
  const safe = 'https://safe.example'
  const { ask } = buildGateway(honestService, { deployment: { ...deployment, safeOrigin: safe } })

  test('the pages may be framed by the origin that the operator named, and by no one else (H-06)', async () => {
    const { headers } = await ask('/swap')
    expect(headers.get('content-security-policy')).toContain(`; frame-ancestors ${safe};`)
    // The older header knows no origins, and would forbid the Safe as well.
    expect(headers.get('x-frame-options')).toBeNull()
    expect(seriousFindings(headers.get('content-security-policy') ?? '')).toEqual([])
  })

  test('data is framed by no one', async () => {
    const { headers } = await ask('/config.json')
    expect(headers.get('content-security-policy')).toBe(dataPolicy)
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  test('the Safe wallet reads what the app is called, and other origins do not', async () => {
    const response = await ask('/manifest.json', { headers: { origin: 'https://evil.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe(safe)
    expect(await response.json()).toMatchObject({ name: 'Test', iconPath: 'icons/192.png' })
    expect((await ask('/manifest.json', { method: 'POST' })).status).toBe(405)
    expect((await buildGateway().ask('/manifest.json')).status).toBe(404)
  })
})

test('without TLS there is no Strict-Transport-Security', async () => {
  const { headers } = await buildGateway().ask('/')
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
})

test('an unexpected error is answered with an envelope and the same headers', async () => {
  const { post, state } = buildGateway(honestService, {
    deployment: { ...deployment, faucetUrl: '/faucet' },
    faucet: () => Promise.reject(new Error('out of coins')),
  })
  const response = await post('/faucet', '{"kind":"evm","address":"0x1"}')
  expect(response.status).toBe(500)
  expect(Object.fromEntries(response.headers)).toMatchObject(common)
  expect(await response.json()).toEqual({
    message: 'The gateway met something it did not expect.',
    data: null,
    status: false,
  })
  expect(state.lines.join()).toContain('out of coins')
})

test('a client that disconnects during its request is not logged as an error', async () => {
  const { app, state } = buildGateway()
  const body = new ReadableStream({
    start: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as const
  expect((await app.request('http://127.0.0.1:4173/api/swap/native', init)).status).toBe(400)
  expect(state.lines.join()).not.toContain('broken')
})

test('the API key appears in no response and in no log line (H-08)', async () => {
  const echoing = buildGateway((request) =>
    // Even when a service echoes every request header in an error page.
    request.method === 'POST'
      ? new Response(`<pre>${[...request.headers].join('\n')}</pre>`, {
          status: 500,
          headers: { 'content-type': 'text/html' },
        })
      : jsonResponse('{"message":"broken"}', 500, { 'x-api-key': request.headers.get('x-api-key') ?? '' }),
  )
  const honest = buildGateway()
  const paths = [...kinds.map(([, path]) => path), '/readyz', '/api/amm/pool/all/Harbor', `/${canary.slice(0, 4)}`]
  for (const gateway of [echoing, honest]) {
    const responses = await Promise.all([
      ...paths.map((path) => gateway.ask(path)),
      gateway.post('/api/swap/native', '{"tokenAId":1}'),
      gateway.post('/api/amm/interactions/add', '{"amountA":1}'),
    ])
    for (const response of responses) {
      expect(JSON.stringify([...response.headers])).not.toContain(canary)
      expect(await response.text()).not.toContain(canary)
    }
    expect(gateway.state.lines.join()).not.toContain(canary)
  }
})

test('a CSP violation report is counted, not stored', async () => {
  const { ask } = buildGateway()
  const report = {
    method: 'POST',
    body: '[{"type":"csp-violation"}]',
    headers: { 'content-type': 'application/reports+json' },
  }
  expect((await ask('/csp-report', report)).status).toBe(204)
  expect((await ask('/csp-report', { ...report, body: 'x'.repeat(20_000) })).status).toBe(413)
  expect(await (await ask('/metrics', metricsRequest)).text()).toContain('tidegate_csp_reports_total 1')
})

const metricsRequest = { headers: { authorization: `Bearer ${metricsToken}` } }

function seriousFindings(policy: string) {
  return new CspEvaluator(new CspParser(policy).csp).evaluate().filter(({ severity }) => severity < 50)
}
