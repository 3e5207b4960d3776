import type { DeploymentChain } from './deployment'

const coinNames: Readonly<Record<string, string>> = {
  ETH: 'Ether',
  AVAX: 'Avalanche',
  MNT: 'Mantle',
  S: 'Sonic',
  FTM: 'Fantom',
}

/**
 * An upper bound for the message fee of a bridge, about 10 to 25 dollars. The default of 0.01 is too low where the
 * native coin costs a fraction of a dollar.
 */
const feeCeilings: Readonly<Record<string, string>> = {
  BNB: '0.03',
  xDAI: '10',
  POL: '40',
  S: '60',
  FTM: '40',
  HYPE: '0.5',
  MNT: '15',
  AVAX: '0.6',
  BERA: '5',
}

/**
 * Widely used EVM networks, so that a hosted service works before its operator has configured a chain: native coin,
 * canonical wrapped coin, block explorer, ceiling of native coin on top of the input. They have no RPC URLs: until the operator sets one, the app reads through the
 * person's wallet.
 */
export const knownChains: readonly DeploymentChain[] = [
  network(1, 'Ethereum', 'ETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'https://etherscan.io', 2),
  network(10, 'Optimism', 'ETH', '0x4200000000000000000000000000000000000006', 'https://optimistic.etherscan.io'),
  network(56, 'BNB Chain', 'BNB', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'https://bscscan.com', 3),
  network(100, 'Gnosis', 'xDAI', '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d', 'https://gnosisscan.io', 2),
  network(130, 'Unichain', 'ETH', '0x4200000000000000000000000000000000000006', 'https://uniscan.xyz'),
  network(137, 'Polygon', 'POL', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 'https://polygonscan.com', 3),
  network(146, 'Sonic', 'S', '0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38', 'https://sonicscan.org'),
  network(250, 'Fantom', 'FTM', '0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83', 'https://ftmscan.com'),
  network(324, 'ZKsync Era', 'ETH', '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91', 'https://explorer.zksync.io'),
  network(999, 'HyperEVM', 'HYPE', '0x5555555555555555555555555555555555555555', 'https://hyperevmscan.io'),
  network(5000, 'Mantle', 'MNT', '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8', 'https://mantlescan.xyz'),
  network(8453, 'Base', 'ETH', '0x4200000000000000000000000000000000000006', 'https://basescan.org'),
  network(42161, 'Arbitrum One', 'ETH', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'https://arbiscan.io'),
  network(43114, 'Avalanche', 'AVAX', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'https://snowtrace.io'),
  network(59144, 'Linea', 'ETH', '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f', 'https://lineascan.build'),
  network(80094, 'Berachain', 'BERA', '0x6969696969696969696969696969696969696969', 'https://berascan.com'),
  network(81457, 'Blast', 'ETH', '0x4300000000000000000000000000000000000004', 'https://blastscan.io'),
  network(534352, 'Scroll', 'ETH', '0x5300000000000000000000000000000000000004', 'https://scrollscan.com'),
  network(11155111, 'Sepolia', 'ETH', '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14', 'https://sepolia.etherscan.io', 2),
]

function network(
  chainId: number,
  name: string,
  symbol: string,
  wrappedNative: string,
  explorerUrl: string,
  confirmations = 1,
): DeploymentChain {
  const ceiling = feeCeilings[symbol]
  return {
    chainId,
    kind: 'evm',
    name,
    rpcUrls: [],
    wsUrl: undefined,
    explorerUrl,
    nativeCurrency: { name: coinNames[symbol] ?? symbol, symbol, decimals: 18 },
    wrappedNative,
    ...(ceiling === undefined ? {} : { feeCeiling: ceiling }),
    trusted: [],
    positionManager: undefined,
    confirmations,
    genesisHash: undefined,
  }
}
