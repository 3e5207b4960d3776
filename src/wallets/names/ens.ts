import { type Client, createClient, custom, getAddress, isAddress } from 'viem'
import { getEnsAddress, getEnsName, normalize, toCoinType } from 'viem/ens'
import { ccipRequest } from 'viem/utils'
import { revertDataOf } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { attempt } from '../../domain/attempt'
import type { EnsSettings } from '../../protocol/deployment/deployment'
import { parseUrl } from '../url'
import type { Rpc } from '../wallets'

/** The address of a name on one chain. */
export type NamedAddress =
  | { readonly is: 'found'; readonly name: string; readonly address: string }
  | { readonly is: 'unknown' }
  /** Not a name that can be registered: a forbidden or look-alike character. */
  | { readonly is: 'malformed' }
  /** The record is kept by a server that this deployment does not ask (CCIP-Read). */
  | { readonly is: 'off chain' }
  /** The name's address is a contract of the registry's chain, which need not exist on this one. */
  | { readonly is: 'contract' }
  /** Solana: the name is owned by a program, which cannot be paid. */
  | { readonly is: 'program' }
  /** Solana: the name is a token, and payments go to its holder. */
  | { readonly is: 'token' }
  /** Solana: the name has a record whose origin cannot be checked. */
  | { readonly is: 'unclear record' }

export type EnsDeps = { readonly rpc: (chainId: number) => Rpc; readonly settings: EnsSettings }

/**
 * The address of a name, for one chain if it is given: the name's record for that chain, else its main address if a key
 * holds it, which is the same on every chain. Throws when the registry's node does not answer.
 */
export async function resolveName(deps: EnsDeps, typed: string, chainId?: number): Promise<NamedAddress> {
  const name = normalized(typed)
  if (name === undefined) return { is: 'malformed' }
  const reader = readerOf(deps)
  try {
    const isElsewhere = chainId !== undefined && chainId !== deps.settings.chainId
    const own = isElsewhere ? await addressOf(reader, name, toCoinType(chainId)) : undefined
    const address = own ?? (await addressOf(reader, name))
    if (address === undefined) return { is: 'unknown' }
    if (isElsewhere && own === undefined && !(await isHeldByKey(deps.rpc(deps.settings.chainId), address)))
      return { is: 'contract' }
    return { is: 'found', name, address }
  } catch (error) {
    if (reader.wasOffChain()) return { is: 'off chain' }
    throw error
  }
}

/** The name of an address if both directions agree: reverse and forward resolution. */
export async function nameOf(deps: EnsDeps, address: string): Promise<string | undefined> {
  if (!isAddress(address, { strict: false })) return undefined
  const reader = readerOf(deps)
  try {
    const universalResolverAddress = reader.resolver
    const name = await getEnsName(reader.client, { address: getAddress(address), universalResolverAddress })
    if (name === null || normalized(name) !== name) return undefined
    const forward = await addressOf(reader, name)
    return isSameAddress(forward, address) ? name : undefined
  } catch (error) {
    if (reader.wasOffChain()) return undefined
    throw error
  }
}

type Reader = {
  readonly client: Client
  readonly resolver: `0x${string}`
  /** Whether the registry pointed to a server. */
  readonly wasOffChain: () => boolean
}

function readerOf({ rpc, settings }: EnsDeps): Reader {
  let wasOffChain = false
  const { chainId, universalResolver, gateways } = settings
  const client = createClient({
    ccipRead: gateways.length > 0 && { request: (request) => ccipRequest(allowedOnly(request, gateways)) },
    transport: custom(
      {
        request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
          try {
            return await rpc(chainId)(method, params ?? [])
          } catch (error) {
            wasOffChain ||= revertDataOf(error)?.startsWith(offchainLookup) ?? false
            throw error
          }
        },
      },
      { retryCount: 0 },
    ),
  })
  return { client, resolver: getAddress(universalResolver), wasOffChain: () => wasOffChain }
}

/** The selector of `OffchainLookup` (ERC-3668). */
const offchainLookup = '0x556f1830'

type LookupRequest = Parameters<typeof ccipRequest>[0]

/** The contract names the servers; only those of the deployment are asked. */
function allowedOnly(request: LookupRequest, gateways: readonly string[]): LookupRequest {
  const urls = request.urls.filter((url) => gateways.includes(parseUrl(url)?.origin ?? ''))
  if (urls.length === 0) throw new NoGateway(request.urls)
  return { ...request, urls }
}

async function addressOf({ client, resolver }: Reader, name: string, coinType?: bigint): Promise<string | undefined> {
  const found = await getEnsAddress(client, {
    name,
    universalResolverAddress: resolver,
    ...(coinType === undefined ? {} : { coinType }),
  })
  return found !== null && isAddress(found, { strict: false }) ? getAddress(found) : undefined
}

/** Whether the address is an EOA, perhaps with a delegation (EIP-7702), rather than a contract. */
export async function isHeldByKey(rpc: Rpc, address: string): Promise<boolean> {
  const code = String(await rpc('eth_getCode', [address, 'latest']))
  return code === '0x' || /^0xef0100/i.test(code)
}

/** `undefined` for a name that cannot be registered (ENSIP-15). */
function normalized(name: string): string | undefined {
  return attempt(() => normalize(name.trim()))
}

/** A name is kept by servers that the deployment does not allow. */
class NoGateway extends Error {
  override readonly name = 'NoGateway'

  constructor(urls: readonly string[]) {
    super(`No server of this deployment keeps the name, only ${urls.join(', ').slice(0, 200)}.`)
  }
}
