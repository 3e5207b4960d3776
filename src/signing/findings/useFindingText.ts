import { useTokens } from '../../components/tokens/useTokens'
import { addressKey, shortAddress } from '../../domain/address'
import type { Finding } from '../../guard/findings/finding'
import { useMessages } from '../../ui/messages'
import { findingMessages } from './finding.messages'
import { findingText } from './findingText'

/** The text of a finding, with the symbols of listed tokens. */
export function useFindingText(): (finding: Finding) => string {
  const messages = useMessages(findingMessages)
  const { tokens } = useTokens()
  // Anyone can copy a symbol, so the address is shown next to it.
  const symbolOf = (address: string) => {
    const listed = tokens.find((token) => !token.isNative && addressKey(token.address) === addressKey(address))
    return listed && `${listed.symbol} (${shortAddress(address)})`
  }
  return (finding) => findingText(finding, messages, symbolOf)
}
