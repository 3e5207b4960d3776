import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { venueAt } from '../../protocol/deployment/venues'
import { codeOf, type ReadEvidence } from '../check/ruleInput'
import { sameAddress } from '../decode/evm/address'
import type { Finding } from '../findings/finding'
import type { Say } from '../rule'

/** A plan that was only simulated may behave differently on chain: the person types the amount at risk. */
const typedAmount = 'type the amount'

/**
 * The operator vouches for a contract because its code is known. The code behind a proxy can be replaced: it counts as
 * known only while its hash is the one that settings pin. At an address that a venue publishes, it is known where it is
 * the code that the venue publishes, too: no one has compared the others in the list.
 */
export function findVouchedCode(
  contract: string,
  chain: DeploymentChain | undefined,
  evidence: ReadEvidence | undefined,
  say: Say<'V-061'>,
  step: number,
): readonly Finding[] {
  const named = [...(chain?.trusted ?? []), chain?.positionManager]
  if (!evidence || !named.some((known) => sameAddress(known, contract))) return []
  const found = codeOf(evidence, contract)
  const pin = chain?.codeHashes?.find(({ address }) => sameAddress(address, contract))?.codeHash.toLowerCase()
  const facts = { contract, acknowledge: typedAmount } as const
  if (found?.codeHash === undefined) return []
  const { behind } = found
  if (behind?.is === 'many') return [say.warn('many-parts', facts, step)]
  if (behind?.is === 'unread') return [say.warn('not-read', facts, step)]
  const inEffect = behind && 'codeHash' in behind ? behind.codeHash : found.codeHash
  if (pin !== undefined && pin !== inEffect.toLowerCase())
    return [say.block('other-code', { contract, codeHash: inEffect }, step)]
  if (behind?.is === 'proxy') {
    const proxied = { ...facts, implementation: behind.to }
    if (behind.isRecent) return [say.warn('changed-lately', proxied, step)]
    if (pin === undefined) return [say.warn('may-change', proxied, step)]
  }
  if (pin === undefined) {
    const venue = venueAt(contract, 'evm', evidence.chainId)
    if (found.publishedAs !== undefined && (venue ?? found.publishedAs) === found.publishedAs)
      return [say.ok('published', { contract, venue: found.publishedAs }, step)]
    return venue === undefined ? [] : [say.warn('not-compared', { ...facts, venue }, step)]
  }
  if (behind?.is === 'itself')
    return [say.info('pinned-with-libraries', { contract, libraries: behind.libraries.length }, step)]
  if (behind?.is === 'not placed') return [say.warn('passes-on', { contract }, step)]
  return [say.ok('pinned', { contract }, step)]
}
