import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { firstLoad } from './load.mjs'

/*
 * `node prerender.mjs <built module> <folder of the app>`: draws the start page into a copy of index.html, which is
 * served where people arrive. They see it before any script has run, and what its screen needs is fetched at once,
 * not after the script that asks for it.
 */
const [module, folder] = process.argv.slice(2)
const { prerender } = await import(pathToFileURL(module).href)
const page = readFileSync(`${folder}/index.html`, 'utf8')
const root = '<div id="root"></div>'
for (const place of [root, '</head>'])
  if (page.split(place).length !== 2) throw new Error(`index.html must contain ${place} once.`)
const drawn = page
  .replace('</head>', () => `${preloads()}</head>`)
  .replace(root, () => `<div id="root">${prerender()}</div>`)
writeFileSync(`${folder}/start.html`, drawn)

/** The scripts of the start screen that the page does not name already. */
function preloads() {
  const missing = firstLoad('/swap', folder).scripts.filter((file) => !page.includes(`"/${file}"`))
  return missing.map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `).join('')
}
