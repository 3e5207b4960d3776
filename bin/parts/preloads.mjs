import { firstLoad, wholeLoad } from './load.mjs'

/**
 * The page with the names of all scripts that its screen needs, so that they are fetched at once, not each after the
 * script that asks for it. What is imported later has less priority; a page without a route gets what every screen needs.
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
