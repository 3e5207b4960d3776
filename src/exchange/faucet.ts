import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { isSolanaAddress } from '../domain/address'
import { fromUnits, toUnits } from '../domain/amount'
import type { ChainKind } from '../domain/chain'
import { tokenAbi } from './evm/contracts'
import { fundingCall } from './evm/funding'
import type { ListedToken, LocalEvmExchange } from './evm/localEvmExchange'
import { assets, type PricedAsset } from './listing'
import type { LocalSolana } from './localSolana'

/** `given`: the tokens sent, in whole tokens as decimal text; empty if the wallet still has plenty. */
type FundingReport = { readonly address: string; readonly given: readonly FundedToken[] }
type FundedToken = { readonly chainId: number; readonly symbol: string; readonly amount: string }

const fundingsPerMinute = 60

/** Funds demo wallets up to fixed amounts. Concurrent requests share one funding, and a rate limit protects it. */
export function createFaucet(evmExchanges: readonly LocalEvmExchange[], solana: LocalSolana | undefined) {
  const running = new Map<Address, Promise<FundingReport>>()
  let recent: readonly number[] = []

  async function fundOnEvm(address: Address): Promise<FundingReport> {
    const missing = await Promise.all(
      evmExchanges.map(async (evm) => ({
        evm,
        amounts: await missingAmounts(evm.tokens, (token) => evmBalance(evm, token, address)),
      })),
    )
    return fund(
      address,
      missing.flatMap(({ amounts }) => amounts),
      () =>
        Promise.all(
          missing.map(({ evm, amounts }) =>
            amounts.length > 0 ? evm.treasury.send(fundingCall(evm.contracts, address, amounts)) : undefined,
          ),
        ),
    )
  }

  async function fundOnSolana({ marketMaker, tokens }: LocalSolana, address: string): Promise<FundingReport> {
    if (!isSolanaAddress(address)) throw new FundingRefused('The faucet fills wallets by their Solana address.', 400)
    const amounts = await missingAmounts(tokens, ({ makerToken }) => marketMaker.balance(address, makerToken))
    return fund(address, amounts, async () => {
      for (const { token, units } of amounts) marketMaker.fund(address, token.makerToken, units)
    })
  }

  async function fund(
    address: string,
    amounts: readonly MissingAmount<FaucetToken>[],
    send: () => Promise<unknown>,
  ): Promise<FundingReport> {
    const given = amounts.map(({ token: { chainId, symbol, decimals }, units }) => ({
      chainId,
      symbol,
      amount: fromUnits(units, decimals),
    }))
    if (given.length === 0) return { address, given }
    recent = recent.filter((time) => time > Date.now() - 60_000)
    if (recent.length >= fundingsPerMinute)
      throw new FundingRefused('The faucet has filled many wallets within a minute. Try again a little later.', 429)
    recent = [...recent, Date.now()]
    await send()
    return { address, given }
  }

  return (kind: ChainKind, written: string): Promise<FundingReport> => {
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

type FaucetToken = {
  readonly chainId: number
  readonly symbol: string
  readonly decimals: number
  readonly asset: PricedAsset
}
type MissingAmount<Token> = { readonly token: Token; readonly units: bigint }

/** Fills up every token of which the wallet has less than half. */
async function missingAmounts<Token extends FaucetToken>(
  tokens: readonly Token[],
  balanceOf: (token: Token) => bigint | Promise<bigint>,
): Promise<readonly MissingAmount<Token>[]> {
  const amounts = await Promise.all(
    tokens.map(async (token) => {
      const full = toUnits(assets[token.asset].faucetAmount, token.decimals)
      const held = await balanceOf(token)
      return held * 2n < full ? [{ token, units: full - held }] : []
    }),
  )
  return amounts.flat()
}

function evmBalance({ chain }: LocalEvmExchange, { kind, address }: ListedToken, owner: Address): Promise<bigint> {
  if (kind === 'native') return chain.client.getBalance({ address: owner })
  return chain.client.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
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
