import { useTokens } from '../../components/tokens/useTokens'
import { addressKey, shortAddress } from '../../domain/address'
import type { Finding } from '../../guard/findings/finding'
import { useMessages } from '../../ui/messages'
import { findingMessages } from './finding.messages'
import { findingText } from './findingText'

/** Says what a check found, in the person's language, with the names under which tokens are listed. */
export function useFindingText(): (finding: Finding) => string {
  const messages = useMessages(findingMessages)
  const { tokens } = useTokens()
  // A name is not a proof: the address stays beside it.
  const symbolOf = (address: string) => {
    const listed = tokens.find((token) => !token.isNative && addressKey(token.address) === addressKey(address))
    return listed && `${listed.symbol} (${shortAddress(address)})`
  }
  return (finding) => findingText(finding, messages, symbolOf)
}
