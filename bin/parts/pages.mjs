import { languagesWithFiles } from './languageFiles.mjs'
import { screens } from './load.mjs'

/*
 * Every page is an HTML file of the same app with its screen's title, description and canonical URL, in every language.
 * Search engines, link previews and windows whose script has not run yet use them. Their texts are in
 * src/app/pages.messages.ts.
 */

const noIndex = true

/**
 * By file name without `.html`; personal pages are not for search engines. `path` is the canonical one; a page for many
 * paths (`route`) has its canonical URL from the gateway.
 */
const pages = {
  start: { path: '/swap' },
  pools: { path: '/pools' },
  pool: { route: '/pools/:network/:pool' },
  token: { route: '/tokens/:network/:address' },
  liquidity: { path: '/liquidity/add' },
  portfolio: { path: '/portfolio', noIndex },
  positions: { path: '/positions', noIndex },
  position: { route: '/positions/:network/:position', noIndex },
  activity: { path: '/activity', noIndex },
  order: { route: '/activity/:order', noIndex },
  inspect: { path: '/inspect', noIndex },
  help: { path: '/help' },
  settings: { path: '/settings', noIndex },
  missing: { noIndex },
}

export const pageNames = ['index', ...Object.keys(pages)]

/** The HTML files in a folder of the built app: those in English, and in a folder for each other language. */
export function pageFiles() {
  const translated = languagesWithFiles().flatMap((language) => Object.keys(pages).map((name) => `${language}/${name}`))
  return [...pageNames, ...translated].map((name) => `${name}.html`)
}

/**
 * A page of the app in a language: its HTML, and the route of its screen. `texts` are those of the language, `english`
 * those in `index.html`.
 */
export function pageInLanguage(html, name, { language, direction, texts, english }) {
  const page = pages[name]
  const path = page.route ?? page.path
  const meta = metaTags(page, language, texts.titles[name], texts.descriptions[name])
  const described = replaceOnce(html, /<!-- meta -->.*<!-- \/meta -->/s, meta.join('\n    '))
  const translated = Object.entries(english.document).reduce(
    (text, [key, message]) => replaceOnce(text, patternOf(message), texts.document[key]),
    replaceOnce(described, '<html lang="en" dir="ltr">', `<html lang="${language}" dir="${direction}">`),
  )
  return { html: translated, route: screens().has(path) ? path : undefined }
}

function metaTags({ path, noIndex }, language, title, description) {
  const linkTo = (tag) => (tag === 'en' ? path : `${path}?lang=${tag}`)
  const alternates = ['en', ...languagesWithFiles()].map(
    (tag) => `<link rel="alternate" hreflang="${tag}" href="${linkTo(tag)}" />`,
  )
  return [
    `<title>${title} · Tidegate</title>`,
    `<meta name="description" content="${description}" />`,
    ...(path ? [`<link rel="canonical" href="${linkTo(language)}" />`] : []),
    ...(noIndex ? ['<meta name="robots" content="noindex" />'] : []),
    ...(path && !noIndex ? alternates : []),
    `<meta property="og:title" content="${title} · Tidegate" />`,
    `<meta property="og:description" content="${description}" />`,
  ]
}

/** A text of `index.html`, which may be broken into lines. */
function patternOf(text) {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
}

function replaceOnce(html, what, by) {
  if (html.split(what).length !== 2) throw new Error(`index.html must contain ${what} once.`)
  return html.replace(what, () => by)
}
