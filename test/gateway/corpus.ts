/** Allows the tests to read `/metrics`. */
export const metricsToken = 'metrics-token-of-a-test'

/* Requests that every gateway is tested with, in memory and on every runtime, and requests that must be refused. */

export const swap = '{"tokenAId":1,"tokenBId":2,"slippage":50,"amount":"1.5","sender":"0xa","recipient":"0xa"}'

/** Headers of every response. */
export const common = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-dns-prefetch-control': 'off',
}

/** Headers that no response may have. */
export const forbiddenHeaders = ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin']

export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

type Question = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }

/** One example of each kind of response. */
export const kinds: [what: string, path: string, init: Question, status: number, runsScripts: boolean][] = [
  ['the start page', '/', {}, 200, true],
  ['a screen', '/pools/Harbor/0x1', {}, 200, true],
  ['a screen, head only', '/swap', { method: 'HEAD' }, 200, true],
  ['a script', '/assets/index-B1c2D3e4.js', {}, 200, true],
  ['a picture', '/logo.svg', {}, 200, false],
  ['a page kept before', '/swap', { headers: { 'if-none-match': '*' } }, 304, true],
  ['a missing asset', '/assets/gone-00000000.js', {}, 404, false],
  ['a missing file', '/.env', {}, 404, false],
  ['a double slash', '//x', {}, 404, false],
  ['dots that climb', '/%2e%2e/%2e%2e/etc/passwd.txt', {}, 404, false],
  ['the wrong method', '/swap', { method: 'DELETE' }, 405, false],
  ['the chains', '/api/blockchain', {}, 200, false],
  ['an unknown call', '/api/other', {}, 404, false],
  ['a refused body', '/api/swap/native', { method: 'POST', body: 'x' }, 415, false],
  ['the settings', '/config.json', {}, 200, false],
  ['the health', '/healthz', {}, 200, false],
]

export const notCalls = [
  ...['/api', '/api/', '/api/blockchain/', '/api/blockchain/1', '/api/admin', '/api/swap/other', '/api/amm/pool/all/'],
  ...['/api/amm/pool/all/a/b', '/api/amm/pool/all/../../swap/native', '/api/%62lockchainx', '/api//blockchain'],
]

/** As written in a URL. */
export const notNetworks = [
  ...['..%2F..%2Fswap%2Fnative', '%2e%2e%2f', 'a%00', 'a%0d%0aX-Evil:1', 'a%3Fb', 'a%23', '%F0%9F%98%80'],
  ...['a'.repeat(41), 'Nowhere', 'harbor%2F', 'HARBOR'],
]

/** Files in or next to the folder of the app that must not be served. */
export const notFiles = [
  ...['/assets/index-B1c2D3e4.js.map', '/assets/index-B1c2D3e4.js.br', '/.vite/manifest.json'],
  ...['/assets/../../secret.txt', '/..%2fsecret.txt', '/%2e%2e%2fsecret.txt', '/..%5csecret.txt', '/assets/%00.js'],
  ...['//secret.txt', '/assets/', '/index.html', '/start.html'],
]

export const wrongMethods: [path: string, method: string, allow: string][] = [
  ['/api/blockchain', 'DELETE', 'GET, HEAD'],
  ['/api/amm/pool/all/Harbor', 'POST', 'GET, HEAD'],
  ['/api/swap/native', 'GET', 'POST'],
  ['/api/amm/interactions/add', 'PUT', 'POST'],
  ['/config.json', 'POST', 'GET, HEAD'],
  ['/csp-report', 'DELETE', 'POST'],
  ['/rpc/741001', 'PUT', 'POST'],
  ['/swap', 'POST', 'GET, HEAD'],
]

export const notBodies: [what: string, body: string, type: string, status: number][] = [
  ['a form', swap, 'application/x-www-form-urlencoded', 415],
  ['plain text', swap, 'text/plain', 415],
  ['more than 4 kB', JSON.stringify({ amount: '1'.repeat(5_000) }), 'application/json', 413],
  ['half a body', swap.slice(0, 20), 'application/json', 400],
  ['a list', `[${swap}]`, 'application/json', 400],
  ['a prototype', '{"__proto__":{"amount":"1"}}', 'application/json', 400],
  [
    'a nested prototype',
    '{"tokenAId":{"__proto__":{"isLosslessNumber":true},"value":"1,\\"x\\":1"}}',
    'application/json',
    400,
  ],
  ['an object that looks like a number', '{"tokenAId":{"isLosslessNumber":true,"value":"1"}}', 'application/json', 400],
]
