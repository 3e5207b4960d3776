import { etagOf, policyHashOf } from './digest'
import type { Asset, Forms } from './site'

/** A file of the built app as it is served, from its path (`/assets/index-B1.js`) and its bytes. */
export async function assetOf(path: string, forms: Forms): Promise<Asset> {
  const [ending = ''] = /\.\w+$/.exec(path) ?? []
  return {
    ...forms,
    ...(ending === '.html' ? { inlineScripts: await hashScripts(new TextDecoder().decode(forms.bytes)) } : {}),
    type: types[ending] ?? 'application/octet-stream',
    etag: await etagOf(forms.bytes),
    isImmutable: /^\/assets\/.*-[\w-]{8}\.\w+$/.test(path),
  }
}

/** Hidden files, source maps and the smaller forms of a file have no address of their own. */
export function isPublic(path: string): boolean {
  return !path.includes('/.') && !/\.(map|br|gz)$/.test(path)
}

/** What a page runs out of its own text: what it does before its first paint, and the hashes of all its files. */
function hashScripts(page: string): Promise<readonly string[]> {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)
  return Promise.all([...scripts].map(([, text = '']) => policyHashOf(text)))
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
