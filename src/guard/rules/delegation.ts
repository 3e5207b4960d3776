import { accountDelegates } from '../../protocol/deployment/accountDelegates'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { ReadEvidence } from '../check/ruleInput'
import { sameAddress } from '../decode/evm/address'
import type { Finding } from '../findings/finding'
import type { Say } from '../rule'

/**
 * An account of a key may run the code of a contract (EIP-7702), which may pass on what arrives, now or later. The
 * simulation shows the first only.
 */
export function findDelegation(
  evidence: ReadEvidence | undefined,
  chain: DeploymentChain | undefined,
  say: Say<'V-063'>,
): readonly Finding[] {
  const delegate = evidence?.delegate
  if (delegate === undefined) return []
  const known = accountDelegates.find(({ address }) => sameAddress(address, delegate))
  if (known) return [say.info('known', { delegate, name: known.name })]
  // What `trusted` names does not count: anybody may call a router, and take what an account with its code holds.
  const isNamed = chain?.accountDelegates?.some((address) => sameAddress(address, delegate))
  return [isNamed ? say.info('vouched', { delegate }) : say.warn('unknown', { delegate })]
}
