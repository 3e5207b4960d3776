import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'

const folder = inProject('.tidegate')

/** A temporary folder, whose name contains this process's id. */
export function temporaryFolder(name) {
  return join(folder, `${name}-${process.pid}`)
}

/** Removes the temporary folders of processes that no longer run. */
export function removeStaleFolders() {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder)) {
    const [, pid] = /^(?:build|test)-.*?(\d+)(?:-old-\d)?$/.exec(entry) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
