import { existsSync, readFileSync, truncateSync } from 'node:fs'

/**
 * The complete lines of a file that is only ever appended to. A last line that a crash cut short is removed, so that
 * the next one does not continue it.
 */
export function completeLines(file: string): readonly string[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const complete = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (complete.length < bytes.length) truncateSync(file, complete.length)
  return complete.toString().split('\n').filter(Boolean)
}
