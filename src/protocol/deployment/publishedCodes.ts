/**
 * The run-time code of a contract as its developers publish it. Immutables differ from chain to chain, and the metadata
 * at the end is no code: both are left out of the hash.
 */
export type PublishedCode = {
  /** The name in the list of venues. */
  readonly venue: string
  /** The npm package whose artifact it is. */
  readonly source: string
  readonly bytes: number
  /** How many bytes of metadata are at the end. */
  readonly metadata: number
  /** Where the 32 bytes of an immutable begin; they are zero in the hash. */
  readonly immutables: readonly number[]
  /** Keccak-256. */
  readonly hash: string
}

/** Routers that Uniswap publishes, and the pools of Stargate's second version, which have the same code on every chain. */
export const publishedCodes: readonly PublishedCode[] = [
  {
    venue: 'uniswap-v2',
    source: '@uniswap/v2-periphery@1.1.0-beta.0 build/UniswapV2Router02.json',
    bytes: 21_943,
    metadata: 53,
    immutables: [
      428, 3677, 3736, 4053, 4295, 4549, 4760, 4971, 5028, 5455, 5874, 6116, 6324, 6358, 6817, 7710, 8098, 8306, 8569,
      8799, 9004, 9153, 9216, 9641, 9843, 10_010, 10_223, 10_484, 10_716, 10_845, 10_908, 11_743, 12_401, 12_442,
      12_490, 12_524, 12_967, 13_346, 13_398, 13_432, 13_484, 13_613, 14_151, 14_381, 14_583, 14_732, 14_795, 17_482,
      17_549, 18_413, 18_894, 20_297, 20_522, 20_650,
    ],
    hash: '0x17b08ea907c85d5153bcd819413058ce86f5635b41357a9444eafbd015087ae3',
  },
  {
    venue: 'uniswap-v3',
    source: '@uniswap/v3-periphery@1.0.0 to 1.4.4 artifacts/contracts/SwapRouter.sol/SwapRouter.json',
    bytes: 12_070,
    metadata: 12,
    immutables: [303, 1411, 1709, 1863, 1927, 2225, 3526, 5132, 7235, 7331, 7460, 7718],
    hash: '0x9e9c509dffd9d77ec62b94df15d0dcc2d93643e6d26b7cb6bf9c8e6e3f03a27b',
  },
  {
    venue: 'uniswap-v3-router02',
    source: '@uniswap/swap-router-contracts@1.1.0 to 1.3.1 artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
    bytes: 24_497,
    metadata: 12,
    immutables: [
      705, 2876, 3170, 3382, 4066, 4781, 5079, 5246, 5707, 5743, 5807, 6105, 6938, 7756, 7836, 9439, 11_663, 11_759,
      11_888, 12_226, 12_677, 12_966, 15_579,
    ],
    hash: '0x8953825062b1150586488e61c6edfa382e3fe808b7ecf077e66feddc329537b6',
  },
  {
    venue: 'uniswap-universal-router',
    source: '@uniswap/universal-router@2.0.0 out/UniversalRouter.sol/UniversalRouter.json',
    bytes: 19_540,
    metadata: 53,
    immutables: [
      47, 158, 1097, 1319, 1457, 1763, 4677, 5560, 5593, 6183, 6217, 7348, 7719, 8290, 8996, 9304, 9553, 10_381, 10_630,
      12_006, 12_089, 13_153, 14_275, 14_308, 17_179, 17_324, 17_588, 17_973, 19_013,
    ],
    hash: '0xb4c3bc9c554f4f2d4c4341561bcf7a5c0c23da14537e85324bf662104bedd33d',
  },
  {
    venue: 'uniswap-universal-router',
    source: '@uniswap/universal-router@2.0.0 artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
    bytes: 14_284,
    metadata: 12,
    immutables: [
      27, 100, 766, 884, 981, 1192, 3247, 3965, 3998, 4438, 4472, 5219, 5506, 5920, 6424, 6669, 6832, 7438, 7595, 8623,
      8657, 9464, 10_334, 10_367, 12_464, 12_553, 12_744, 13_051, 13_830,
    ],
    hash: '0xbebd4cc37d6546373e8a531ab870d8aa9a16ef9b0a8eb0f5e27c8477a3f91cb5',
  },
  {
    venue: 'uniswap-universal-router',
    source: '@uniswap/universal-router@2.1.0 artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
    bytes: 18_469,
    metadata: 12,
    immutables: [
      29, 102, 777, 895, 1085, 1299, 1340, 1544, 1612, 4613, 5331, 5364, 5804, 5838, 6585, 6875, 7289, 7793, 8038, 8201,
      8807, 8964, 9769, 10_002, 11_092, 11_126, 11_974, 13_343, 13_376, 13_892, 13_946, 14_025, 14_063, 14_135, 16_459,
      16_548, 16_739, 17_046, 17_825,
    ],
    hash: '0xcad74fa0b29284707f691b4994be55abd8b7994543325853401e72bf46b6e84b',
  },
  {
    venue: 'uniswap-universal-router-v1',
    source: '@uniswap/universal-router@1.4.3 artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
    bytes: 18_307,
    metadata: 12,
    immutables: [
      1566, 1658, 1794, 5729, 5985, 7201, 7234, 8241, 8274, 8896, 9287, 9678, 10_214, 11_012, 11_105, 11_192, 11_254,
      12_386, 12_469, 12_556, 12_644, 12_914, 13_393, 13_498, 13_978, 14_236, 15_604, 16_839, 16_872, 17_792, 17_826,
    ],
    hash: '0x3d1f1ae19a297ac2ece9c668a41f0265512d914a4618af9df82419739b9a3a4e',
  },
  {
    venue: 'stargate-usdc',
    source: '@stargatefinance/stg-evm-v2@2.0.6 deployments/*-mainnet/StargatePoolUSDC.json',
    bytes: 23_555,
    metadata: 53,
    immutables: [
      1723, 1796, 1903, 2073, 2261, 2399, 2822, 2907, 3633, 3740, 4244, 4600, 4757, 4799, 5560, 5783, 7089, 7434, 8458,
      8567, 8841, 8900, 9013, 9465, 9564, 9957, 10_148, 10_364, 10_637, 10_702, 10_801, 11_367, 11_414, 11_513, 11_980,
      12_493, 13_193, 13_486, 13_528, 14_135, 14_792, 14_982, 15_017, 15_390, 17_151, 18_670,
    ],
    hash: '0x8ade918655ee2d27d1723bc2e0b5150977b1e48358d7e4f21cfad9f15431329a',
  },
  {
    venue: 'stargate-usdt',
    source: '@stargatefinance/stg-evm-v2@2.0.6 deployments/*-mainnet/StargatePoolUSDT.json',
    bytes: 23_741,
    metadata: 53,
    immutables: [
      1744, 1817, 1924, 2094, 2261, 2399, 2822, 2907, 3633, 3740, 4244, 4600, 4757, 4799, 5560, 5783, 7089, 7434, 8458,
      8567, 8841, 8900, 9013, 9426, 9517, 9688, 9794, 10_176, 10_275, 10_668, 10_859, 11_075, 11_348, 11_413, 11_512,
      12_165, 12_678, 13_378, 13_671, 13_713, 14_323, 14_980, 15_170, 15_205, 15_576, 17_337, 18_856,
    ],
    hash: '0xf70b49914199614431a27b0f9506d5a9633d007a88ed29a979a97854c61c366e',
  },
  {
    venue: 'stargate-eth',
    source: '@stargatefinance/stg-evm-v2@2.0.6 deployments/*-mainnet/StargatePoolNative.json',
    bytes: 22_628,
    metadata: 53,
    immutables: [
      1701, 1774, 1849, 1987, 2154, 2292, 2675, 2760, 3609, 3716, 4220, 4576, 4733, 4775, 5536, 5759, 7065, 7410, 8434,
      8543, 8817, 8876, 8989, 9363, 9462, 9855, 10_046, 10_262, 10_535, 10_600, 10_699, 11_352, 11_857, 12_568, 12_861,
      12_903, 13_508, 14_551, 17_519,
    ],
    hash: '0x3bd0dc25aefdf4bcc91760ba101ba9c1556b264367d5331205efb6afe4d0a206',
  },
]
