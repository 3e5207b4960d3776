import { defineMessages } from '../../ui/messages'

export const factMessages = defineMessages({
  baseUnits: (units: string, address: string) => `${units} base units of ${address}`,
  native: 'native tokens',
  wrappedNative: 'wrapped native tokens',
  wrapped: (symbol: string) => `wrapped ${symbol}`,
})
