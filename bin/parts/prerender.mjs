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
writeFileSync(`${folder}/start.html`, withPreloads(drawn, '/swap', folder))
writeFileSync(`${folder}/index.html`, withPreloads(page, undefined, folder))
