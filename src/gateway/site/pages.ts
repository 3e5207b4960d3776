/** A page of the app: the addresses it has, one of them as an example, and the file with its title and description. */
type AppPage = { readonly at: RegExp; readonly example: string; readonly file: string }

/** `test/gateway/site.test.ts` holds them against the routes of the app and the files of the build. */
const appPages: readonly AppPage[] = [
  { at: /^\/$/, example: '/', file: '/start.html' },
  { at: /^\/swap\/?$/, example: '/swap', file: '/start.html' },
  { at: /^\/pools(\/[^/]+\/[^/]+)?\/?$/, example: '/pools', file: '/pools.html' },
  { at: /^\/liquidity(\/add)?\/?$/, example: '/liquidity/add', file: '/liquidity.html' },
  { at: /^\/positions\/?$/, example: '/positions', file: '/positions.html' },
  { at: /^\/activity(\/[^/]+)?\/?$/, example: '/activity', file: '/activity.html' },
  { at: /^\/inspect\/?$/, example: '/inspect', file: '/inspect.html' },
  { at: /^\/help\/?$/, example: '/help', file: '/help.html' },
  { at: /^\/settings\/?$/, example: '/settings', file: '/settings.html' },
]

/** Told to people at addresses that are none, with status 404. */
const missingPage = { example: '/nowhere', file: '/missing.html' }

/** The file of the page at a path; `undefined` where the app has no page. */
export function pageFileAt(path: string): string | undefined {
  return appPages.find(({ at }) => at.test(path))?.file
}

export const missingPageFile = missingPage.file

/** An address for each page, so that all of them can be compared. */
export const pageExamples: readonly string[] = [...appPages, missingPage].map(({ example }) => example)

/** The files that pages are read from; a build without one of them has `/index.html` for it. */
export const pageFiles: readonly string[] = [
  '/index.html',
  ...new Set([...appPages, missingPage].map(({ file }) => file)),
]
