import { getMimeType, mimes } from 'hono/utils/mime'
import { cspHash, etagOf } from './digest'
import type { EncodedBody, SiteFile } from './site'

/** Prepares a file of the built app for serving, from its path (`/assets/index-B1.js`) and its bytes. */
export async function createSiteFile(path: string, forms: EncodedBody): Promise<SiteFile> {
  return {
    ...forms,
    ...(path.endsWith('.html') ? await hashesOf(new TextDecoder().decode(forms.bytes)) : {}),
    type: getMimeType(path, types) ?? 'application/octet-stream',
    etag: await etagOf(forms.bytes),
    isImmutable: /^\/assets\/.*-[\w-]{7,8}\.\w+$/.test(path),
  }
}

/** Hidden files, source maps and precompressed files are not served under their own path. */
export function isPublicPath(path: string): boolean {
  return !path.includes('/.') && !/\.(map|br|gz)$/.test(path)
}

/**
 * Hashes the inline scripts of a page, which are one that runs before the first paint and the import map with the hashes of
 * all files, and its inline styles.
 */
async function hashesOf(page: string): Promise<Pick<SiteFile, 'inlineScripts' | 'inlineStyles'>> {
  const hashAll = (texts: Iterable<RegExpMatchArray>) => Promise.all([...texts].map(([, text = '']) => cspHash(text)))
  return {
    inlineScripts: await hashAll(page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)),
    inlineStyles: await hashAll(page.matchAll(/<style>(.*?)<\/style>/gs)),
  }
}

const types = {
  ...mimes,
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
}
