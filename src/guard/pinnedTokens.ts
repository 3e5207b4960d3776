import type { ChainKind } from '../domain/chain'
import { skeletonOf } from '../domain/text/label'
import type { Token } from '../domain/token'
import type { DeploymentChain, PinnedToken } from '../protocol/deployment/deployment'
import { permit2 } from '../protocol/deployment/venues'
import { distinctAddresses, isReserved, sameAddress } from './decode/evm/address'

/** Whether a token's address is the known one for its ticker. */
export type TokenIdentity =
  | { readonly is: 'pinned' }
  /** The ticker, or one that looks like it, belongs to another contract. */
  | { readonly is: 'impostor'; readonly of: PinnedToken; readonly isExact: boolean; readonly byDeployment: boolean }
  /** A contract under the ticker of the chain's coin, which has none. */
  | { readonly is: 'not the coin' }
  /** This ticker is in neither the settings nor the shipped list. */
  | { readonly is: 'unverified' }

export function tokenIdentity(
  { symbol, address, chain, isNative }: Token,
  settings: DeploymentChain | undefined,
): TokenIdentity {
  if (isNative) return { is: 'pinned' }
  const pins = pinsOf(chain.chainId, settings)
  if (pins.some((pin) => sameAddress(pin.address, address))) return { is: 'pinned' }
  const exact = pins.find((pin) => tickerOf(pin.symbol) === tickerOf(symbol))
  const alike = exact ?? pins.find((pin) => skeletonOf(pin.symbol) === skeletonOf(symbol))
  if (!alike) return { is: namesTheCoin(symbol, settings) && !isReserved(address) ? 'not the coin' : 'unverified' }
  const byDeployment = ownPins(settings).includes(alike)
  return { is: 'impostor', of: alike, isExact: exact !== undefined, byDeployment }
}

/** Whether a contract is one of the tokens that settings or the shipped list name. */
export function isPinned(address: string, chainId: number, settings: DeploymentChain | undefined): boolean {
  return pinsOf(chainId, settings).some((pin) => sameAddress(pin.address, address))
}

/** Whether the code at an address is a named token's, or a contract's that settings vouch for: no one else's is known. */
export function isNamedBy(settings: DeploymentChain | undefined, address: string, chainId: number): boolean {
  const known = [...(settings?.trusted ?? []), settings?.positionManager, permit2]
  return isPinned(address, chainId, settings) || known.some((one) => sameAddress(one, address))
}

/** The tokens that settings, and then the shipped list, name on a chain. */
export function namedTokens(chainId: number, settings: DeploymentChain | undefined): readonly string[] {
  return distinctAddresses(pinsOf(chainId, settings).map(({ address }) => address))
}

/** The tickers of those tokens, by address. */
export function tickersOn(chainId: number, settings: DeploymentChain | undefined): ReadonlyMap<string, string> {
  return new Map(pinsOf(chainId, settings).map(({ symbol, address }) => [address, symbol]))
}

/** The contract that is named on another chain for the ticker of a token; `undefined` where one of both is not named. */
export function counterpartOf(
  { address, isNative }: Token,
  its: DeploymentChain,
  other: DeploymentChain,
): string | undefined {
  const contract = isNative ? its.wrappedNative : address
  const tickers = pinsOf(its.chainId, its)
    .filter((pin) => sameAddress(pin.address, contract))
    .map(({ symbol }) => tickerOf(symbol))
  return pinsOf(other.chainId, other).find(({ symbol }) => tickers.includes(tickerOf(symbol)))?.address
}

/**
 * The decimals of a native coin or a shipped token, regardless of the service's list; `undefined` where they are not
 * known without a node.
 */
export function knownDecimals(
  { address, chain, isNative }: Token,
  settings: DeploymentChain | undefined,
): number | undefined {
  if (isNative) return chain.kind === 'evm' ? settings?.nativeCurrency.decimals : coinDecimals.get(chain.kind)
  const known = chain.kind === 'solana' ? settings && pinsOnSolana(settings) : shippedOn(chain.chainId)
  return known?.find((pin) => sameAddress(pin.address, address))?.decimals
}

function namesTheCoin(symbol: string, settings: DeploymentChain | undefined): boolean {
  const coin = settings?.nativeCurrency.symbol
  return coin !== undefined && (tickerOf(symbol) === tickerOf(coin) || skeletonOf(symbol) === skeletonOf(coin))
}

function pinsOf(chainId: number, settings: DeploymentChain | undefined): readonly PinnedToken[] {
  if (settings?.kind === 'solana') return [...ownPins(settings), ...pinsOnSolana(settings)]
  const wrapped = settings?.wrappedNative
  const coin = wrapped === undefined ? [] : [{ symbol: `W${settings?.nativeCurrency.symbol}`, address: wrapped }]
  return [...ownPins(settings), ...coin, ...shippedOn(chainId)]
}

/**
 * Wrapped SOL has one address on every network of Solana; the others are of the main one, which is meant where settings do
 * not say otherwise.
 */
function pinsOnSolana({ genesisHash = mainSolana }: DeploymentChain) {
  return [...shippedOn('any solana'), ...(genesisHash === mainSolana ? shippedOn('solana') : [])]
}

function shippedOn(chain: (typeof shipped)[number]['on'] | number) {
  return shipped.filter(({ on }) => on === chain)
}

function ownPins(settings: DeploymentChain | undefined): readonly PinnedToken[] {
  return settings?.tokens ?? []
}

function tickerOf(symbol: string): string {
  return symbol
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\s]/gu, '')
    .toUpperCase()
}

const mainSolana = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** The tokens that issuers publish, by chain, ticker and decimals. Settings of a deployment come first. */
const shipped = (
  [
    [1, 'USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    [1, 'USDT', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    [1, 'DAI', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
    [1, 'WETH', 18, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
    [1, 'WBTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
    [10, 'USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
    [10, 'USDT', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
    [10, 'DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
    [10, 'WETH', 18, '0x4200000000000000000000000000000000000006'],
    [56, 'USDC', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    [56, 'USDT', 18, '0x55d398326f99059fF775485246999027B3197955'],
    [56, 'WBNB', 18, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
    [137, 'USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
    [137, 'USDT', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
    [137, 'WETH', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'],
    [8453, 'USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    [8453, 'WETH', 18, '0x4200000000000000000000000000000000000006'],
    [42_161, 'USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
    [42_161, 'USDT', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    [42_161, 'DAI', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
    [42_161, 'WETH', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
    [42_161, 'WBTC', 8, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'],
    ['solana', 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['solana', 'USDT', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
    ...(['WSOL', 'SOL'] as const).map(
      (symbol) => ['any solana', symbol, 9, 'So11111111111111111111111111111111111111112'] as const,
    ),
  ] as const
).map(([on, symbol, decimals, address]) => ({ on, symbol, decimals, address }))

const coinDecimals: ReadonlyMap<ChainKind, number> = new Map([
  ['solana', 9],
  ['bitcoin', 8],
])
