import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageFiles as builtPages } from '../../bin/parts/pages.mjs'
import { languageTags } from '../../src/domain/text/languageTags'
import { compressFast, readSite } from '../../src/gateway/node/files'
import { inLanguage, languageOf, pageFileAt, pageFiles } from '../../src/gateway/site/pages'
import { publicSite } from '../../src/gateway/site/publicLinks'
import { serveSite } from '../../src/gateway/site/site'
import { createSiteFile } from '../../src/gateway/site/siteFile'
import { notFiles } from './corpus'
import { buildGateway, honestService } from './testGateway'

const folder = mkdtempSync(join(tmpdir(), 'tidegate-site-'))
const secret = join(folder, 'secret.txt')

beforeAll(() => {
  const files = {
    'app/index.html': '<!doctype html><p>page</p>',
    'app/start.html': '<!doctype html><p>drawn</p>',
    'app/de/start.html': '<p>gezeichnet</p>',
    'app/assets/index-B1c2D3e4.js': 'console.log(1)',
    'app/assets/index-B1c2D3e4.js.br': 'small',
    'app/assets/index-B1c2D3e4.js.map': '{}',
    'app/.vite/manifest.json': '{}',
    'app/favicon.svg': '<svg/>',
    'secret.txt': 'secret',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const build = async () => buildGateway(honestService, { site: await readSite(join(folder, 'app')) })

test('hashed assets are cached forever, everything else is revalidated', async () => {
  const { ask } = await build()
  const caching = async (path: string) => (await ask(path)).headers.get('cache-control')
  expect(await caching('/assets/index-B1c2D3e4.js')).toBe('public, max-age=31536000, immutable')
  expect(await caching('/favicon.svg')).toBe('no-cache')
  expect(await caching('/swap')).toBe('no-cache')
})

test('a client that accepts brotli gets the file compressed at build time', async () => {
  const { ask } = await build()
  const small = await ask('/assets/index-B1c2D3e4.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect([small.headers.get('content-encoding'), await small.text()]).toEqual(['br', 'small'])
  const plain = await ask('/assets/index-B1c2D3e4.js')
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'console.log(1)'])
})

test.each(['/', '/swap', '/swap?from=1:0x0'])('%s is served with the swap form prerendered', async (path) => {
  const { ask } = await build()
  expect(await (await ask(path)).text()).toBe('<!doctype html><p>drawn</p>')
})

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['DE-ch', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-Hans-CN', 'zh-CN'],
  ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-CN'],
  ['ar-EG', 'ar'],
  ['en-GB,de;q=0.9', 'en'],
  ['de;q=0.3, ja;q=0.9', 'ja'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['nb, da;q=0.9, tr;q=0.1', 'tr'],
  ['nb', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['es;q=none, fr;q=2', 'es'],
  ['den, ja', 'ja'],
  [`${'xx,'.repeat(60)}de`, 'de'],
])('a page for Accept-Language “%s” is in the language %s', async (accepted, language) => {
  expect(languageOf(new Request('http://app.example/', { headers: { 'accept-language': accepted } }))).toBe(language)
  expect(languageOf(new Request('http://app.example/?lang=es', { headers: { 'accept-language': accepted } }))).toBe(
    'es',
  )
  expect(languageOf(new Request('http://app.example/?lang=xx', { headers: { 'accept-language': accepted } }))).toBe(
    language,
  )
})

test('a page has its own ETag in each language, varies by Accept-Language, and is English without a translation', async () => {
  const site = await readSite(join(folder, 'app'))
  const ask = (path: string, headers: Record<string, string>) =>
    serveSite(site, new Request(`http://app.example${path}`, { headers }))!
  const english = ask('/pools', { 'accept-language': 'fr' })
  const german = ask('/swap', { 'accept-language': 'de' })
  expect([await english.text(), await german.text()]).toEqual(['<!doctype html><p>page</p>', '<p>gezeichnet</p>'])
  expect(await ask('/swap?lang=en', { 'accept-language': 'de' }).text()).toBe('<!doctype html><p>drawn</p>')
  for (const page of [english, german]) expect(page.headers.get('vary')).toBe('accept-encoding, accept-language')
  expect(ask('/favicon.svg', {}).headers.get('vary')).toBe('accept-encoding')
  const kept = { 'if-none-match': german.headers.get('etag')! }
  expect(ask('/swap', { ...kept, 'accept-language': 'de' }).status).toBe(304)
  expect(ask('/swap', { ...kept, 'accept-language': 'en' }).status).toBe(200)
  expect(ask('/de/start.html', { accept: 'text/html' }).status).toBe(404)
})

test.each(['/pools/BNB%20Chain/0xabc', '/positions?of=0x1', '/activity/o-1', '/settings'])(
  '%s is a page',
  async (path) => {
    const { ask } = await build()
    const response = await ask(path)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      ...[200, 'text/html; charset=utf-8', '<!doctype html><p>page</p>'],
    ])
  },
)

test("a screen path with a dot is a page for a person's browser, and not a file for a script", async () => {
  const { ask } = await build()
  expect((await ask('/pools/Harbor/v1.2', { headers: { accept: 'text/html,*/*' } })).status).toBe(200)
  expect((await ask('/pools/Harbor/v1.2', { headers: { accept: '*/*' } })).status).toBe(404)
})

test.each([...notFiles, `/${secret}`])('%s is not served', async (path) => {
  const { ask } = await build()
  const response = await ask(path)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('secret\n')
})

test.each(['/nowhere', '/swap/review', '/pools/Harbor', '/liquidity/remove'])(
  '%s is no page: people get a page that states it, and machines status 404',
  async (path) => {
    const { ask } = await build()
    const response = await ask(path, { headers: { accept: 'text/html' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('<p>page</p>')
  },
)

test('every route of the app is a page, and every page is a route', () => {
  const routes = [...readFileSync('src/app/routes.ts', 'utf8').matchAll(/ route\(\s*'(\/[^']*)'/g)].map(
    ([, path]) => path!,
  )
  expect(routes.length).toBeGreaterThan(8)
  const parts: Record<string, string> = { pool: `0x${'a'.repeat(40)}`, position: '46' }
  const paths = routes.map((route) => route.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? 'x'))
  for (const path of paths) expect(pageFileAt(path), path).toBeDefined()
  const files = [...new Set(paths.map(pageFileAt))]
  expect(pageFiles.filter((file) => !files.includes(file))).toEqual(['/index.html', '/settings.html', '/missing.html'])
})

test('the build writes a file for every page', () => {
  const files = builtPages().map((file) => `/${file}`)
  expect(files.filter((file) => !file.includes('/', 1)).toSorted()).toEqual([...pageFiles].toSorted())
  for (const tag of languageTags) expect(files).toContain(inLanguage('/missing.html', tag))
})

test('the few inline scripts and styles of a page are allowed by hash, and no others', async () => {
  const page =
    '<script>go()</script><script type="importmap">{"integrity":{}}</script><script src="/a.js"></script><style>a{}</style>'
  writeFileSync(join(folder, 'app/index.html'), page)
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const { inlineScripts, inlineStyles } = (await readSite(join(folder, 'app'))).get('/index.html') ?? {}
  expect(inlineScripts).toEqual([hash('go()'), hash('{"integrity":{}}')])
  expect(inlineStyles).toEqual([hash('a{}')])
})

test('a pool and a position name their own address to search engines, at the public origin where it is known', async () => {
  const site = await readSite(join(folder, 'app'))
  const linkOf = (path: string, publicUrl?: string) =>
    serveSite(
      site,
      new Request(`http://evil.example${path}`, { headers: { accept: 'text/html' } }),
      publicUrl,
    )?.headers.get('link')
  const pool = `/pools/Harbor/0x${'a'.repeat(40)}`
  expect(linkOf(`${pool}/?tab=support&turned=1`, 'https://swap.example')).toBe(
    `<https://swap.example${pool}>; rel="canonical"`,
  )
  expect(linkOf(`${pool}?lang=de`)).toBe(`<${pool}?lang=de>; rel="canonical"`)
  expect(linkOf(pool)).toBe(`<${pool}>; rel="canonical"`)
  expect(linkOf(pool, 'http://127.0.0.1:4173'), 'as in the HTML').toBe(`<${pool}>; rel="canonical"`)
  expect(linkOf('/positions/Harbor/46?x="><script>')).toBe('</positions/Harbor/46>; rel="canonical"')
  expect(linkOf('/pools/Harbor/%3E,<b>"')).toBe('</pools/Harbor/%3E,%3Cb%3E%22>; rel="canonical"')
  for (const path of ['/pools', '/pools?q=weth', '/swap', '/nowhere']) expect(linkOf(path), path).toBeNull()
  expect([pageFileAt('/pools'), pageFileAt(pool), pageFileAt('/positions'), pageFileAt('/positions/46')]).toEqual([
    ...['/pools.html', '/pool.html', '/positions.html', '/position.html'],
  ])
})

test('link previews and search engines find whole addresses where the public origin is known', async () => {
  const head =
    '<link rel="canonical" href="/pools" /><link rel="alternate" hreflang="pt-BR" href="/pools?lang=pt-BR" /><meta property="og:image" content="/social.png" />'
  const page = await createSiteFile('/pools.html', {
    bytes: new TextEncoder().encode(`${head}<a href="/swap">Swap</a>`),
    brotli: undefined,
    gzip: undefined,
  })
  const site = new Map([['/pools.html', page]])
  const servedAt = async (publicUrl: string | undefined) => {
    const served = await publicSite(site, publicUrl, compressFast)
    return (
      await buildGateway(honestService, { site: served }).ask('/pools', { headers: { host: 'evil.example' } })
    ).text()
  }
  expect(await servedAt('https://swap.example')).toBe(
    '<link rel="canonical" href="https://swap.example/pools" /><link rel="alternate" hreflang="pt-BR" href="https://swap.example/pools?lang=pt-BR" /><meta property="og:image" content="https://swap.example/social.png" /><a href="/swap">Swap</a>',
  )
  expect(await servedAt(undefined)).toContain(head)
  expect(await servedAt('http://127.0.0.1:4173')).toContain(head)
})
