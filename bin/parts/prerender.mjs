import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languagesWithFiles } from './languageFiles.mjs'
import { pageInLanguage, pageNames } from './pages.mjs'
import { withPreloads } from './preloads.mjs'
import { usedStyles } from './usedStyles.mjs'

/*
 * `node prerender.mjs <built module> <folder of the app>`: writes an HTML file for each page of the app in each language.
 * The start page has the swap form in it, which is visible before any script has run.
 */
const [module, folder] = process.argv.slice(2)
const { pagesIn } = await import(pathToFileURL(module).href)
const page = readFileSync(`${folder}/index.html`, 'utf8')
const root = '<div id="root"></div>'
const scriptTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
for (const place of [root, '</head>'])
  if (page.split(place).length !== 2) throw new Error(`index.html must contain ${place} once.`)
const { texts: english } = await pagesIn('en')
for (const language of ['en', ...languagesWithFiles()]) {
  const { start, direction, texts } = await pagesIn(language)
  for (const name of pageNames.filter((each) => each !== 'index')) {
    const { html, route } = pageInLanguage(page, name, { language, direction, texts, english })
    const file = `${folder}/${language === 'en' ? '' : `${language}/`}${name}.html`
    mkdirSync(dirname(file), { recursive: true })
    const isStart = name === 'start'
    writeFileSync(file, isStart ? startPage(html, route, language, start) : withPreloads(html, route, folder, language))
  }
}
writeFileSync(`${folder}/index.html`, withPreloads(page, undefined, folder))

function startPage(html, route, language, drawn) {
  const page = html.replace(root, () => `<div id="root">${drawn}</div>`)
  return withWaitingLinks(withInlineStyles(page), route, language)
}

/**
 * The start page needs none of its scripts to be painted. They are fetched and run once index.html starts them, which
 * is in its first frame. The longest has a mark: a slow connection is used to fetch it before that.
 */
function withWaitingLinks(page, route, language) {
  const addresses = [...page.matchAll(scriptTag)].map(([, address]) => address)
  const sizes = addresses.map((address) => readFileSync(`${folder}${address}`).length)
  const longest = addresses[sizes.indexOf(Math.max(...sizes))]
  if (longest === undefined) throw new Error('The start page must have a script.')
  const waiting = page.replace(scriptTag, (_, address) =>
    [
      `<link rel="modulepreload" crossorigin href="${address}">`,
      `<script type="waiting" crossorigin src="${address}"></script>`,
    ].join('\n    '),
  )
  return withPreloads(waiting, route, folder, language).replace(
    /<link rel="(?:module)?preload"([^>]*)>/g,
    (link, attributes) => {
      if (link.includes('as="font"')) return link
      const mark = attributes.includes(`href="${longest}"`) ? ' data-longest' : ''
      return link.replace(' rel=', `${mark} data-rel=`)
    },
  )
}

/**
 * The page with its critical CSS inlined, so that it is painted as soon as it has arrived, also on a busy connection,
 * and not before it is complete. The full stylesheet comes with the scripts, later in document order: of rules with
 * equal specificity the later wins, so every screen is styled by the full file.
 */
function withInlineStyles(page) {
  const [[link, href], ...others] = page.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)">/g)
  if (others.length > 0) throw new Error('The app must have one file of styles.')
  const tags = [
    '<link rel="expect" href="#refused" blocking="render">',
    `<style>${usedStyles(readFileSync(`${folder}${href}`, 'utf8'), page)}</style>`,
    link.replace(' rel=', ' data-rel='),
  ]
  return page.replace(link, '').replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
}
