import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Compress } from './answers'
import { type Notice, readNotice } from './notice'
import type { Asset, Site } from './site'

/** Reads the built app into memory. Hidden files and source maps stay where they are. */
export function readSite(folder: string): Site {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => !file.split(sep).some((part) => part.startsWith('.')))
    .filter((file) => !/\.(map|br|gz)$/.test(file))
  return new Map(files.map((file) => [`/${file.split(sep).join('/')}`, readAsset(folder, file)]))
}

function readAsset(folder: string, file: string): Asset {
  const path = join(folder, file)
  const bytes = readFileSync(path)
  return {
    ...(extname(file) === '.html' ? { inlineScripts: hashScripts(bytes.toString()) } : {}),
    type: types[extname(file)] ?? 'application/octet-stream',
    bytes,
    brotli: readIfThere(`${path}.br`),
    gzip: readIfThere(`${path}.gz`),
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}"`,
    isImmutable: /^assets[/\\].*-[\w-]{8}\.\w+$/.test(file),
  }
}

/** What a page runs out of its own text: what it does before its first paint, and the hashes of all its files. */
function hashScripts(page: string): readonly string[] {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
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

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
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
