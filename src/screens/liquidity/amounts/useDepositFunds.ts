import { skipToken, useQuery } from '@tanstack/react-query'
import { type PoolTokens, tokenOf } from '../../../components/positions/proposal'
import { usePoolCoin } from '../../../components/positions/usePoolCoin'
import { useServices } from '../../../components/services'
import { useBalance } from '../../../components/tokens/useBalance'
import { fromUnits } from '../../../domain/amount'
import type { Chain } from '../../../domain/chain'
import { largestDeposit } from '../../../domain/liquidity/deposit'
import type { Amounts, PoolSide } from '../../../domain/liquidity/liquidity'
import type { Range } from '../../../domain/liquidity/range'
import type { Token } from '../../../domain/token'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { readGasPrice, readRollupFee } from '../../../wallets/balances'
import type { DepositForm } from '../useDepositForm'
import type { DepositNetwork } from '../useDepositNetwork'

export type DepositFunds = ReturnType<typeof useDepositFunds>

/** The tokens that the person pays with, and their balances. */
export function useDepositFunds(
  pool: LiquidityPool | undefined,
  account: string | undefined,
  { tokens }: DepositNetwork,
  { paysCoin }: DepositForm,
) {
  const own = usePoolCoin(pool, tokens)
  const coin = own.coin && own.wrapped ? { coin: own.coin, wrapped: own.wrapped } : undefined
  const inPlace = (token: Token) => (paysCoin && coin && token === coin.wrapped ? coin.coin : token)
  const paid: PoolTokens | undefined = pool && { token0: inPlace(pool.token0), token1: inPlace(pool.token1) }
  return {
    account,
    /** The pool's tokens, with the native coin in place of its wrapped form if the person pays with it. */
    paid,
    /** The native coin, if the pool holds its wrapped form. */
    coin,
    /** The part of the native coin that Max leaves for the network cost. */
    reserve: useGasReserve(paysCoin ? coin?.coin : undefined),
    balances: {
      amount0: useBalance(paid?.token0, account),
      amount1: useBalance(paid?.token1, account),
    },
  }
}

/** The amount to enter for the largest deposit that both balances allow, less the network cost. */
export function maxDepositOf(
  funds: DepositFunds,
  pool: LiquidityPool | undefined,
  range: Range | undefined,
): Pick<DepositForm, 'given' | 'amount'> | undefined {
  const held = spendable(funds)
  if (!pool || !range || !held) return undefined
  return largestTyped(pool, range, held)
}

/** The amount to type for the largest deposit of a budget. */
export function largestTyped(pool: LiquidityPool, range: Range, balances: Amounts) {
  const deposit = largestDeposit({ ...range, sqrtPriceX96: pool.sqrtPriceX96, balances })
  const given: PoolSide = deposit.amount0 > 0n ? 'amount0' : 'amount1'
  const { decimals } = tokenOf(pool, given)
  return deposit[given] === 0n ? undefined : { given, amount: fromUnits(deposit[given], decimals) }
}

/** Both balances, less what the network cost needs of the coin; `undefined` until both are known. */
export function spendable({ paid, balances, reserve }: DepositFunds): Amounts | undefined {
  const { amount0, amount1 } = balances
  if (!paid || amount0.is !== 'known' || amount1.is !== 'known') return undefined
  const spare = (side: PoolSide, units: bigint) =>
    tokenOf(paid, side).isNative ? (units > reserve ? units - reserve : 0n) : units
  return { amount0: spare('amount0', amount0.units), amount1: spare('amount1', amount1.units) }
}

/** The reserve for the network cost of the steps; a thousandth of a coin while the gas price is unknown. */
function useGasReserve(coin: Token | undefined): bigint {
  const { wallets } = useServices()
  const chain = coin?.chain
  const readCost = async (chain: Chain) => {
    const [price, dataFee] = await Promise.all([readGasPrice(wallets, chain.chainId), readRollupFee(wallets, chain)])
    return price * gasOfDeposit + dataFee
  }
  const { data } = useQuery({
    queryKey: ['deposit cost', chain?.chainId],
    queryFn: chain ? () => readCost(chain) : skipToken,
    staleTime: 30_000,
    retry: 1,
  })
  return data ?? 10n ** BigInt(Math.max(0, (coin?.decimals ?? 18) - 3))
}

/** Gas for two approvals, one reset to zero before, and the mint; plus a quarter, because gas prices rise. */
const gasOfDeposit = ((3n * 60_000n + 600_000n) * 5n) / 4n
