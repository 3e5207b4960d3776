import { existsSync, readFileSync, truncateSync } from 'node:fs'

/**
 * The complete lines of an append-only file. A last line that a crash truncated is removed, so that the next line is
 * not appended to it.
 */
export function completeLines(file: string): readonly string[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const complete = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (complete.length < bytes.length) truncateSync(file, complete.length)
  return complete.toString().split('\n').filter(Boolean)
}
