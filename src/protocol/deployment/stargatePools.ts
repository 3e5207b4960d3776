/** The tokens that a Stargate v2 pool takes and pays: its calldata names neither. */
export type StargatePool = {
  readonly chainId: number
  /** LayerZero's number of the chain. */
  readonly endpointId: number
  /** Stargate's number of the asset, the same on every chain. */
  readonly assetId: number
  readonly pool: string
  /** `undefined` for the native coin. */
  readonly token: string | undefined
  readonly decimals: number
}

const [usdc, usdt, eth] = [1, 2, 13] as const

type Asset = readonly [assetId: number, pool: string, token: string | undefined, decimals: number]

function on(chainId: number, endpointId: number, assets: readonly Asset[]): readonly StargatePool[] {
  return assets.map(([assetId, pool, token, decimals]) => ({ chainId, endpointId, assetId, pool, token, decimals }))
}

/** As in the deployment records of `@stargatefinance/stg-evm-v2` 2.0.6. No one compared them with a chain. */
export const stargatePools: readonly StargatePool[] = [
  ...on(1, 30_101, [
    [eth, '0x77b2043768d28E9C9aB44E1aBfC95944bcE57931', undefined, 18],
    [usdc, '0xc026395860Db2d07ee33e05fE50ed7bD583189C7', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    [usdt, '0x933597a323Eb81cAe705C5bC29985172fd5A3973', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
  ]),
  ...on(10, 30_111, [
    [eth, '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3', undefined, 18],
    [usdc, '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6],
    [usdt, '0x19cFCE47eD54a88614648DC3f19A5980097007dD', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6],
  ]),
  ...on(56, 30_102, [
    [usdc, '0x962Bd449E630b0d928f308Ce63f1A21F02576057', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18],
    [usdt, '0x138EB30f73BC423c6455C53df6D89CB01d9eBc63', '0x55d398326f99059fF775485246999027B3197955', 18],
  ]),
  ...on(137, 30_109, [
    [usdc, '0x9Aa02D4Fae7F58b8E8f34c66E756cC734DAc7fe4', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6],
    [usdt, '0xd47b03ee6d86Cf251ee7860FB2ACf9f91B9fD4d7', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6],
  ]),
  ...on(8453, 30_184, [
    [eth, '0xdc181Bd607330aeeBEF6ea62e03e5e1Fb4B6F7C7', undefined, 18],
    [usdc, '0x27a16dc786820B16E5c9028b75B99F6f604b5d26', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6],
  ]),
  ...on(42_161, 30_110, [
    [eth, '0xA45B5130f36CDcA45667738e2a258AB09f4A5f7F', undefined, 18],
    [usdc, '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6],
    [usdt, '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6],
  ]),
]

/** LayerZero's numbers of further chains, which say where money goes although no pool of theirs is listed. */
const furtherEndpoints: ReadonlyMap<number, number> = new Map([
  [30_106, 43_114],
  [30_112, 250],
  [30_145, 100],
  [30_183, 59_144],
  [30_214, 534_352],
])

export function stargatePoolAt(chainId: number | undefined, pool: string): StargatePool | undefined {
  return stargatePools.find((each) => each.chainId === chainId && each.pool.toLowerCase() === pool.toLowerCase())
}

export function stargatePoolFor(chainId: number | undefined, token: string | undefined): StargatePool | undefined {
  return stargatePools.find((each) => each.chainId === chainId && each.token?.toLowerCase() === token?.toLowerCase())
}

/** The pool of the same asset that pays out on the chain of an endpoint. */
export function payingPool(endpointId: number, assetId: number): StargatePool | undefined {
  return stargatePools.find((each) => each.endpointId === endpointId && each.assetId === assetId)
}

export function chainOfEndpoint(endpointId: number): number | undefined {
  return stargatePools.find((each) => each.endpointId === endpointId)?.chainId ?? furtherEndpoints.get(endpointId)
}
