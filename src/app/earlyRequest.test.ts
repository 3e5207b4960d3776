import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchEarly } from './earlyRequest'

const asked: string[] = []

/** Requests that the page sent before any script had loaded, so many milliseconds ago. */
function pageSent(path: string, ago: number) {
  const response = Promise.resolve(new Response(`early ${path}`))
  globalThis.tidegateEarlyRequests = new Map([[path, { response, sentAt: performance.now() - ago }]])
}

const answerOf = async (path: string, init?: RequestInit) => (await fetchEarly(path, init)).text()

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response(`later ${path}`)
  })
})

afterEach(() => {
  globalThis.tidegateEarlyRequests = undefined
  vi.unstubAllGlobals()
})

test.each(['/api/blockchain', '/notice.json'])('the early request answers one request for %s', async (path) => {
  pageSent(path, 1_000)
  expect(await answerOf(path)).toBe(`early ${path}`)
  expect(await answerOf(path)).toBe(`later ${path}`)
  expect(asked).toEqual([path])
})

test('an early request answers nothing else: no other path, and nothing that is sent', async () => {
  pageSent('/api/blockchain', 1_000)
  expect(await answerOf('/api/amm/pool/all/Harbor')).toBe('later /api/amm/pool/all/Harbor')
  expect(await answerOf('/api/blockchain', { method: 'POST' })).toBe('later /api/blockchain')
})

test('A-06 an early notice that is older than ten seconds is not believed: the deployment may be halted since', async () => {
  pageSent('/notice.json', 11_000)
  expect(await answerOf('/notice.json')).toBe('later /notice.json')
})
