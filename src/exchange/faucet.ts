import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { isSolanaAddress } from '../domain/address'
import { fromUnits, toUnits } from '../domain/amount'
import type { ChainKind } from '../domain/chain'
import { tokenAbi } from './evm/contracts'
import { fundingCall, type TokenFunding } from './evm/funding'
import type { ListedToken, LocalEvmExchange } from './evm/localEvmExchange'
import { assets, type PricedAsset } from './listing'
import type { LocalSolana } from './localSolana'

export type FundingReport = {
  readonly address: string
  /** The tokens sent; empty if the wallet still has plenty. */
  readonly given: readonly FundedToken[]
}

export type FundedToken = {
  readonly chainId: number
  readonly symbol: string
  /** Whole tokens as decimal text. */
  readonly amount: string
}

export type Fund = (kind: ChainKind, address: string) => Promise<FundingReport>

type Funding = {
  readonly token: { readonly chainId: number; readonly symbol: string; readonly decimals: number }
  readonly units: bigint
}

const fundingsPerMinute = 60

/** Funds demo wallets up to fixed amounts. Concurrent requests share one funding, and a rate limit protects it. */
export function createFaucet(evmExchanges: readonly LocalEvmExchange[], solana: LocalSolana | undefined): Fund {
  const running = new Map<Address, Promise<FundingReport>>()
  let recent: readonly number[] = []

  async function fundOnEvm(address: Address): Promise<FundingReport> {
    const missing = await Promise.all(
      evmExchanges.map((evm) => missingAmounts(evm.tokens, (token) => evmBalance(evm, token, address))),
    )
    if (missing.every((amounts) => amounts.length === 0)) return { address, given: [] }
    countFunding()
    await Promise.all(evmExchanges.map((evm, index) => send(evm, address, missing[index]!)))
    return { address, given: missing.flat().map(fundedToken) }
  }

  async function fundOnSolana({ marketMaker, tokens }: LocalSolana, address: string): Promise<FundingReport> {
    if (!isSolanaAddress(address)) throw new FundingRefused('The faucet fills wallets by their Solana address.', 400)
    const amounts = await missingAmounts(tokens, ({ makerToken }) => marketMaker.balance(address, makerToken))
    if (amounts.length > 0) countFunding()
    for (const { token, units } of amounts) marketMaker.fund(address, token.makerToken, units)
    return { address, given: amounts.map(fundedToken) }
  }

  function countFunding() {
    recent = recent.filter((time) => time > Date.now() - 60_000)
    if (recent.length >= fundingsPerMinute)
      throw new FundingRefused('The faucet has filled many wallets within a minute. Try again a little later.', 429)
    recent = [...recent, Date.now()]
  }

  return (kind, written) => {
    if (kind === 'solana' && solana) return fundOnSolana(solana, written)
    if (kind !== 'evm') return Promise.reject(new FundingRefused(`The faucet has no ${kind} chain.`, 404))
    if (!isAddress(written, { strict: false }) || written === zeroAddress)
      return Promise.reject(new FundingRefused('The faucet fills wallets by their EVM address.', 400))
    const address = getAddress(written)
    const started = running.get(address) ?? fundOnEvm(address).finally(() => running.delete(address))
    running.set(address, started)
    return started
  }
}

/** Fills up every token of which the wallet has less than half. */
async function missingAmounts<Token extends { readonly asset: PricedAsset; readonly decimals: number }>(
  tokens: readonly Token[],
  balanceOf: (token: Token) => bigint | Promise<bigint>,
) {
  const amounts = await Promise.all(
    tokens.map(async (token) => {
      const full = toUnits(assets[token.asset].faucetAmount, token.decimals)
      return { token, full, held: await balanceOf(token) }
    }),
  )
  return amounts.flatMap(({ token, full, held }) => (held * 2n < full ? [{ token, units: full - held }] : []))
}

function evmBalance({ chain }: LocalEvmExchange, { kind, address }: ListedToken, owner: Address): Promise<bigint> {
  if (kind === 'native') return chain.client.getBalance({ address: owner })
  return chain.client.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
}

async function send(
  { treasury, contracts }: LocalEvmExchange,
  to: Address,
  amounts: readonly TokenFunding[],
): Promise<void> {
  if (amounts.length > 0) await treasury.send(fundingCall(contracts, to, amounts))
}

function fundedToken({ token, units }: Funding): FundedToken {
  return { chainId: token.chainId, symbol: token.symbol, amount: fromUnits(units, token.decimals) }
}

/** The faucet refused; has a matching HTTP status. */
export class FundingRefused extends Error {
  override readonly name = 'FundingRefused'
  readonly status: 400 | 404 | 429

  constructor(sentence: string, status: 400 | 404 | 429) {
    super(sentence)
    this.status = status
  }
}
