import { accountDelegates } from '../../protocol/deployment/accountDelegates'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { ReadEvidence } from '../check/ruleInput'
import { sameAddress } from '../decode/evm/address'
import type { Finding } from '../findings/finding'
import type { Say } from '../rule'

/**
 * Findings about EIP-7702: an EOA may have delegated to a contract, whose code can pass on the tokens that arrive. The
 * simulation shows what it does now, not what it does later. The same holds for a recipient that is an EOA.
 */
export function findDelegation(
  evidence:
    | { readonly [role in keyof Pick<ReadEvidence, 'delegate' | 'recipientDelegate'>]?: string | undefined }
    | undefined,
  chain: DeploymentChain | undefined,
  say: Say<'V-063'>,
): readonly Finding[] {
  const { delegate, recipientDelegate: theirs } = evidence ?? {}
  const own = delegate === undefined ? [] : [ownDelegate(delegate, chain, say)]
  if (theirs === undefined) return own
  const isKnown = nameOf(theirs) !== undefined || isNamed(theirs, chain)
  const facts = { delegate: theirs }
  return [...own, isKnown ? say.info('recipient-known', facts) : say.warn('recipient-unknown', facts)]
}

function ownDelegate(delegate: string, chain: DeploymentChain | undefined, say: Say<'V-063'>): Finding {
  const name = nameOf(delegate)
  if (name !== undefined) return say.info('known', { delegate, name })
  return isNamed(delegate, chain) ? say.info('vouched', { delegate }) : say.warn('unknown', { delegate })
}

function nameOf(delegate: string): string | undefined {
  return accountDelegates.find(({ address }) => sameAddress(address, delegate))?.name
}

/** `trusted` does not apply: anyone can call a router, and so drain an account that delegates to its code. */
function isNamed(delegate: string, chain: DeploymentChain | undefined): boolean {
  return chain?.accountDelegates?.some((address) => sameAddress(address, delegate)) ?? false
}
