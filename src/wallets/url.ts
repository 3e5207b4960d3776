import { attempt } from '../domain/attempt'
/** `URL.parse` for browsers before Chrome 126, Safari 18 and Firefox 126. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  return attempt(() => new URL(text, base))
}
