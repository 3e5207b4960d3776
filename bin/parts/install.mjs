import { existsSync, readFileSync } from 'node:fs'
import { inProject, root } from './project.mjs'
import { withProgress } from './terminal.mjs'
import { runTool } from './tool.mjs'

/** Installs the packages of package-lock.json, unless they are installed. `development` includes the test tools. */
export async function install({ development = false } = {}) {
  if (isInstalled(development)) return
  const words = existsSync(inProject('node_modules')) ? 'Updating packages' : 'Installing packages, once'
  const { code, output } = await withProgress(`${words}…`, () => npm(['ci', ...(development ? ['--include=dev'] : [])]))
  if (code === 0) return
  console.error(output)
  console.error(`The packages could not be installed. Is the network there? Try "npm ci" in ${root}.`)
  process.exit(1)
}

/** Compares node_modules/.package-lock.json, in which npm lists what it installed, with package-lock.json. */
function isInstalled(development) {
  const installed = packagesOf('node_modules/.package-lock.json')
  const wanted = packagesOf('package-lock.json')
  if (!installed || !wanted) return false
  return Object.entries(wanted).every(([path, { version, dev, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    const mayBeMissing = optional || devOptional || (dev && !development)
    return found ? found.version === version : mayBeMissing
  })
}

function packagesOf(lock) {
  return existsSync(inProject(lock)) ? JSON.parse(readFileSync(inProject(lock), 'utf8')).packages : undefined
}

/** The npm that started this process, else the one on the PATH, in a folder. */
export function npm(args, cwd = root) {
  const own = process.env.npm_execpath
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  if (own?.endsWith('.js')) return runTool(process.execPath, [own, ...quiet], { cwd })
  return runTool(process.platform === 'win32' ? 'npm.cmd' : 'npm', quiet, { cwd })
}
