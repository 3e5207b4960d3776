import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type NoticeFile, parseNoticeFile } from '../notice'
import { readAddresses } from '../screening'
import { SettingsError } from '../settingsError'
import type { Site, SiteFile } from '../site/site'
import { createSiteFile, isPublicPath } from '../site/siteFile'
import type { Compress } from '../upstream/cachedResponse'

/** Reads the built app into memory. */
export async function readSite(folder: string): Promise<Site> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => ({ file: join(folder, file), path: `/${file.split(sep).join('/')}` }))
    .filter(({ path }) => isPublicPath(path))
  return new Map(await Promise.all(files.map(async ({ file, path }) => [path, await readFile(file, path)] as const)))
}

function readFile(file: string, path: string): Promise<SiteFile> {
  return createSiteFile(path, {
    bytes: readFileSync(file),
    brotli: readOptional(`${file}.br`),
    gzip: readOptional(`${file}.gz`),
  })
}

function readOptional(path: string) {
  return existsSync(path) ? readFileSync(path) : undefined
}

/** Compresses at fast levels, outside the event loop: these responses change every few seconds. */
export const compressFast: Compress = async (bytes) => {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    promisify(gzip)(bytes, { level: 5 }),
  ])
  return { brotli, gzip: gzipped }
}

/**
 * Reads the notice file on each call, because an operator creates, changes and removes it while the gateway runs.
 * Throws `SettingsError` at the start when the file cannot be created, so that an operator does not learn it only when
 * halting.
 */
export function noticeFromFile(file: string): () => NoticeFile {
  if (!isFolder(dirname(file)))
    throw new SettingsError(`TIDEGATE_NOTICE is in the folder "${dirname(file)}", which does not exist.`)
  if (isFolder(file)) throw new SettingsError(`TIDEGATE_NOTICE must be a file, but "${file}" is a folder.`)
  return () => parseNoticeFile(textOf(file))
}

let addresses: { readonly file: string; readonly changed: number; readonly all: ReadonlySet<string> } | undefined

/** The addresses of `TIDEGATE_SCREENING`, read again when the file changes; one that is gone afterwards changes nothing. */
export function addressesFromFile(file: string): ReadonlySet<string> {
  try {
    const changed = statSync(file).mtimeMs
    if (addresses?.file !== file || addresses.changed !== changed)
      addresses = { file, changed, all: readAddresses(readFileSync(file, 'utf8')) }
  } catch (cause) {
    if (addresses?.file !== file)
      throw new SettingsError(`The file "${file}" of TIDEGATE_SCREENING cannot be read.`, { cause })
  }
  return addresses.all
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** `undefined` when the file does not exist. A file that cannot be read counts as an empty notice, which halts. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : ''
  }
}
