import { addressKey, isSameAddress } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import { stargatePools } from './stargatePools'

/** The contract that is called, and the one that needs the approval when it is another. */
type VenueContract = { readonly address: string; readonly spender: string }

/** The contract of a well-known router or bridge on each chain. */
type Contracts = Readonly<Record<number, string | VenueContract>>

/**
 * Uniswap's Permit2, for allowances with an expiration. The same address on every chain, because it is a CREATE2
 * deployment.
 */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

const [ethereum, optimism, bnb, polygon, base, arbitrum] = [1, 10, 56, 137, 8453, 42_161] as const

/** A contract with the same address on several chains. */
function everywhere(found: string | VenueContract, chains: readonly number[]): Contracts {
  return Object.fromEntries(chains.map((chainId) => [chainId, found]))
}

const most = [ethereum, optimism, bnb, polygon, base, arbitrum]
const behindPermit2 = (address: string): VenueContract => ({ address, spender: permit2 })

/**
 * Addresses as the venues publish them, by their names in settings. The list has no code hashes: some contracts are
 * proxies whose code changes, and the others were not read from a chain here. The operator names what a deployment
 * relies on.
 */
export const contractsByVenue: Readonly<Record<string, Contracts>> = {
  'uniswap-v2': { [ethereum]: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' },
  'uniswap-v3': everywhere('0xE592427A0AEce92De3Edee1F18E0157C05861564', [ethereum, optimism, polygon, arbitrum]),
  'uniswap-v3-router02': {
    [ethereum]: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    [optimism]: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    [polygon]: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    [arbitrum]: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    [base]: '0x2626664c2603336E57B271c5C0b26F421741e481',
    [bnb]: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
  },
  'uniswap-universal-router': {
    [ethereum]: behindPermit2('0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'),
    [base]: behindPermit2('0x6fF5693b99212Da76ad316178A184AB56D299b43'),
    [arbitrum]: behindPermit2('0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3'),
  },
  'uniswap-universal-router-v1': { [ethereum]: behindPermit2('0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD') },
  'pancakeswap-v2': { [bnb]: '0x10ED43C718714eb63d5aA57B78B54704E256024E' },
  'pancakeswap-v3': everywhere('0x13f4EA83D0bd40E75C8222255bc855a974568Dd4', [ethereum, bnb]),
  'sushiswap-v2': {
    [ethereum]: '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F',
    [polygon]: '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
    [arbitrum]: '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
  },
  'camelot-v3': { [arbitrum]: '0x1F721E2E82F6676FCE4eA07A5958cF098D339e18' },
  'quickswap-v3': { [polygon]: '0xf5b509bB0909a69B1c207E495f687a596C168E12' },
  'thena-fusion': { [bnb]: '0x327Dd3208f0bCF590A66110aCB6e5e6941A4EfA0' },
  '1inch-v5': everywhere('0x1111111254EEB25477B68fb85Ed929f73A960582', most),
  '1inch-v6': everywhere('0x111111125421cA6dc452d289314280a0f8842A65', most),
  '0x-exchange-proxy': everywhere('0xDef1C0ded9bec7F1a1670819833240f027b25EfF', [
    ethereum,
    bnb,
    polygon,
    base,
    arbitrum,
  ]),
  '0x-allowance-holder': everywhere('0x0000000000001fF3684f28c67538d4D072C22734', most),
  kyberswap: everywhere('0x6131B5fae19EA4f9D964eAc0408E4408b66337b5', most),
  'paraswap-v5': everywhere(
    {
      address: '0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57',
      spender: '0x216B4B4Ba9F3e719726886d34a177484278Bfcae',
    },
    [ethereum, optimism, bnb, polygon, arbitrum],
  ),
  'paraswap-v6': everywhere('0x6A000F20005980200259B80c5102003040001068', most),
  'odos-v2': { [ethereum]: '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559' },
  lifi: everywhere('0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE', most),
  across: {
    [ethereum]: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
    [optimism]: '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
    [polygon]: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
    [base]: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
    [arbitrum]: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
  },
  stargate: { [ethereum]: '0x8731d54E9D02c286767d56ac03e8037C07e01e98' },
  'stargate-usdc': stargate(1),
  'stargate-usdt': stargate(2),
  'stargate-eth': stargate(13),
  wormhole: { [ethereum]: '0x3ee18B2214AFF97000D974cf647E7C347E8fa585' },
  debridge: everywhere('0xeF4fB24aD0916217251F553c0596F8Edc630EB66', most),
}

const uniswapV3 = '0x1F98431c8aD98523631AE4a59f267346ea31F984'

/** Uniswap's factories of v2 pairs and v3 pools on each chain, as `@uniswap/sdk-core` lists them. */
export const uniswapFactories: ReadonlyMap<number, { readonly v2: `0x${string}`; readonly v3: `0x${string}` }> =
  new Map([
    [ethereum, { v2: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', v3: uniswapV3 }],
    [optimism, { v2: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', v3: uniswapV3 }],
    [bnb, { v2: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', v3: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7' }],
    [polygon, { v2: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', v3: uniswapV3 }],
    [base, { v2: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', v3: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD' }],
    [arbitrum, { v2: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', v3: uniswapV3 }],
  ])

/** The pools of Stargate's second version for an asset. */
function stargate(asset: number): Contracts {
  const pools = stargatePools.filter(({ assetId }) => assetId === asset)
  return Object.fromEntries(pools.map(({ chainId, pool }) => [chainId, pool]))
}

/** Well-known programs on Solana, for any chain id that a deployment gives it. */
export const solanaVenues: readonly { readonly name: string; readonly address: string }[] = [
  { name: 'jupiter', address: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' },
  { name: 'raydium-amm', address: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8' },
  { name: 'raydium-clmm', address: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK' },
  { name: 'raydium-cpmm', address: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' },
  { name: 'orca', address: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc' },
]

/** Every name that settings may use. */
export const venueNames: readonly string[] = [...Object.keys(contractsByVenue), ...solanaVenues.map(({ name }) => name)]

/** The contracts of a venue on a chain; empty where it is not deployed. Permit2 exists on every chain. */
export function contractsOf(name: string, kind: ChainKind, chainId: number): readonly string[] {
  return contractsByKind[kind]?.(name, chainId) ?? []
}

type ContractsOf = (name: string, chainId: number) => readonly string[]

const contractsByKind: Readonly<Record<ChainKind, ContractsOf | undefined>> = {
  evm: evmContractsOf,
  solana: (name) => solanaVenues.flatMap((venue) => (venue.name === name ? [venue.address] : [])),
  bitcoin: undefined,
  unknown: undefined,
}

function evmContractsOf(name: string, chainId: number): readonly string[] {
  const found = contractsByVenue[name]?.[chainId]
  if (found === undefined) return []
  if (typeof found === 'string') return [found]
  return found.spender === permit2 ? [found.address] : [found.address, found.spender]
}

/** The name of the venue that publishes this address for a chain. */
export function venueAt(address: string, kind: ChainKind, chainId: number): string | undefined {
  const isHere = (known: string) => addressKey(known) === addressKey(address)
  return venueNames.find((name) => contractsOf(name, kind, chainId).some(isHere))
}

/** The spender of a well-known router, when it is another contract. */
export function spenderFor(router: string, chainId: number): string | undefined {
  return Object.values(contractsByVenue)
    .flatMap(({ [chainId]: found }) => (typeof found === 'object' ? found : []))
    .find(({ address }) => isSameAddress(address, router))?.spender
}
