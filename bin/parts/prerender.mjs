import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inlineScript } from './inlineScript.mjs'
import { drawnPages, pageNames } from './pages.mjs'
import { withPreloads } from './preloads.mjs'
import { usedStyles } from './usedStyles.mjs'

/*
 * `node prerender.mjs <built module> <folder of the app>`: draws each page into a copy of index.html. It is visible before
 * any script has run.
 */
const [module, folder] = process.argv.slice(2)
const { prerender } = await import(pathToFileURL(module).href)
const page = readFileSync(`${folder}/index.html`, 'utf8')
const root = '<div id="root"></div>'
const scriptTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
for (const place of [root, '</head>', '<!-- /meta -->'])
  if (page.split(place).length !== 2) throw new Error(`index.html must contain ${place} once.`)
/** The pages that show something of the service before the app runs, with their routes. */
const usable = new Map([
  ['start', '/swap'],
  ['pools', '/pools'],
  ['liquidity', '/liquidity/add'],
])
const earlyRows = await inlineScript('src/app/early/earlyPages.ts')
for (const [name, path] of drawnPages) {
  const drawn = withInlineStyles(withEarlyRows(name).replace(root, () => `<div id="root">${prerender(path)}</div>`))
  writeFileSync(
    `${folder}/${name}.html`,
    usable.has(name) ? withWaitingLinks(drawn, usable.get(name)) : withWaitingScripts(drawn),
  )
}
for (const name of pageNames)
  if (!drawnPages.has(name))
    writeFileSync(`${folder}/${name}.html`, name === 'index' ? withPreloads(page, undefined, folder) : page)

/** These pages show the first pools of the service before the app runs: what asks for them comes before everything else. */
function withEarlyRows(name) {
  const isFilled = name === 'pools' || name === 'liquidity'
  return isFilled ? page.replace('<!-- /meta -->', (mark) => `${mark}\n    ${earlyRows}`) : page
}

/**
 * The page whose scripts run when it says so (index.html), which is when it has been painted: what is drawn needs none of
 * them. They are fetched at once, so that its data does not wait.
 */
function withWaitingScripts(page) {
  return page.replace(scriptTag, (_, address) =>
    [
      `<link rel="modulepreload" crossorigin href="${address}">`,
      `<script type="waiting" crossorigin src="${address}"></script>`,
    ].join('\n    '),
  )
}

/**
 * A page that shows something of the service without its scripts: they are fetched when it has been painted, too. The longest
 * has a mark, because a slow line is to be busy with it until then.
 */
function withWaitingLinks(page, route) {
  const addresses = [...page.matchAll(scriptTag)].map(([, address]) => address)
  const sizes = addresses.map((address) => readFileSync(`${folder}${address}`).length)
  const longest = addresses[sizes.indexOf(Math.max(...sizes))]
  if (longest === undefined) throw new Error('A page must have a script to begin with.')
  return withPreloads(withWaitingScripts(page), route, folder).replace(
    /<link rel="(?:module)?preload"([^>]*)>/g,
    (link, attributes) => {
      if (link.includes('as="font"')) return link
      const mark = attributes.includes(`href="${longest}"`) ? ' data-longest' : ''
      return link.replace(' rel=', `${mark} data-rel=`)
    },
  )
}

/**
 * The page with the styles inside that its drawing needs, so that it is painted when it has arrived, whatever else the line
 * is busy with, and not before it has arrived whole. All other styles come with its scripts, after these in the order of
 * the page: of rules that weigh the same the later counts, so that every screen is drawn by the whole file alone.
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
