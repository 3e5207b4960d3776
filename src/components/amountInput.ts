/** How an amount is typed: digits, without help from the browser. The start page has the same field before React runs. */
export const amountInput = {
  type: 'text',
  inputMode: 'decimal',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'done',
  placeholder: '0',
  maxLength: 80,
} as const
