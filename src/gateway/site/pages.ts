import { parseAccept } from 'hono/utils/accept'
import { knownLanguage, type LanguageTag } from '../../domain/text/languageTags'

/**
 * A page of the app: the paths it has, one of them as an example, and the HTML file with its title and description.
 * One file serves all pools, so their canonical URL is a header: see `canonicalPathAt`.
 */
type AppPage = {
  readonly at: RegExp
  readonly example: string
  readonly file: string
  readonly hasOwnAddress?: true
}

/** Of a pool or a position: hexadecimal, or base58 as on Solana. */
const address = '0x[0-9a-fA-F]{40,64}|[1-9A-HJ-NP-Za-km-z]{32,44}'

/** `test/gateway/site.test.ts` compares them with the routes of the app and the files of the build. */
const appPages: readonly AppPage[] = [
  { at: /^\/$/, example: '/', file: '/start.html' },
  { at: /^\/swap\/?$/, example: '/swap', file: '/start.html' },
  { at: /^\/pools\/?$/, example: '/pools', file: '/pools.html' },
  {
    at: new RegExp(`^/pools/(${address}|[^/]+/[^/]+)/?$`),
    example: `/pools/0x${'0'.repeat(40)}`,
    file: '/pool.html',
    hasOwnAddress: true,
  },
  {
    at: /^\/tokens\/[^/]+\/[^/]+\/?$/,
    example: '/tokens/Harbor/native',
    file: '/token.html',
    hasOwnAddress: true,
  },
  { at: /^\/liquidity(\/add)?\/?$/, example: '/liquidity/add', file: '/liquidity.html' },
  { at: /^\/portfolio\/?$/, example: '/portfolio', file: '/portfolio.html' },
  { at: /^\/positions\/?$/, example: '/positions', file: '/positions.html' },
  {
    at: new RegExp(`^/positions/(\\d{1,78}|${address}|[^/]+/[^/]+)/?$`),
    example: '/positions/1',
    file: '/position.html',
    hasOwnAddress: true,
  },
  { at: /^\/activity\/?$/, example: '/activity', file: '/activity.html' },
  { at: /^\/activity\/[^/]+\/?$/, example: '/activity/1', file: '/order.html' },
  { at: /^\/inspect\/?$/, example: '/inspect', file: '/inspect.html' },
  { at: /^\/help\/?$/, example: '/help', file: '/help.html' },
  { at: /^\/settings\/?$/, example: '/settings', file: '/settings.html' },
]

/** The page for unknown paths, served with status 404. */
const missingPage = { example: '/nowhere', file: '/missing.html' }

/** The HTML file of the page at a path; `undefined` where the app has no page. */
export function pageFileAt(path: string): string | undefined {
  return appPages.find(({ at }) => at.test(path))?.file
}

/** The canonical path of a pool or a position: without the query (tab, search, price direction). */
export function canonicalPathAt(path: string): string | undefined {
  const page = appPages.find(({ at }) => at.test(path))
  return page?.hasOwnAddress ? path.replace(/\/$/, '') : undefined
}

export const missingPageFile = missingPage.file

/** An example path of each page, for comparing all of them. */
export const pageExamples: readonly string[] = [...appPages, missingPage].map(({ example }) => example)

/** The HTML files of all pages; a build without one of them uses `/index.html` instead. */
export const pageFiles: readonly string[] = [
  '/index.html',
  ...new Set([...appPages, missingPage].map(({ file }) => file)),
]

/** Whether search engines and link previews follow links to this origin. */
export function isLinkable(publicUrl: string | undefined): publicUrl is `https:${string}` {
  return publicUrl?.startsWith('https:') ?? false
}

/** The language of a page: the one of the link (`?lang=`), else the one of the app that `Accept-Language` prefers. */
export function languageOf(request: Request): LanguageTag {
  const linked = new URL(request.url).searchParams.get('lang') ?? ''
  return knownLanguage(linked) ?? preferredLanguage(request.headers.get('accept-language') ?? '') ?? 'en'
}

/** The first of the languages in order of preference (RFC 9110, 12.5.4) that the app has. */
function preferredLanguage(header: string): LanguageTag | undefined {
  const wanted = parseAccept(header).filter(({ q }) => q > 0)
  return wanted.map(({ type }) => knownLanguage(type)).find((language) => language !== undefined)
}

/** The HTML file of a page in a language. */
export function inLanguage(file: string, language: LanguageTag): string {
  return language === 'en' ? file : `/${language}${file}`
}
