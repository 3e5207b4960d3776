import { defineMessages } from '../../ui/messages'

/** Explanations of terms for newcomers, one or two sentences each. */
export const termMessages = defineMessages({
  /** TVL and APR stay in capitals. */
  whatIs: (name: string) => `What is ${name === name.toUpperCase() ? name : name.toLowerCase()}?`,
  name: {
    minimum: 'Minimum received',
    slippage: 'Slippage tolerance',
    impact: 'Price impact',
    cost: 'Network cost',
    approval: 'Approval',
    bridge: 'Bridge',
    pool: 'Liquidity pool',
    feeTier: 'Fee tier',
    range: 'Price range',
    tick: 'Tick',
    tvl: 'TVL',
    apr: 'APR',
  },
  is: {
    minimum: 'The least you can get. If the price falls further before your swap is confirmed, the swap fails instead.',
    slippage:
      'How far the price may move against you while your swap is on its way. Lower is safer, but fails more often.',
    impact:
      'How much less the tokens you receive are worth than those you pay, at listed prices. Large swaps in small pools lose more.',
    cost: 'The fee of the network for your transactions, in its native token. You pay it even if a transaction fails.',
    approval: 'Your permission for one contract to spend one token, up to an amount. You can revoke it at any time.',
    bridge: 'It takes your tokens on one network and pays out on another. The payout depends on the bridge.',
    pool: 'Two tokens that people lend to traders. Each swap pays a fee to everyone who lends in the current price range.',
    feeTier:
      'The share of each swap that goes to the pool’s depositors. Stable pairs have low fees, volatile pairs high ones.',
    range: 'The prices between which your deposit earns fees. Narrow ranges earn more while the price stays inside.',
    tick: 'One step of the price, 0.01% wide. Ranges begin and end at ticks.',
    tvl: 'The total value of all tokens in the pool.',
    apr: 'The yearly rate of the fees, if the last 24 hours went on for a year. It is not a promise.',
  },
})

export type HelpTerm = keyof (typeof termMessages)['english']['name']

/** In the order in which a newcomer meets them. */
export const terms: readonly HelpTerm[] = [
  ...(['minimum', 'slippage', 'impact', 'cost', 'approval', 'bridge'] as const),
  ...(['pool', 'feeTier', 'range', 'tick', 'tvl', 'apr'] as const),
]
