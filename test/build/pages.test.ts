import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { pageNames } from '../../bin/parts/pages.mjs'
import { languageTags } from '../../src/domain/text/languageTags'
import { knownJson } from '../knownJson'

/* The metadata of a page for search engines, link previews, home screens and tabs, before any script has run. */

beforeAll(() => build(['app']))

const screens = pageNames.filter((name) => name !== 'index')
const page = (name: string) => readFileSync(join(appFolder, `${name}.html`), 'utf8')
const head = (name: string) => page(name).split('</head>')[0]!
const found = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const attribute = (name: string, tag: RegExp) => tag.exec(head(name))?.[1]

describe('every page', () => {
  test('every page has a title and a description of its own, and the same for link previews', () => {
    const seen = screens.map((name) => ({
      title: attribute(name, /<title>(.*)<\/title>/),
      description: attribute(name, /name="description" content="([^"]*)"/),
      shared: attribute(name, /property="og:title" content="([^"]*)"/),
      summary: attribute(name, /property="og:description" content="([^"]*)"/),
    }))
    for (const { title, description, shared, summary } of seen) expect([shared, summary]).toEqual([title, description])
    for (const part of ['title', 'description'] as const) {
      const all = seen.map((page) => page[part])
      expect(all).not.toContain(undefined)
      expect(new Set(all).size).toBe(screens.length)
    }
  })

  test('names its address without amounts or recipients, and personal pages stay out of search engines', () => {
    const address = (name: string) => attribute(name, /rel="canonical" href="([^"]*)"/)
    expect(['start', 'pools', 'liquidity', 'help', 'pool', 'position', 'missing'].map(address)).toEqual([
      ...['/swap', '/pools', '/liquidity/add', '/help', undefined, undefined, undefined],
    ])
    const hidden = screens.filter((name) => head(name).includes('<meta name="robots" content="noindex" />'))
    expect(hidden).toEqual([
      'portfolio',
      'positions',
      'position',
      'activity',
      'order',
      'inspect',
      'settings',
      'missing',
    ])
    const robots = readFileSync(join(appFolder, 'robots.txt'), 'utf8')
    for (const path of ['/activity', '/portfolio', '/positions', '/inspect'])
      expect(robots).toContain(`Disallow: ${path}`)
    expect(robots).toContain('Allow: /\n')
  })
})

describe.each(languageTags.filter((tag) => tag !== 'en'))('in the language %s', (language) => {
  const inLanguage = () => screens.map((name) => ({ english: page(name), translated: page(`${language}/${name}`) }))

  test('every page has its texts in the language, and links to the same page in all languages', () => {
    for (const { english, translated } of inLanguage()) {
      const [description, englishOne] = [translated, english].map((html) =>
        found(html, /name="description" content="([^"]*)"/),
      )
      expect(translated).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(description).not.toBe(englishOne)
      expect(found(translated, /property="og:description" content="([^"]*)"/)).toBe(description)
      expect(translated).not.toContain('Nothing was signed or sent')
      const address = found(english, /rel="canonical" href="([^"]*)"/)
      expect(found(translated, /rel="canonical" href="([^"]*)"/)).toBe(address && `${address}?lang=${language}`)
      const alternates = [...english.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
        ([, tag, href]) => `${tag} ${href}`,
      )
      const isHidden = address === undefined || english.includes('content="noindex"')
      const linked = languageTags.map((tag) => `${tag} ${tag === 'en' ? address : `${address}?lang=${tag}`}`)
      expect(alternates.toSorted()).toEqual(isHidden ? [] : linked.toSorted())
    }
  })

  test('every page has the inline scripts and styles of the English one, which the policy allows by hash', () => {
    const inline = (html: string) =>
      [...html.matchAll(/<script>.*?<\/script>|<script type="importmap">.*?<\/script>|<style>.*?<\/style>/gs)].map(
        ([text]) => text,
      )
    for (const { english, translated } of inLanguage()) expect(inline(translated)).toEqual(inline(english))
  })
})

test('the preview picture has the size that the page declares', () => {
  const size = ['width', 'height'].map((side) =>
    Number(attribute('start', new RegExp(`og:image:${side}" content="(\\d+)"`))),
  )
  expect(attribute('start', /property="og:image" content="([^"]*)"/)).toBe('/social.png')
  expect(pixelsOf('social.png')).toEqual(size)
  expect(attribute('start', /name="twitter:card" content="([^"]*)"/)).toBe('summary_large_image')
})

test('the app can be installed: every icon it names is there, in the size it names, one of them for masks', () => {
  expect(attribute('start', /rel="manifest" href="([^"]*)"/)).toBe('/manifest.webmanifest')
  const manifest: Manifest = knownJson(readFileSync(join(appFolder, 'manifest.webmanifest'), 'utf8'))
  for (const { src, sizes } of manifest.icons) {
    expect(existsSync(join(appFolder, src)), src).toBe(true)
    if (src.endsWith('.png')) expect(`${pixelsOf(src).join('x')} ${src}`).toBe(`${sizes} ${src}`)
  }
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest).toMatchObject({ id: '/swap', start_url: '/swap', scope: '/', display: 'standalone' })
  expect(pixelsOf('icons/apple-touch-icon.png')).toEqual([180, 180])
  for (const file of ['favicon.ico', 'favicon.svg']) expect(head('start')).toContain(`href="/${file}"`)
})

test("the browser's bars take the colour of the page in both themes", () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const [, light, dark] = /--color-paper: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? []
  const bar = (theme: string) => attribute('start', new RegExp(`prefers-color-scheme: ${theme}\\)" content="([^"]*)"`))
  expect([bar('light'), bar('dark')]).toEqual([light, dark])
})

type Manifest = {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[]
}

/** Width and height of a PNG, from its header. */
function pixelsOf(file: string): number[] {
  const bytes = readFileSync(join(appFolder, file))
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}
