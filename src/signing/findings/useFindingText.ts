import { use } from 'react'
import { useTokens } from '../../components/tokens/useTokens'
import { addressKey, shortAddress } from '../../domain/address'
import type { Finding } from '../../guard/findings/finding'
import { LanguageContext, useMessages } from '../../ui/messages'
import { findingMessages } from './finding.messages'
import { findingText } from './findingText'
import { ruleTitleMessages } from './ruleTitle.messages'

/** The text of a finding, with the symbols of listed tokens. */
export function useFindingText(): (finding: Finding) => string {
  const messages = useMessages(findingMessages)
  const titles: Readonly<Record<string, string>> = useMessages(ruleTitleMessages)
  const language = use(LanguageContext)
  const { tokens } = useTokens()
  // Anyone can copy a symbol, so the address is shown next to it.
  const symbolOf = (address: string) => {
    const listed = tokens.find((token) => !token.isNative && addressKey(token.address) === addressKey(address))
    return listed && `${listed.symbol} (${shortAddress(address)})`
  }
  return (finding) => {
    // The titles of rules, which a finding contains, are in English.
    if (finding.kind === 'holds' && language !== 'en') return titles[finding.code] ?? messages.passed(finding.code)
    return findingText(finding, messages, symbolOf)
  }
}
