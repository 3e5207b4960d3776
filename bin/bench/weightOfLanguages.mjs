import { appFolder } from '../parts/build.mjs'
import { languagesWithFiles } from '../parts/languageFiles.mjs'
import { kilobytes, translatedLoad, wholeLoad } from '../parts/load.mjs'

export const title = 'What the first visit in each language loads (JavaScript, kB gzip)'

const routes = ['/swap', '/pools', '/liquidity/add']

export function measure() {
  const weigh = (language) =>
    routes.map((route) => {
      const scripts = [...wholeLoad(route, appFolder).scripts, ...translatedLoad(route, language, appFolder)]
      return kilobytes(scripts, 'gz', appFolder).toFixed(1)
    })
  return {
    columns: ['language', ...routes],
    rows: ['en', ...languagesWithFiles()].map((language) => [language, ...weigh(language)]),
    notes: ['Until the screen shows data of the service (test/e2e/weight.test.ts).'],
  }
}
