import type { Deployment } from '../../protocol/deployment/deployment'

/**
 * Whether the page is in a frame of the deployment's Safe wallet. Any frame is that one: the content policy forbids all
 * other origins to frame the page.
 */
export function isInSafe({ safeOrigin }: Deployment, page: Window): boolean {
  return safeOrigin !== undefined && page.parent !== page
}
