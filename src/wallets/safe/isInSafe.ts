import type { Deployment } from '../../protocol/deployment/deployment'

/**
 * Whether the page is in a frame of the deployment's Safe wallet: the policy of the page forbids all other origins to
 * frame it.
 */
export function isInSafe({ safeOrigin }: Deployment, page: Window): boolean {
  return safeOrigin !== undefined && page.parent !== page
}
