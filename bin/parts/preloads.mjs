import { firstLoad, textFiles, translatedLoad, wholeLoad } from './load.mjs'

/**
 * The page with the names of all scripts that its screen needs, so that they are fetched in parallel, not each after
 * the script that imports it. Later imports have less priority; a page without a route gets the scripts that every
 * screen needs. In another language it needs the texts, too.
 */
export function withPreloads(page, route, folder, language = 'en') {
  const texts = translatedLoad(route, language, folder)
  const ofLanguages = new Set(textFiles(folder).values())
  const first = new Set([...firstLoad(route, folder).scripts, ...texts])
  const links = [...wholeLoad(route, folder).scripts, ...texts]
    .filter((file) => !page.includes(`"/${file}"`))
    .map((file) => linkTo(file, first.has(file), ofLanguages.has(file)))
  return page.replace('</head>', () => `${links.join('')}</head>`)
}

function linkTo(file, isFirst, isTranslation) {
  const priority = isFirst ? '' : ' fetchpriority="low"'
  const mark = isTranslation ? ' data-translation' : ''
  return `  <link rel="modulepreload" crossorigin${priority}${mark} href="/${file}">\n  `
}
