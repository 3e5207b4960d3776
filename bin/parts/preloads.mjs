import { firstLoad, wholeLoad } from './load.mjs'

/**
 * The page with the names of all scripts that its screen needs, so that they are fetched in parallel, not each after
 * the script that imports it. Later imports have less priority; a page without a route gets the scripts that every
 * screen needs.
 */
export function withPreloads(page, route, folder) {
  const first = new Set(firstLoad(route, folder).scripts)
  const links = wholeLoad(route, folder)
    .scripts.filter((file) => !page.includes(`"/${file}"`))
    .map((file) => linkTo(file, first.has(file)))
  return page.replace('</head>', () => `${links.join('')}</head>`)
}

function linkTo(file, isFirst) {
  const priority = isFirst ? '' : ' fetchpriority="low"'
  return `  <link rel="modulepreload" crossorigin${priority} href="/${file}">\n  `
}
