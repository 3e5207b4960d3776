import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScrubber } from './scrub'

const secret = 'sk/live+7f3"a&b=9c'

async function scrubbed(text: string, cuts: readonly number[], secrets = [secret]): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 1; i < at.length; i++) controller.enqueue(bytes.slice(at[i - 1], at[i]))
      controller.close()
    },
  })
  return new Response(createScrubber(secrets).stream(body)).text()
}

test('a secret is hidden at every position and for every split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      async (parts, cuts) => {
        const hidden = '*'.repeat(secret.length)
        fc.pre(!parts.some((part) => part.includes('*')))
        expect(await scrubbed(parts.join(secret), cuts)).toBe(parts.join(hidden))
      },
    ),
  )
})

test('text without the secret stays byte for byte, also text that begins like it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.nat({ max: secret.length - 1 }).map((n) => secret.slice(0, n)),
        ),
      ),
      fc.array(fc.nat(), { maxLength: 12 }),
      async (parts, cuts) => {
        const text = new TextDecoder().decode(new TextEncoder().encode(parts.join('|')))
        expect(await scrubbed(text, cuts)).toBe(text)
      },
    ),
  )
})

const escaped = [...secret].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

test.each([
  ['JSON', JSON.stringify({ key: secret })],
  ['JSON with escaped slashes', JSON.stringify({ key: secret }).replaceAll('/', '\\/')],
  ['JSON with every character escaped', `{"key":"${escaped}"}`],
  [
    'JSON as .NET writes it',
    `{"key":"${secret.replace(/[+"&/]/g, (c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`)}"}`,
  ],
  ['JSON in JSON', JSON.stringify({ body: JSON.stringify({ key: secret }) })],
  [
    'JSON in JSON as PHP writes it',
    JSON.stringify({ body: JSON.stringify({ key: secret }).replaceAll('/', '\\/') }).replaceAll('/', '\\/'),
  ],
  ['JSON in JSON with every character escaped', JSON.stringify({ body: `{"key":"${escaped}"}` })],
  ['a URL in a URL', `https://service.example/?to=${encodeURIComponent(`/?key=${encodeURIComponent(secret)}`)}`],
  ['HTML as PHP writes it', [...secret].map((character) => `&#0${character.charCodeAt(0)};`).join('')],
  ['a URL', `https://service.example/?key=${encodeURIComponent(secret)}`],
  ['a page', `<pre>${secret.replaceAll('&', '&amp;').replaceAll('"', '&#34;')}</pre>`],
  ['base64', btoa(secret)],
  ['base64 among other text', btoa(`x-api-key: ${secret}\nhost: service.example`)],
  ['base64url', btoa(`key=${secret}`).replaceAll('+', '-').replaceAll('/', '_')],
  ['hex', Buffer.from(secret).toString('hex').toUpperCase()],
])('a secret is hidden when %s encodes it', async (_, text) => {
  const result = await scrubbed(text, [5, 9, 14])
  expect(result).not.toBe(text)
  expect(result).toHaveLength(text.length)
  expect(createScrubber([secret]).text(text)).toBe(result)
  expect(result).toContain('*'.repeat(secret.length))
})

test('a secret at the very end is hidden, also inside what could have been another encoding of it', async () => {
  const hexLike = '6162636465'
  expect(await scrubbed(`x 61626364${hexLike}`, [4], ['abcdabcdef', hexLike])).not.toContain(hexLike)
  expect(await scrubbed(`x ${secret}`, [])).toBe(`x ${'*'.repeat(secret.length)}`)
})

test('four times as long an answer takes about four times as long, not sixteen times', async () => {
  const textOf = (records: number) =>
    JSON.stringify(
      Array.from({ length: records }, (_, id) => ({
        id,
        key: secret.slice(0, -1),
        tvl: id * 1.5,
        hash: 'f'.repeat(180),
      })),
    )
  const fastest = async (text: string) => {
    const times: number[] = []
    for (let run = 0; run < 5; run += 1) {
      const started = performance.now()
      expect(await scrubbed(text, [1_000, 70_000, 1_000_000])).toBe(text)
      times.push(performance.now() - started)
    }
    return Math.min(...times)
  }
  const short = await fastest(textOf(5_000))
  expect(await fastest(textOf(20_000))).toBeLessThan(8 * short)
})

test('several secrets are hidden, and a text shorter than a secret is not', async () => {
  const text = 'first-secret, second-secret, abc'
  expect(await scrubbed(text, [3], ['first-secret', 'second-secret', 'abc'])).toBe('************, *************, abc')
})
