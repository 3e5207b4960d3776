import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inProject } from './project.mjs'

/** The inputs of a verdict other than the file: the rules, the linter's arguments and its version. */
const rulesFiles = [
  'biome.json',
  'package.json',
  '.gitignore',
  'bin/parts/checks.mjs',
  'node_modules/@biomejs/biome/package.json',
]

/**
 * A linter that judges each file separately can skip clean files. `check` is called only with files whose content it
 * has not seen. Files are compared by content, not by time. A file that fails, or changes during the check, is not
 * stored. A changed configuration clears the store.
 *
 * @param {string} store path of the store
 * @param {(paths: readonly string[]) => Promise<{ code: number, output: string }>} check
 */
export async function checkChanged(store, check, { list = sources, read = inSource } = {}) {
  const paths = list()
  if (!paths) return check(['.'])
  const rules = hashOf(rulesFiles.map((path) => contentOf(path, read)).join('\0'))
  const clean = rememberedIn(store, rules)
  const before = hashesOf(paths, read)
  const unseen = [...before].flatMap(([path, hash]) => (clean.has(hash) ? [] : [path]))
  const result = unseen.length === 0 ? { code: 0, output: '' } : await check(unseen)
  if (result.code !== 0) return result

  const after = hashesOf(before.keys(), read)
  const seen = [...before].flatMap(([path, hash]) => (after.get(path) === hash ? [hash] : []))
  mkdirSync(dirname(store), { recursive: true })
  writeFileSync(store, JSON.stringify({ rules, clean: seen }))
  return result
}

/** All files that git tracks or would track; `undefined` without git. */
function sources() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout } = spawnSync('git', args, { cwd: inProject(), encoding: 'utf8', maxBuffer: 2 ** 26 })
  return status === 0 ? [...new Set(stdout.split('\0').filter(Boolean))] : undefined
}

function inSource(path) {
  return readFileSync(inProject(path))
}

/** By path and content: another name may be under other rules. */
function hashesOf(paths, read) {
  return new Map(
    [...paths].flatMap((path) => {
      const content = contentOf(path, read)
      return content === undefined ? [] : [[path, hashOf(path, '\0', content)]]
    }),
  )
}

/** `undefined` for anything but a file: deleted and still in git's index, or a link to a folder. */
function contentOf(path, read) {
  try {
    return read(path)
  } catch {
    return undefined
  }
}

function rememberedIn(store, rules) {
  try {
    const kept = JSON.parse(readFileSync(store, 'utf8'))
    return new Set(kept.rules === rules ? kept.clean : [])
  } catch {
    // Never written, or broken off while it was written.
    return new Set()
  }
}

function hashOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
