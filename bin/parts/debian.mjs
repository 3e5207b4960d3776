import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withProgress } from './terminal.mjs'
import { runTool } from './tool.mjs'

/** Installs Debian packages. Returns the end of the output when that fails, else `undefined`. */
export async function aptInstall(what, packages) {
  const { code, output } = await withProgress(`Installing ${what}, once…`, async () => {
    const updated = await apt(['update'])
    return updated.code === 0 ? apt(['install', '-y', '--no-install-recommends', ...packages]) : updated
  })
  return code === 0 ? undefined : output.trim().split('\n').slice(-5).join('\n')
}

/** In runlevel 1 Debian starts no service of a package that it installs. */
function apt(args) {
  return runTool('apt-get', ['-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } })
}

/** Installs the servers that tests of `deploy/` drive, where they are missing and that is possible. */
export async function provideServers() {
  const missing = Object.keys(servers).filter((name) => findProgram(name) === undefined)
  if (missing.length > 0 && canInstall())
    await aptInstall(
      missing.join(' and '),
      missing.map((name) => servers[name]),
    )
}

/** A program, and the package that has it. */
const servers = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  openssl: 'openssl',
  promtool: 'prometheus',
}

/** The path of a program; `undefined` when it is not installed. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

export function canInstall() {
  return isDebian() && process.getuid?.() === 0
}

export function isDebian() {
  const release = '/etc/os-release'
  if (!existsSync(release) || !existsSync('/usr/bin/apt-get')) return false
  return /^ID=debian$/m.test(readFileSync(release, 'utf8'))
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
