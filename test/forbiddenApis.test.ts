import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Browser APIs that the app never uses, because each of them is a known way to attack it or to make it slow. */

const sourceFolder = join(import.meta.dirname, '..', 'src')
const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(exchange|gateway)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(sourceFolder, file), 'utf8') }))

function filesWith(pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

test('A-04 A-10 nothing turns text into code or markup', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(
    filesWith(/\beval\(|\bnew Function\b|document\.write|\.(inner|outer)HTML\b|insertAdjacentHTML|dangerouslySet/),
  ).toEqual([])
})

test('A-41 nothing leaves the app but a link that the person clicks', () => {
  expect(filesWith(/location\.(assign|replace)\(|location(\.href)? = |returnTo|redirect_?uri/i)).toEqual([])
  // On a page of someone else, other screens open in a tab of their own, at the gateway and nowhere else.
  expect(filesWith(/window\.open\(/)).toEqual(['widget/SwapWidget.tsx'])
})

const safeProvider = 'wallets/safe/safeProvider.ts'

test('A-42 no message of another window is received, except of the Safe wallet that the deployment lets frame the page', () => {
  expect(
    filesWith(/(window|self|globalThis)\.(addEventListener\('message'|onmessage)|\.opener\b|parent\.postMessage/),
  ).toEqual([safeProvider])
  const { text = '' } = files.find(({ file }) => file === safeProvider) ?? {}
  expect(text).toContain('source !== page.parent || origin !== safeOrigin')
  expect(text.match(/postMessage\(.*\)/g)).toEqual([expect.stringMatching(/, safeOrigin\)$/)])
  const listeners = files.filter(
    ({ file, text }) => file !== safeProvider && text.includes("addEventListener('message'"),
  )
  for (const { file, text } of listeners) expect(text, file).toContain('BroadcastChannel')
})

test('A-26 a wallet is only asked for the methods on the list, and never to sign a text', () => {
  expect(filesWith(/eth_sign\b|personal_sign|eth_signTypedData/)).toEqual([])
})

test('A-26 a batch of calls is asked for in one place, let through by two lists, and known to the demo wallet', () => {
  const files = ['batch.ts', 'connection/provider.ts', 'demo/demo.ts'].map((name) => `wallets/evm/${name}`)
  // A Safe takes a batch as one message; WalletConnect names beforehand what a session may be asked.
  const others = ['wallets/safe/safeProvider.ts', 'wallets/walletConnect/session.ts']
  expect(filesWith(/wallet_sendCalls/).toSorted()).toEqual([...files, ...others])
  // The demo wallet delegates its own account, as a wallet does that sends batches.
  expect(filesWith(/authorizationList: \[/)).toEqual(['wallets/evm/demo/demoBatches.ts'])
})

test('A-12 foreign images are shown in <img> only, where they cannot run scripts', () => {
  expect(filesWith(/<(object|embed|iframe|foreignObject)\b/)).toEqual([])
})

test('no module makes a format of Intl when it loads, and none does for a count: a slow device takes 10 to 50 ms each', () => {
  expect(filesWith(/^(export )?const \w+.* = new Intl\./m)).toEqual([])
  expect(filesWith(/toLocaleString\('en|toLocaleString\(\)/)).toEqual([])
  // Dates, ages and lists when one is first written, other languages, names cut between characters, and rounded searches.
  expect(filesWith(/new Intl\./).toSorted()).toEqual([
    'domain/text/dateText.ts',
    'domain/text/label.ts',
    'domain/text/listText.ts',
    'screens/liquidity/amounts/DepositFigures.tsx',
    'screens/pools/messages.ts',
    'ui/languages/languages.ts',
  ])
})
