import type { Fault } from './wire'

/*
 * Odd answers of the fake hosted service, by name: how an honest answer is changed, or its replacement. Each name
 * completes the sentence "the service …".
 */

type Body = { readonly message: string; readonly data: unknown; readonly status: unknown }
export type OddAnswer = (honest: Body) => unknown | Wire
/** Raw bytes on the wire instead of a JSON body. */
export type Wire = { readonly wire: Fault }

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const wire = (fault: Fault): Wire => ({ wire: fault })
const text = (body: string, status = 200, headers: Record<string, string> = json) =>
  wire((_, response) => void response.writeHead(status, headers).end(body))

type Data = Record<string, unknown> & { readonly transactions: readonly Record<string, unknown>[] }
const dataOf = (body: Body) => body.data as Data
const listOf = (body: Body) => body.data as readonly Record<string, unknown>[]
const withData = (body: Body, data: unknown): Body => ({ ...body, data })
/** Changes the last transaction, the swap itself, and sends only that one. */
const alone =
  (change: Record<string, unknown>): OddAnswer =>
  (body) => {
    const data = dataOf(body)
    return withData(body, { ...data, transactions: [{ ...data.transactions.at(-1), ...change }] })
  }
const last =
  (change: Record<string, unknown>): OddAnswer =>
  (body) => {
    const data = dataOf(body)
    return withData(body, {
      ...data,
      transactions: [...data.transactions.slice(0, -1), { ...data.transactions.at(-1), ...change }],
    })
  }
const figures =
  (change: (minimum: number) => Record<string, unknown>): OddAnswer =>
  (body) => {
    const data = dataOf(body)
    return withData(body, { ...data, ...change(Number(data.minAmountOut)) })
  }
const chains =
  (change: (chains: readonly Record<string, unknown>[]) => unknown): OddAnswer =>
  (body) =>
    withData(body, change(listOf(body)))

/** Odd answers to any call. */
export const oddEnvelopes = {
  'starts with a byte-order mark': (body: Body) => text(`\ufeff${JSON.stringify(body)}`),
  'says error in an envelope of status 200': () => ({
    message: 'The index is being rebuilt.',
    data: null,
    status: 'error',
  }),
  'says false in an envelope of status 200': () => ({ message: 'Come back later.', data: null, status: false }),
  'says 500 in an envelope': () => text('{"message":"No route found","data":null,"status":false}', 500),
  'has no words for its 500': () => text('', 500),
  'sends a page that is JSON': (body: Body) => text(JSON.stringify(body), 200, html),
  'sends a page to log in': () => text('<h1>Log in</h1>', 200, html),
  'answers with status 999': () =>
    wire((request) => void request.socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}')),
  'answers 304 without being asked': () => wire((_, response) => void response.writeHead(304).end()),
  'hints before it answers': (body: Body) =>
    wire((_, response) =>
      response.writeEarlyHints({ link: '</x.css>; rel=preload' }, () =>
        response.writeHead(200, json).end(JSON.stringify(body)),
      ),
    ),
  'is busy until a date': () =>
    text('{"message":"busy"}', 503, {
      ...json,
      date: new Date().toUTCString(),
      'retry-after': new Date(Date.now() + 30_000).toUTCString(),
    }),
  'hangs up': () => wire((_, response) => void response.socket?.destroy()),
} satisfies Record<string, OddAnswer>

export const oddChainLists = {
  'lists nothing any more': chains(() => []),
  'lists half of its chains': chains((all) => all.slice(0, 3)),
  'lists two chains of one number': chains(([first, ...others]) => [
    { ...first, name: 'One' },
    { ...first, id: 99, name: 'Other' },
    ...others,
  ]),
  'names its tokens at length, with links': chains((all) =>
    all.map((chain) => ({
      ...chain,
      chainCurrencies: (chain.chainCurrencies as readonly Record<string, unknown>[]).map((each) => ({
        ...each,
        currency: { ...(each.currency as object), name: `Visit https://claim.example now! ${'x'.repeat(3_000)}` },
      })),
    })),
  ),
  'names a kind of chain in two lines, with control characters': chains((all) =>
    all.map((chain) => (chain.type === 'TVM' ? { ...chain, type: '\u001b]0;x\u0007\nT\u202eVM' } : chain)),
  ),
  'writes numbers as text': (body: Body) =>
    text(JSON.stringify(body).replace(/"(id|decimals|chainId)":(\d+)/g, '"$1":"$2"')),
  'prices a token a hundredfold': (body: Body) => text(JSON.stringify(body).replace('"price":3000', '"price":300000')),
} satisfies Record<string, OddAnswer>

export const oddPoolLists = {
  'answers with the pools of another network': (body: Body) =>
    withData(body, [{ id: `0x${'7'.repeat(40)}`, chainId: 8453, token0: 'A', token1: 'B' }]),
  'nests one pool too deeply': (body: Body) =>
    text(
      JSON.stringify(
        withData(body, [
          { id: `0x${'7'.repeat(40)}`, tvl: 1, deep: 'DEEP' },
          { id: `0x${'8'.repeat(40)}`, tvl: 2 },
        ]),
      ).replace('"DEEP"', '['.repeat(500) + ']'.repeat(500)),
    ),
  'has a pool of five thousand members': (body: Body) =>
    withData(body, [
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index])),
      { id: `0x${'8'.repeat(40)}`, token0: 'WETH', token1: 'USDC', tvl: 2 },
    ]),
} satisfies Record<string, OddAnswer>

export const oddSwaps = {
  'puts its only transaction in place one and a half': alone({ order: 1.5 }),
  'puts its only transaction nowhere': alone({ order: null }),
  'puts its only transaction beyond counting': alone({ order: 1e21 }),
  'sends along a value that is no number': last({ value: 'all of it' }),
  'sends along nothing, in hexadecimal': last({ value: '0x0' }),
  'takes a way of a thousand hops': (body: Body) =>
    withData(body, { ...dataOf(body), path: Array.from({ length: 1_000 }, (_, hop) => `HOP${hop}`) }),
  'takes a way with a name of 3,022 letters and a link': (body: Body) =>
    withData(body, {
      ...dataOf(body),
      path: ['USDC', `https://claim.example/${'x'.repeat(3_000)}`, 'WETH'],
      dexToUse: 'https://claim.example',
    }),
  'promises more than the market': figures((minimum) => ({
    minAmountOut: minimum * 1.2,
    expectedAmountOut: minimum * 1.21,
  })),
  'expects less than its minimum': figures((minimum) => ({ expectedAmountOut: minimum * 0.9 })),
  'expects twice what it promises': figures((minimum) => ({ expectedAmountOut: minimum * 2 })),
  'asks half a million dollars for gas': last({ gasUsd: 500_000 }),
} satisfies Record<string, OddAnswer>

export const oddDeposits = {
  'accepts a deposit with a hash': (body: Body) => withData(body, `0x${'ab'.repeat(32)}`),
  'accepts a deposit with a number': (body: Body) => withData(body, 17),
  'accepts a deposit with a word': (body: Body) => withData(body, 'queued'),
} satisfies Record<string, OddAnswer>

export const oddAnswers = { ...oddEnvelopes, ...oddChainLists, ...oddPoolLists, ...oddSwaps, ...oddDeposits }
export type OddName = keyof typeof oddAnswers
