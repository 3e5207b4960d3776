import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScrubber } from './scrub'

const secret = 'sk/live+7f3"a&b=9c'

function scrubbed(text: string, secrets = [secret]): string {
  return new TextDecoder().decode(createScrubber(secrets).bytes(new TextEncoder().encode(text)))
}

test('a secret is hidden at every position', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (parts) => {
      const hidden = '*'.repeat(secret.length)
      fc.pre(!parts.some((part) => part.includes('*')))
      expect(scrubbed(parts.join(secret))).toBe(parts.join(hidden))
    }),
  )
})

test('text without the secret stays byte for byte, also text that begins like it', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.nat({ max: secret.length - 1 }).map((n) => secret.slice(0, n)),
        ),
      ),
      (parts) => {
        const text = new TextDecoder().decode(new TextEncoder().encode(parts.join('|')))
        expect(scrubbed(text)).toBe(text)
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
])('a secret is hidden when %s encodes it', (_, text) => {
  const result = scrubbed(text)
  expect(result).not.toBe(text)
  expect(result).toHaveLength(text.length)
  expect(createScrubber([secret]).text(text)).toBe(result)
  expect(result).toContain('*'.repeat(secret.length))
})

test('a secret at the very end is hidden, also inside what could have been another encoding of it', () => {
  const hexLike = '6162636465'
  expect(scrubbed(`x 61626364${hexLike}`, ['abcdabcdef', hexLike])).not.toContain(hexLike)
  expect(scrubbed(`x ${secret}`)).toBe(`x ${'*'.repeat(secret.length)}`)
})

test('four times as long an answer takes about four times as long, not sixteen times', () => {
  const textOf = (records: number) =>
    JSON.stringify(
      Array.from({ length: records }, (_, id) => ({
        id,
        key: secret.slice(0, -1),
        tvl: id * 1.5,
        hash: 'f'.repeat(180),
      })),
    )
  // Processor time: other processes on the same cores would count in time by the clock.
  const fastest = (text: string) => {
    const times: number[] = []
    for (let run = 0; run < 5; run += 1) {
      const started = process.cpuUsage()
      expect(scrubbed(text)).toBe(text)
      const { user, system } = process.cpuUsage(started)
      times.push(user + system)
    }
    return Math.min(...times)
  }
  const short = fastest(textOf(5_000))
  expect(fastest(textOf(20_000))).toBeLessThan(8 * short)
})

test('several secrets are hidden, and a text shorter than a secret is not', () => {
  const text = 'first-secret, second-secret, abc'
  expect(scrubbed(text, ['first-secret', 'second-secret', 'abc'])).toBe('************, *************, abc')
})
