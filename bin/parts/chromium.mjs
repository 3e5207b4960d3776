import { delimiter, join } from 'node:path'
import { aptInstall, canInstall, isDebian, isProgram } from './debian.mjs'

/**
 * Chromium without its windows: a page with a context of its own costs a tenth of what it costs in the whole browser,
 * which draws a toolbar for each.
 */
const shell = 'chromium-headless-shell'
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
 * Finds Chromium, or installs the one without windows where that is possible. Otherwise returns a sentence about what to
 * install.
 */
export async function provideChromium() {
  const found = findChromium()
  if (found && (process.env.TIDEGATE_CHROMIUM || found.endsWith(shell) || !canInstall())) return { path: found }
  if (!canInstall()) return { missing: howToInstall() }
  const problem = await aptInstall('Chromium', [shell])
  const path = findChromium()
  return path ? { path } : { missing: `${howToInstall()}\n${problem ?? ''}` }
}

function howToInstall() {
  if (process.env.TIDEGATE_CHROMIUM)
    return `TIDEGATE_CHROMIUM names ${process.env.TIDEGATE_CHROMIUM}, which is no program.`
  const command = isDebian() ? `sudo apt-get install ${shell}` : 'Chromium or Google Chrome'
  return `The browser tests need Chromium. Install it (${command}), or set TIDEGATE_CHROMIUM to its path.`
}
