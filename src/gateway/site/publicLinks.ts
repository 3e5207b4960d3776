import type { Compress } from '../upstream/cachedResponse'
import { isLinkable } from './pages'
import type { Site, SiteFile } from './site'
import { createSiteFile } from './siteFile'

/** A site whose pages have public links, see `withPublicLinks`. */
export async function publicSite(site: Site, publicUrl: string | undefined, compress: Compress): Promise<Site> {
  const files = [...site].map(
    async ([path, file]) => [path, await withPublicLinks(path, file, publicUrl, compress)] as const,
  )
  return new Map(await Promise.all(files))
}

/**
 * Completes the links of a page that search engines and link previews read (its canonical URL, its translations and its
 * picture) with the app's public origin. They need absolute URLs, and the `Host` of a request cannot be trusted. Other
 * files, and pages without a public `https://` origin, stay as they are.
 */
export async function withPublicLinks(
  path: string,
  file: SiteFile,
  publicUrl: string | undefined,
  compress: Compress,
): Promise<SiteFile> {
  if (!path.endsWith('.html') || !isLinkable(publicUrl)) return file
  const page = new TextDecoder().decode(file.bytes)
  const bytes = new TextEncoder().encode(page.replace(publicLink, (_, tag: string) => `${tag}${publicUrl}/`))
  return createSiteFile(path, { bytes, ...(await compress(bytes)) })
}

const publicLink =
  /(<link rel="(?:canonical|alternate)" (?:hreflang="[\w-]+" )?href="|<meta property="og:image" content=")\//g
