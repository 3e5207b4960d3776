import { standingOfToken } from '../../check/pinnedTokens'
import { chainOf, type RuleInput } from '../../check/ruleInput'
import type { Rule } from '../../rule'

/** Whether the tokens are what their tickers say: a service may list any contract under any name, at any price. */
export const tokenRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-053',
    title: 'A well-known ticker stands for the contract that everybody means by it',
    find: (input, say) => {
      const { sell, buy } = input.intent
      return [sell.token, buy].flatMap((token) => {
        if (token.chain.kind !== 'evm') return []
        const standing = standingOfToken(token, chainOf(input, token.chain.chainId))
        if (standing.is === 'pinned') return []
        if (standing.is === 'unverified')
          return [say.info(`Nobody vouches that ${token.address} is what people mean by ${token.symbol}.`)]
        const sentence = `${token.symbol} at ${token.address} is not the ${standing.of.symbol} at ${standing.of.address}.`
        return [standing.isExact && standing.byDeployment ? say.block(sentence) : say.warn(sentence)]
      })
    },
  },
]
