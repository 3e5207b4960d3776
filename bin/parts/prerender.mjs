import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { pageNames } from './pages.mjs'
import { withPreloads } from './preloads.mjs'
import { usedStyles } from './usedStyles.mjs'

/*
 * `node prerender.mjs <built module> <folder of the app>`: writes an HTML file for each page of the app. The start page has
 * the swap form in it, which is visible before any script has run.
 */
const [module, folder] = process.argv.slice(2)
const { prerender } = await import(pathToFileURL(module).href)
const page = readFileSync(`${folder}/index.html`, 'utf8')
const root = '<div id="root"></div>'
const scriptTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
for (const place of [root, '</head>'])
  if (page.split(place).length !== 2) throw new Error(`index.html must contain ${place} once.`)
for (const name of pageNames) writeFileSync(`${folder}/${name}.html`, page)
writeFileSync(`${folder}/index.html`, withPreloads(page, undefined, folder))
const start = withInlineStyles(page.replace(root, () => `<div id="root">${prerender()}</div>`))
writeFileSync(`${folder}/start.html`, withWaitingLinks(start, '/swap'))

/**
 * The start page needs none of its scripts to be painted. They are fetched and run once index.html starts them, which
 * is after its first paint. The longest has a mark: a slow connection is used to fetch it before that.
 */
function withWaitingLinks(page, route) {
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
  return withPreloads(waiting, route, folder).replace(/<link rel="(?:module)?preload"([^>]*)>/g, (link, attributes) => {
    if (link.includes('as="font"')) return link
    const mark = attributes.includes(`href="${longest}"`) ? ' data-longest' : ''
    return link.replace(' rel=', `${mark} data-rel=`)
  })
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
