import type { TypedSlippage } from '../../preparation/slippage'
import { defineMessages } from '../../ui/messages'

type Why = Extract<TypedSlippage, { is: 'invalid' }>['why']

/** The words of the settings dialog. */
export const settingsMessages = defineMessages({
  title: 'Settings',
  slippage: 'Slippage tolerance in percent',
  presets: 'Usual tolerances',
  sent: (raw: number, unit: string) => `The service is sent ${raw} (${unit}).`,
  invalid: {
    'not a number': 'Enter a percentage such as 0.5.',
    'too precise': 'A hundredth of a percent is the finest step.',
    'too low': 'The service takes no less than 0.1%.',
    'too high': 'More than 50% would give the trade away.',
  } satisfies Record<Why, string>,
  keeps: (percent: string) => `Until then ${percent} stays in use.`,
  tight: 'The swap may fail if the price moves a little while it is on its way. You would still pay the network cost.',
  loose: (percent: string) =>
    `You may receive up to ${percent} less than expected, and others may take advantage of it.`,
  onlySwap: 'Only swap transactions',
  onlySwapHint: 'Ask for the swap alone, without approvals. Quicker, but the swap fails where an approval is missing.',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  reset: 'Reset settings',
  resetHint: 'Puts these settings back and forgets recent tokens. Your orders are kept.',
})
