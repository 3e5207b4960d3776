import type { ChainKind } from '../domain/chain'
import { errorClass } from '../domain/errorClass'
import type { Deployment, DeploymentChain } from '../protocol/deployment/deployment'

/** Whether the deployment serves the only nodes of a chain itself. */
export function isServedHere({ rpcUrls }: DeploymentChain): boolean {
  return rpcUrls.length > 0 && rpcUrls.every((url) => /^\/(?!\/)/.test(url))
}

/** Funds a demo wallet with test tokens on every chain of its kind. The wallet works without them if the faucet fails. */
export async function fundDemo(
  { faucetUrl }: Deployment,
  kind: ChainKind,
  address: string,
  post: typeof fetch = fetch,
): Promise<void> {
  if (faucetUrl === undefined) return
  const body = JSON.stringify({ kind, address })
  await post(faucetUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
}

/** A demo wallet stores its key where any script of the page could read it: never for real money. */
export const DemoRefused = errorClass(
  'DemoRefused',
  () => 'The demo wallet exists only on an embedded exchange with its own local chains.',
)
