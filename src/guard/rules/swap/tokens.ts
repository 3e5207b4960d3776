import { chainOf, type RuleInput } from '../../check/ruleInput'
import type { Rule } from '../../rule'
import { everySwap } from '../../scope'
import { tokenIdentity } from '../pinnedTokens'

/** Rules about tickers: a service may list any contract under any name, at any price. */
export const tokenRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-053',
    title: 'A token with a well-known ticker is the well-known contract',
    against: 'A fake token with the name of a well-known one',
    scopes: everySwap,
    find: (input, say) => {
      const { sell, buy } = input.intent
      return [sell.token, buy].flatMap((token) => {
        if (token.chain.kind !== 'evm' && token.chain.kind !== 'solana') return []
        const identity = tokenIdentity(token, chainOf(input, token.chain.chainId))
        if (identity.is === 'pinned') return []
        if (identity.is === 'unverified')
          return [say.info('unverified', { token: token.address, symbol: token.symbol })]
        if (identity.is === 'not the coin')
          return [say.warn('not-the-coin', { token: token.address, symbol: token.symbol, chain: token.chain.name })]
        const { of } = identity
        const facts = { token: token.address, symbol: token.symbol, real: of.address, realSymbol: of.symbol }
        return [identity.isExact && identity.byDeployment ? say.block('impostor', facts) : say.warn('impostor', facts)]
      })
    },
  },
]
