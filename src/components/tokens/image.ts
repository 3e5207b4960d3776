import type { Token } from '../../domain/token'
import type { Deployment } from '../../protocol/deployment/deployment'
import { parseUrl } from '../../wallets/url'

/**
 * The URL of a token's image, only on the server the deployment names: the service's path may not lead to another host.
 * `undefined` shows a monogram.
 */
export function imageOf(
  { imageBaseUrl }: Pick<Deployment, 'imageBaseUrl'>,
  { imagePath }: Pick<Token, 'imagePath'>,
  page: string | undefined = globalThis.location?.href,
): string | undefined {
  if (imageBaseUrl === undefined || !imagePath) return undefined
  const base = parseUrl(imageBaseUrl.endsWith('/') ? imageBaseUrl : `${imageBaseUrl}/`, page)
  const image = base && parseUrl(imagePath.replace(/^\/+/, ''), base)
  if (!image || image.origin !== base.origin || !image.pathname.startsWith(base.pathname)) return undefined
  return /^https?:$/.test(image.protocol) && /\.(png|jpe?g|webp|gif|avif|svg)$/i.test(image.pathname)
    ? image.href
    : undefined
}
