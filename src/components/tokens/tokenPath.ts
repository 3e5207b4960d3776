import { networkOf } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { refOf } from '../../domain/tokenPair'
import type { Deployment } from '../../protocol/deployment/deployment'
import { encodeSegment } from '../pools/poolPath'

/** The path of a token's page: `/tokens/Harbor/native`, `/tokens/Harbor/0x…`. A percent sign is encoded twice, as in `poolPath`. */
export function tokenPath(token: Token): string {
  const network = networkOf(token.chain).replaceAll('%', '%25')
  return `/tokens/${encodeSegment(network)}/${encodeSegment(refOf(token).address)}`
}

/** The list of the pools of a network with this token. */
export function tokenPoolsPath(deployment: Deployment, token: Token): string {
  const q = `token:${addressInPools(deployment, token) ?? token.symbol}`
  return `/pools?${new URLSearchParams({ network: networkOf(token.chain), q })}`
}

/** The address by which pools name a token: a native coin is in them in its wrapped form, where the deployment names one. */
export function addressInPools({ chains }: Deployment, { chain, address, isNative }: Token): string | undefined {
  return isNative ? chains.find(({ chainId }) => chainId === chain.chainId)?.wrappedNative : address
}
