import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const inProject = (...parts) => join(root, ...parts)

/** Exits with one sentence when this version of Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `Tidegate needs Node 20.19 or newer; this is ${process.versions.node}. Get one from https://nodejs.org.`,
  )
  process.exit(1)
}
