import { defineMessages } from '../../ui/messages'

/** Koinly reads these names: they are the same in every language. */
export const koinlyColumns = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
]

/** Descriptions in a file for other programs, in English whatever the language of the app. */
export const csvMessages = defineMessages({
  swap: (sold: string, bought: string) => `Swap ${sold} to ${bought}`,
  approval: (symbol: string | undefined) => `Approval for ${symbol ?? 'a token'}`,
})
