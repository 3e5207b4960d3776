import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Doors that this app does not have, so that nobody has to guard them. */

const sources = join(import.meta.dirname, '..', 'src')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(exchange|gateway)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(sources, file), 'utf8') }))

/** Files in which something stands that should stand nowhere. */
function filesWith(what: RegExp): string[] {
  return files.filter(({ text }) => what.test(text)).map(({ file }) => file)
}

test('A-04 A-10 nothing turns text into program or markup', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(
    filesWith(/\beval\(|\bnew Function\b|document\.write|\.(inner|outer)HTML\b|insertAdjacentHTML|dangerouslySet/),
  ).toEqual([])
})

test('A-41 nothing leads out of the app but a link that somebody presses', () => {
  expect(filesWith(/location\.(assign|replace)\(|location(\.href)? = |window\.open\(|returnTo|redirect_?uri/i)).toEqual(
    [],
  )
})

test('A-42 no word of another window is heard', () => {
  expect(
    filesWith(/(window|self|globalThis)\.(addEventListener\('message'|onmessage)|\.opener\b|parent\.postMessage/),
  ).toEqual([])
  const heard = files.filter(({ text }) => text.includes("addEventListener('message'"))
  for (const { file, text } of heard) expect(text, file).toContain('BroadcastChannel')
})

test('A-26 a wallet is asked through the list of what may be asked of it, and for no signature of a text', () => {
  expect(filesWith(/eth_sign\b|personal_sign|eth_signTypedData|wallet_sendCalls|authorizationList: \[/)).toEqual([])
})

test('A-12 what others draw is shown in <img> alone, where it can run nothing', () => {
  expect(filesWith(/<(object|embed|iframe|foreignObject)\b/)).toEqual([])
})
