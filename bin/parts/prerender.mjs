import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { withPreloads } from './preloads.mjs'

/*
 * `node prerender.mjs <built module> <folder of the app>`: renders the start page into a copy of index.html, which is
 * served at the start. It is visible before any script has run.
 */
const [module, folder] = process.argv.slice(2)
const { prerender } = await import(pathToFileURL(module).href)
const page = readFileSync(`${folder}/index.html`, 'utf8')
const root = '<div id="root"></div>'
for (const place of [root, '</head>'])
  if (page.split(place).length !== 2) throw new Error(`index.html must contain ${place} once.`)
const drawn = page.replace(root, () => `<div id="root">${prerender()}</div>`)
writeFileSync(`${folder}/start.html`, withInlineStyles(withPreloads(drawn, '/swap', folder)))
writeFileSync(`${folder}/index.html`, withPreloads(page, undefined, folder))

/**
 * The page with its styles inside, so that it is painted when it has arrived, whatever else the line is busy with, and not
 * before it has arrived whole. They come after the names of its scripts, which are asked for meanwhile. Scripts that load
 * another one look for the tag of the styles: it stays, and loads nothing.
 */
function withInlineStyles(page) {
  const [[link, href], ...others] = page.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)">/g)
  if (others.length > 0) throw new Error('The app must have one file of styles.')
  const styles = readFileSync(`${folder}${href}`, 'utf8').trim()
  const tags = [
    '<link rel="expect" href="#refused" blocking="render">',
    `<style>${styles}</style>`,
    link.replace('>', ' media="not all" disabled>'),
  ]
  return page.replace(link, '').replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
}
