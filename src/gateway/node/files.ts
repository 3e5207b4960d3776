import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Notice, readNotice } from '../notice'
import { assetOf, isPublic } from '../site/asset'
import type { Asset, Site } from '../site/site'
import type { Compress } from '../upstream/cachedResponse'

/** Reads the built app into memory. */
export async function readSite(folder: string): Promise<Site> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => ({ file: join(folder, file), path: `/${file.split(sep).join('/')}` }))
    .filter(({ path }) => isPublic(path))
  return new Map(await Promise.all(files.map(async ({ file, path }) => [path, await readAsset(file, path)] as const)))
}

function readAsset(file: string, path: string): Promise<Asset> {
  return assetOf(path, {
    bytes: readFileSync(file),
    brotli: readIfThere(`${file}.br`),
    gzip: readIfThere(`${file}.gz`),
  })
}

function readIfThere(path: string) {
  return existsSync(path) ? readFileSync(path) : undefined
}

/** For answers that change every few seconds: quick settings, off the main thread. */
export const compressQuickly: Compress = async (bytes) => {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    promisify(gzip)(bytes, { level: 5 }),
  ])
  return { brotli, gzip: gzipped }
}

/** The notice in a file, as it is whenever somebody asks. The file may come and go. */
export function noticeIn(file: string): () => Notice {
  return () => readNotice(textOf(file))
}

/** A file that is there and cannot be read says something too. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : ''
  }
}
