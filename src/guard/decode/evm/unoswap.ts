import {
  encodeAbiParameters,
  encodePacked,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbiParameters,
  toHex,
} from 'viem'
import { uniswapFactories } from '../../../protocol/deployment/venues'
import { native, sameAddress, zeroAddress } from './address'
import { type Effect, undecoded } from './call'
import { type CallContext, decoders, type FunctionDecoder } from './functionDecoder'
import { exactIn } from './routers'

const routes = [
  ['', 'uint256 dex'],
  ['2', 'uint256 dex, uint256 dex2'],
  ['3', 'uint256 dex, uint256 dex2, uint256 dex3'],
] as const

/**
 * Swaps of 1inch v6 in one to three pools. Their calldata names only the pools, and the router believes the amount that the
 * last of them reports. Pools of Uniswap report the paid amount, and their addresses follow from factory, tokens and fee: a route
 * along named tokens in such pools is read. Where no pool exists yet, the simulation pays nothing. Source: `UnoswapRouter.sol`.
 */
export const unoswap: readonly FunctionDecoder[] = routes.flatMap(([count, pools]) =>
  decoders(
    inPools,
    `function unoswap${count}(uint256 token, uint256 amount, uint256 minReturn, ${pools})`,
    `function unoswapTo${count}(uint256 to, uint256 token, uint256 amount, uint256 minReturn, ${pools})`,
    `function ethUnoswap${count}(uint256 minReturn, ${pools})`,
    `function ethUnoswapTo${count}(uint256 to, uint256 minReturn, ${pools})`,
  ),
)

/** Without a token, native coins are sold. */
type Terms = { readonly dex: bigint; readonly minReturn: bigint } & {
  readonly [name in 'token' | 'amount' | 'to' | 'dex2' | 'dex3']?: bigint | undefined
}

function inPools({ token, amount, minReturn, to, dex, dex2, dex3 }: Terms, context: CallContext): Effect {
  const { wrapped, value, caller } = context
  const pools = [dex, dex2, dex3].filter((pool) => pool !== undefined)
  const recipient = to === undefined ? caller : addressIn(to)
  const tokenIn = token === undefined ? wrapped : addressIn(token)
  const path = tokenIn === undefined ? undefined : pathThrough(pools, tokenIn, context)
  const tokenOut = path?.at(-1)
  if (!path || !tokenIn || !tokenOut || pools.some((pool) => has(pool, permit2Flag))) return undecoded()
  const unwraps = pools.slice(-1).some((pool) => has(pool, unwrapFlag))
  const isUnpaid = token === undefined && has(dex, noWrapFlag)
  if (isUnpaid || recipient === zeroAddress || (unwraps && !sameAddress(tokenOut, wrapped))) return undecoded()
  const swap = exactIn({
    ...{ tokenIn, tokenOut: unwraps ? native : tokenOut, via: path.slice(1, -1), takesNoCoins: true },
    ...{ amountIn: amount ?? value, minimumReceived: minReturn, recipient },
  })
  return token === undefined ? { ...swap, tokenIn: native, payer: 'router' } : swap
}

/** The tokens of a route, of which Uniswap's factories created all pools; `undefined` for any other. */
function pathThrough(pools: readonly bigint[], from: string, context: CallContext): readonly string[] | undefined {
  const [pool, ...rest] = pools
  if (pool === undefined) return [from]
  const to = context.tokens?.find((token) => isPoolOf(pool, from, token, context.chainId ?? 0))
  const path = to === undefined ? undefined : pathThrough(rest, to, context)
  return path && [from, ...path]
}

function isPoolOf(pool: bigint, from: string, to: string, chainId: number): boolean {
  const isZeroForOne = BigInt(from) < BigInt(to)
  const [token0, token1] = [from, to].map((token) => addressIn(BigInt(token))).toSorted()
  const factories = uniswapFactories.get(chainId)
  if (!token0 || !token1 || !factories || has(pool, zeroForOneFlag) !== isZeroForOne) return false
  const isAt = ({ from, bytecodeHash }: { from: Hex; bytecodeHash: Hex }, seed: Hex) =>
    sameAddress(addressIn(pool), getContractAddress({ opcode: 'CREATE2', from, bytecodeHash, salt: keccak256(seed) }))
  if (pool >> protocolShift === 0n)
    return isAt({ from: factories.v2, bytecodeHash: pairHash }, encodePacked(['address', 'address'], [token0, token1]))
  const creator = { from: factories.v3, bytecodeHash: poolHash }
  return (
    pool >> protocolShift === 1n && fees.some((fee) => isAt(creator, encodeAbiParameters(key, [token0, token1, fee])))
  )
}

const key = parseAbiParameters('address, address, uint24')
const fees = [100, 500, 3_000, 10_000]
/** Hashes of the creation code of `UniswapV2Pair` and `UniswapV3Pool`. */
const pairHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f' as const
const poolHash = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54' as const

/** Bits of a pool's word, above its address. */
const [protocolShift, unwrapFlag, noWrapFlag, permit2Flag, zeroForOneFlag] = [253n, 252n, 251n, 250n, 247n] as const

function has(word: bigint, flag: bigint): boolean {
  return ((word >> flag) & 1n) === 1n
}

function addressIn(word: bigint): Hex {
  return toHex(word & (2n ** 160n - 1n), { size: 20 })
}
