import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withProgress } from './terminal.mjs'
import { runTool } from './tool.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of Chromium; `undefined` when there is none. `TIDEGATE_CHROMIUM` overrides it. */
export function findChromium() {
  const chosen = process.env.TIDEGATE_CHROMIUM
  if (chosen) return isProgram(chosen) ? chosen : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => [...folders, '/usr/bin', '/snap/bin'].map((folder) => join(folder, name)))
  return [...places, ...elsewhere].find(isProgram)
}

/** Finds Chromium, or installs it where that is possible. Otherwise returns a sentence about what to install. */
export async function provideChromium() {
  const found = findChromium()
  if (found) return { path: found }
  if (!isDebian() || process.getuid?.() !== 0) return { missing: howToInstall() }

  const { code, output } = await withProgress('Installing Chromium, once…', async () => {
    const updated = await apt(['update'])
    return updated.code === 0 ? apt(['install', '-y', '--no-install-recommends', 'chromium']) : updated
  })
  const path = code === 0 ? findChromium() : undefined
  return path ? { path } : { missing: `${howToInstall()}\n${output.trim().split('\n').slice(-5).join('\n')}` }
}

function apt(args) {
  return runTool('apt-get', ['-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
}

function howToInstall() {
  if (process.env.TIDEGATE_CHROMIUM)
    return `TIDEGATE_CHROMIUM names ${process.env.TIDEGATE_CHROMIUM}, which is no program.`
  const command = isDebian() ? 'sudo apt-get install chromium' : 'Chromium or Google Chrome'
  return `The browser tests need Chromium. Install it (${command}), or set TIDEGATE_CHROMIUM to its path.`
}

function isDebian() {
  const release = '/etc/os-release'
  if (!existsSync(release) || !existsSync('/usr/bin/apt-get')) return false
  return /^ID=debian$/m.test(readFileSync(release, 'utf8'))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
