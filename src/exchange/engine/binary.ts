import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** The anvil that runs local EVM chains: named in TIDEGATE_ANVIL, installed as a package, or found on the PATH. */
export function findAnvil(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.TIDEGATE_ANVIL
  if (named !== undefined && named !== '') {
    if (!isRunnable(named)) throw new AnvilNotFound(`TIDEGATE_ANVIL names ${named}, which cannot be run.`)
    return named
  }
  const found = installed() ?? onPath(env.PATH ?? '')
  if (found === undefined) throw new AnvilNotFound(advice())
  return found
}

/** The binary in this platform's npm package. It is started directly because the launcher swallows signals. */
function installed(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${platformPackage()}/package.json`)
    const binary = join(dirname(manifest), 'bin', executable())
    return isRunnable(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

function onPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, executable()))
    .find(isRunnable)
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function advice(): string {
  const supported = ['linux', 'darwin', 'win32'].includes(process.platform)
  const remedy = supported
    ? `Install it with "npm install --no-save ${platformPackage()}@1.7.1", put anvil on the PATH, or name it in TIDEGATE_ANVIL.`
    : 'Put an anvil built for this platform on the PATH, or name it in TIDEGATE_ANVIL.'
  return `The local chains need anvil, which is not installed for ${process.platform} ${process.arch}. ${remedy}`
}

function platformPackage(): string {
  return `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
}

function executable(): string {
  return process.platform === 'win32' ? 'anvil.exe' : 'anvil'
}

/** The message contains the install command for this platform. */
export class AnvilNotFound extends Error {
  override readonly name = 'AnvilNotFound'
}
