import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { isSolanaAddress } from '../domain/address'
import { fromUnits, toUnits } from '../domain/amount'
import type { ChainKind } from '../domain/chain'
import { tokenAbi } from './evm/contracts'
import { fundingCall, type TokenFunding } from './evm/funding'
import type { ListedToken, LocalEvmExchange } from './evm/localEvmExchange'
import { assets } from './listing'
import type { LocalSolana } from './solana/localSolana'

export type FundingReport = {
  readonly address: string
  /** What was handed out now; empty when the wallet still has plenty. */
  readonly given: readonly FundedToken[]
}

export type FundedToken = {
  readonly chainId: number
  readonly symbol: string
  /** Whole tokens as decimal text. */
  readonly amount: string
}

export type Fund = (kind: ChainKind, address: string) => Promise<FundingReport>

const fundingsPerMinute = 60

/** Fills demo wallets up. Asking twice gives nothing twice, and nobody can ask without end. */
export function createFaucet(evmExchanges: readonly LocalEvmExchange[], solana: LocalSolana | undefined): Fund {
  const underWay = new Map<Address, Promise<FundingReport>>()
  let recent: readonly number[] = []

  async function fill(address: Address): Promise<FundingReport> {
    const wants = await Promise.all(evmExchanges.map((evm) => missing(evm, address)))
    if (wants.every((gifts) => gifts.length === 0)) return { address, given: [] }
    countOne()
    await Promise.all(evmExchanges.map((evm, place) => give(evm, address, wants[place]!)))
    return { address, given: wants.flat().map(fundedToken) }
  }

  async function fillOnSolana({ marketMaker, tokens, listing }: LocalSolana, address: string): Promise<FundingReport> {
    if (!isSolanaAddress(address)) throw new FundingRefused('The faucet fills wallets by their Solana address.', 400)
    const gifts = tokens.flatMap((token) => {
      const full = toUnits(assets[token.asset].gift, token.decimals)
      const held = marketMaker.balance(address, token.makerToken)
      return held * 2n < full ? [{ token, units: full - held }] : []
    })
    if (gifts.length > 0) countOne()
    for (const { token, units } of gifts) marketMaker.fund(address, token.makerToken, units)
    return {
      address,
      given: gifts.map(({ token, units }) => ({
        chainId: listing.chainId,
        symbol: token.symbol,
        amount: fromUnits(units, token.decimals),
      })),
    }
  }

  function countOne() {
    recent = recent.filter((time) => time > Date.now() - 60_000)
    if (recent.length >= fundingsPerMinute)
      throw new FundingRefused('The faucet has filled many wallets within a minute. Try again a little later.', 429)
    recent = [...recent, Date.now()]
  }

  return (kind, written) => {
    if (kind === 'solana' && solana) return fillOnSolana(solana, written)
    if (kind !== 'evm') return Promise.reject(new FundingRefused(`The faucet has no ${kind} chain.`, 404))
    if (!isAddress(written, { strict: false }) || written === zeroAddress)
      return Promise.reject(new FundingRefused('The faucet fills wallets by their EVM address.', 400))
    const address = getAddress(written)
    const running = underWay.get(address) ?? fill(address).finally(() => underWay.delete(address))
    underWay.set(address, running)
    return running
  }
}

/** What a wallet has less than half of is filled up. */
async function missing({ chain, tokens }: LocalEvmExchange, address: Address): Promise<readonly TokenFunding[]> {
  const gifts = await Promise.all(
    tokens.map(async (token) => {
      const full = toUnits(assets[token.asset].gift, token.decimals)
      const held = await balance(token, address)
      return held * 2n < full ? { token, units: full - held } : undefined
    }),
  )
  return gifts.filter((gift) => gift !== undefined)

  function balance({ kind, address: contract }: ListedToken, owner: Address): Promise<bigint> {
    if (kind === 'native') return chain.client.getBalance({ address: owner })
    return chain.client.readContract({
      address: contract,
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [owner],
    })
  }
}

async function give(
  { treasury, contracts }: LocalEvmExchange,
  to: Address,
  gifts: readonly TokenFunding[],
): Promise<void> {
  if (gifts.length > 0) await treasury.send(fundingCall(contracts, to, gifts))
}

function fundedToken({ token, units }: TokenFunding): FundedToken {
  return { chainId: token.chainId, symbol: token.symbol, amount: fromUnits(units, token.decimals) }
}

/** The faucet stays shut: a sentence that says why, and an HTTP status that fits. */
export class FundingRefused extends Error {
  override readonly name = 'FundingRefused'
  readonly status: 400 | 404 | 429

  constructor(sentence: string, status: 400 | 404 | 429) {
    super(sentence)
    this.status = status
  }
}
