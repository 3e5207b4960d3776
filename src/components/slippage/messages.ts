import type { NotANumber } from '../../domain/typedNumber'
import type { TypedSlippage } from '../../preparation/typedSlippage'
import { defineMessages } from '../../ui/messages'

type Why = Extract<TypedSlippage, { is: 'invalid' }>['why']

/** The words of the slippage tolerance, in the settings and next to the quote. */
export const slippageMessages = defineMessages({
  slippage: 'Slippage tolerance in percent',
  presets: 'Usual tolerances',
  auto: 'Auto',
  autoNote: 'How Auto chooses',
  autoRule: {
    stable: 'Two stablecoins on one network: 0.2%.',
    wrapped: 'A native token and its wrapped form: 0.2%.',
    thin: 'Price impact of 1% to 10%: 1% (two stablecoins: 0.5%).',
    usual: 'Every other pair, and liquidity: 0.5%. Never above 1%.',
  },
  invalid: {
    'too precise': 'Use at most 2 decimals.',
    'too low': 'The minimum is 0.1%.',
    'too high': 'The maximum is 50%.',
  } satisfies Record<Exclude<Why, NotANumber['why']>, string>,
  example: 'Enter a percentage such as 0.5.',
  keeps: (percent: string) => `Still using ${percent}.`,
  tight: 'Your swap may fail if the price moves. You would still pay the network cost.',
  loose: (percent: string) => `You may receive up to ${percent} less, and bots may trade ahead of your swap.`,
})
