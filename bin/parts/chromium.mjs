import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, canInstall, isDebian, isProgram } from './debian.mjs'

/**
 * Chromium without its windows: a page with a context of its own costs a tenth of what it costs in the whole browser,
 * which draws a toolbar for each.
 */
const shell = 'chromium-headless-shell'

/** The package of the font in place of ours until ours has loaded (`src/ui/style.css`), and its folder. */
const font = { name: 'fonts-liberation', folder: '/usr/share/fonts/truetype/liberation' }

const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of Chromium; `undefined` if it is not installed. `TIDEGATE_CHROMIUM` overrides it. */
export function findChromium() {
  const chosen = process.env.TIDEGATE_CHROMIUM
  if (chosen) return isProgram(chosen) ? chosen : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => [...folders, '/usr/bin', '/snap/bin'].map((folder) => join(folder, name)))
  return [...places, ...elsewhere].find(isProgram)
}

/**
 * Finds Chromium. Where that is possible, installs the one without windows, and the font of Debian's Chromium. Otherwise
 * returns a sentence about what to install.
 */
export async function provideChromium() {
  const found = findChromium()
  if (found && (process.env.TIDEGATE_CHROMIUM || !canInstall())) return { path: found }
  if (!canInstall()) return { missing: howToInstall() }
  const packages = [...(found?.endsWith(shell) ? [] : [shell]), ...(existsSync(font.folder) ? [] : [font.name])]
  const problem = packages.length > 0 ? await aptInstall('Chromium', packages) : undefined
  const path = findChromium()
  return path ? { path } : { missing: `${howToInstall()}\n${problem ?? ''}` }
}

function howToInstall() {
  if (process.env.TIDEGATE_CHROMIUM)
    return `TIDEGATE_CHROMIUM names ${process.env.TIDEGATE_CHROMIUM}, which is no program.`
  const command = isDebian() ? `sudo apt-get install ${shell}` : 'Chromium or Google Chrome'
  return `The browser tests need Chromium. Install it (${command}), or set TIDEGATE_CHROMIUM to its path.`
}
