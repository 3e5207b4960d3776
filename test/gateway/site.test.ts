import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageNames } from '../../bin/parts/pages.mjs'
import { compressFast, readSite } from '../../src/gateway/node/files'
import { pageFileAt, pageFiles } from '../../src/gateway/site/pages'
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
  expect(pageNames.map((name) => `/${name}.html`).toSorted()).toEqual([...pageFiles].toSorted())
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
  const head = '<link rel="canonical" href="/pools" /><meta property="og:image" content="/social.png" />'
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
    '<link rel="canonical" href="https://swap.example/pools" /><meta property="og:image" content="https://swap.example/social.png" /><a href="/swap">Swap</a>',
  )
  expect(await servedAt(undefined)).toContain(head)
  expect(await servedAt('http://127.0.0.1:4173')).toContain(head)
})
