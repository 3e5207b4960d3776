import { useServices } from '../../components/services'
import { isSameAddress, shortAddress } from '../../domain/address'
import { fromUnits } from '../../domain/amount'
import { grouped } from '../../domain/text/figure'
import { type Token, tokenOn } from '../../domain/token'
import { type Intent, tokensIn } from '../../guard/intent'
import type { Plan } from '../../guard/plan'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { useMessages } from '../../ui/messages'
import { type ReviewMessages, reviewMessages } from '../review/messages'

/** How parties and amounts of a plan are named in sentences. */
export type Names = ReturnType<typeof namesIn>

/** Allowances from this value up count as unlimited: no token has that many units. */
const endless = 2n ** 160n - 1n

export function isUnlimited(units: bigint): boolean {
  return units >= endless
}

export function useNames(plan: Plan<Intent>, tokens: readonly Token[]): Names {
  const messages = useMessages(reviewMessages)
  return namesIn(plan, tokens, useServices().deployment.chains, messages)
}

export function namesIn(
  { intent }: Plan<Intent>,
  tokens: readonly Token[],
  chains: readonly DeploymentChain[],
  messages: ReviewMessages,
) {
  const known = [...tokensIn(intent), ...tokens]
  const manager = intent.kind === 'swap' ? undefined : intent.pool.positionManager
  const isManager = (address: string) => manager !== undefined && isSameAddress(address, manager)

  return { amount, token, listed, who, chain, isWrapped }

  /** `100 USDC`; for an unlisted token, the smallest units and its address. */
  function amount(chainId: number, address: string, units: bigint | 'all held'): string {
    if (units === 'all held') return messages.allHeld(token(chainId, address))
    if (isUnlimited(units)) return messages.anyAmount(token(chainId, address))
    if (isManager(address)) return messages.positions(units)
    const found = listed(chainId, address)
    return found
      ? `${grouped(fromUnits(units, found.decimals))} ${found.symbol}`
      : messages.units(units, token(chainId, address))
  }

  function token(chainId: number, address: string): string {
    const found = listed(chainId, address)
    if (found) return found.symbol
    return address === 'native' ? messages.nativeCoin : messages.strangeToken(shortAddress(address))
  }

  /** A token that is listed, or part of the plan; `undefined` where its decimals are unknown. */
  function listed(chainId: number, address: string): Token | undefined {
    return isManager(address) ? undefined : tokenOn(known, chainId, address)
  }

  /** `you`, `the recipient`, `the position manager`, a token's contract by its symbol, else a short address. */
  function who(chainId: number, address: string): string {
    if (isSameAddress(address, intent.sender)) return messages.you
    if (isSameAddress(address, intent.recipient)) return messages.theRecipient(shortAddress(address))
    if (isManager(address)) return messages.manager
    const found = listed(chainId, address)
    return found && !found.isNative ? messages.theToken(found.symbol) : shortAddress(address)
  }

  function chain(chainId: number): string {
    const found = known.find((token) => token.chain.chainId === chainId)
    return found?.chain.name ?? messages.someChain(chainId)
  }

  /** Whether a token is the chain's wrapped native coin. */
  function isWrapped(chainId: number, address: string): boolean {
    const wrapped = chains.find((chain) => chain.chainId === chainId)?.wrappedNative
    return wrapped !== undefined && isSameAddress(wrapped, address)
  }
}
