import { BaseError, type Client, getAddress, isAddress } from 'viem'
import { getEnsAddress, getEnsName, normalize, toCoinType } from 'viem/ens'
import { ccipRequest } from 'viem/utils'
import { memberOf, revertDataOf } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { attempt } from '../../domain/attempt'
import { errorClass } from '../../domain/errorClass'
import type { EnsSettings } from '../../protocol/deployment/deployment'
import { parseUrl } from '../url'
import { viemClient } from '../viemClient'
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
  try {
    const isElsewhere = chainId !== undefined && chainId !== deps.settings.chainId
    const own = isElsewhere ? await addressOf(deps, name, toCoinType(chainId)) : undefined
    const address = own ?? (await addressOf(deps, name))
    if (address === undefined) return { is: 'unknown' }
    if (isElsewhere && own === undefined && !(await isHeldByKey(deps.rpc(deps.settings.chainId), address)))
      return { is: 'contract' }
    return { is: 'found', name, address }
  } catch (error) {
    if (isOffChain(error)) return { is: 'off chain' }
    throw error
  }
}

/** The name of an address if both directions agree: reverse and forward resolution. */
export async function nameOf(deps: EnsDeps, address: string): Promise<string | undefined> {
  if (!isAddress(address, { strict: false })) return undefined
  try {
    const name = await getEnsName(clientOf(deps), { address: getAddress(address), ...resolverOf(deps) })
    if (name === null || normalized(name) !== name) return undefined
    const forward = await addressOf(deps, name)
    return isSameAddress(forward, address) ? name : undefined
  } catch (error) {
    if (isOffChain(error)) return undefined
    throw error
  }
}

function clientOf({ rpc, settings: { chainId, gateways } }: EnsDeps): Client {
  const isAnyAllowed = gateways.length > 0
  return viemClient(rpc(chainId), isAnyAllowed && { request: (request) => ccipRequest(allowedOnly(request, gateways)) })
}

/** Whether the name is stored on a server (ERC-3668) that viem may not request, or that failed. */
function isOffChain(error: unknown): boolean {
  const points = (each: unknown) =>
    memberOf(each, 'name') === 'OffchainLookupError' ||
    memberOf(each, 'signature') === offchainLookup ||
    revertDataOf(each)?.startsWith(offchainLookup) === true
  return error instanceof BaseError && error.walk(points) !== null
}

/** The selector of `OffchainLookup`. */
const offchainLookup = '0x556f1830'

type LookupRequest = Parameters<typeof ccipRequest>[0]

/** The contract names the servers; only those of the deployment are asked. */
function allowedOnly(request: LookupRequest, gateways: readonly string[]): LookupRequest {
  const urls = request.urls.filter((url) => gateways.includes(parseUrl(url)?.origin ?? ''))
  if (urls.length === 0) throw new NoGateway(request.urls)
  return { ...request, urls }
}

async function addressOf(deps: EnsDeps, name: string, coinType?: bigint): Promise<string | undefined> {
  const kind = coinType === undefined ? {} : { coinType }
  const found = await getEnsAddress(clientOf(deps), { name, ...resolverOf(deps), ...kind })
  return found !== null && isAddress(found, { strict: false }) ? getAddress(found) : undefined
}

function resolverOf({ settings }: EnsDeps) {
  return { universalResolverAddress: getAddress(settings.universalResolver) }
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
const NoGateway = errorClass(
  'NoGateway',
  (urls: readonly string[]) => `No server of this deployment keeps the name, only ${urls.join(', ').slice(0, 200)}.`,
)
