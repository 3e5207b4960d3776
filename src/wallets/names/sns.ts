import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, sha256, stringToBytes } from 'viem'
import { memberOf } from '../../chain/rpc'
import { isSolanaAddress } from '../../domain/address'
import { attempt } from '../../domain/attempt'
import { isSameBytes } from '../../domain/bytes'
import { fromBase58, fromBase64, toBase58 } from '../../domain/encodings'
import { errorClass } from '../../domain/errorClass'
import { isOnCurve, programAddress } from '../../guard/decode/solana/ed25519'
import type { Rpc } from '../wallets'
import type { NamedAddress } from './ens'

/**
 * The address of a `.sol` name by the rules of SNS-IP 5, except that names held as tokens are refused: a signed record
 * of the current owner, else the owner. When anything is unclear, the name has no address. Throws when the node does
 * not answer.
 */
export async function resolveSolName(rpc: Rpc, typed: string): Promise<NamedAddress> {
  const name = typed.trim().toLowerCase()
  const label = /^([a-z0-9][a-z0-9_-]{0,62})\.sol$/.exec(name)?.[1]
  if (label === undefined) return { is: 'malformed' }
  const keys = nameKeys(label)
  const [domain, token, record, oldRecord] = await accountsAt(rpc, [
    [keys.domain, program.names],
    [keys.token, program.tokenizer],
    [keys.record, program.names],
    [keys.oldRecord, program.names],
  ])
  const owner = domain && registryOf(domain, solRoot)?.owner
  if (!owner) return { is: 'unknown' }
  if (token?.[0] === activeToken) return { is: 'token' }
  const recorded = record ? readRecord(record, keys.domain, owner) : 'none'
  if (recorded === 'unclear') return { is: 'unclear record' }
  if (recorded !== 'none') return { is: 'found', name, address: recorded }
  const signed = oldRecord && readSignedRecord(oldRecord, keys, owner)
  if (signed) return { is: 'found', name, address: signed }
  return isOnCurve(owner) ? { is: 'found', name, address: toBase58(owner) } : { is: 'program' }
}

/** The primary name of an address, if the name resolves to the address. */
export async function solNameOf(rpc: Rpc, address: string): Promise<string | undefined> {
  const owner = isSolanaAddress(address) ? fromBase58(address) : undefined
  if (!owner) return undefined
  const favourite = programAddress([stringToBytes('favourite_domain'), owner], program.offers)
  const [chosen] = await accountsAt(rpc, [[favourite, program.offers]])
  if (chosen?.length !== 33) return undefined
  const reverse = nameAccount(toBase58(chosen.slice(1)), reverseLookup)
  const [entry] = await accountsAt(rpc, [[reverse, program.names]])
  const label = entry && readLabel(entry)
  if (label === undefined || toBase58(nameKeys(label).domain) !== toBase58(chosen.slice(1))) return undefined
  const forward = await resolveSolName(rpc, `${label}.sol`)
  return forward.is === 'found' && forward.address === address ? forward.name : undefined
}

/** The account of a `.sol` name, and those that say who receives for it. */
export function nameKeys(label: string) {
  const domain = nameAccount(label, undefined, solRoot)
  return {
    domain,
    token: programAddress([stringToBytes('nft_record'), domain], program.tokenizer),
    record: nameAccount('\x02SOL', recordKeeper, domain),
    oldRecord: nameAccount('\x01SOL', undefined, domain),
  }
}

/** An account of the name program, by the hash of what it is called. */
export function nameAccount(name: string, kind?: Uint8Array, parent?: Uint8Array): Uint8Array {
  const hashed = sha256(stringToBytes(`SPL Name Service${name}`), 'bytes')
  return programAddress([hashed, kind ?? nobody, parent ?? nobody], program.names)
}

/** The programs of the Solana Name Service, by its published sources. */
export const program = {
  names: known('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'),
  tokenizer: known('nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk'),
  offers: known('85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29'),
} as const

/** The account of `.sol` itself. */
export const solRoot = known('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')
/** The class of records whose keeper checked them, and of entries from a name's account to its name. */
export const recordKeeper = known('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
export const reverseLookup = known('33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z')

const nobody = new Uint8Array(32)
const activeToken = 2
/** Parent, owner and class of an account of the name program. */
const headerLength = 96

function registryOf(data: Uint8Array, parent: Uint8Array) {
  if (data.length < headerLength || !isSameBytes(data.slice(0, 32), parent)) return undefined
  return { owner: data.slice(32, 64), kind: data.slice(64, 96), content: data.slice(headerLength) }
}

/**
 * A record that the keeper checked: written by the owner of the name, and agreed to by the address in it, both as Solana
 * signatures. One of an earlier owner counts for nothing; any other form is unclear.
 */
function readRecord(data: Uint8Array, domain: Uint8Array, owner: Uint8Array): string {
  const registry = registryOf(data, domain)
  if (!registry || !isSameBytes(registry.kind, recordKeeper)) return 'unclear'
  const { content } = registry
  const [writtenBy, agreedBy] = [content[0], content[2]]
  const isBySolana = writtenBy === 1 && agreedBy === 1 && content[1] === 0 && content[3] === 0
  if (!isBySolana || content.length !== 8 + 3 * 32) return 'unclear'
  const [writer, agreeing, address] = [content.slice(8, 40), content.slice(40, 72), content.slice(72)]
  if (!isSameBytes(writer, owner)) return 'none'
  return isSameBytes(agreeing, address) ? toBase58(address) : 'unclear'
}

/** A record of the first form: an address, and the owner's signature of it with the record's own account. */
function readSignedRecord(data: Uint8Array, keys: ReturnType<typeof nameKeys>, owner: Uint8Array): string | undefined {
  const content = registryOf(data, keys.domain)?.content
  if (!content || content.length < 96) return undefined
  const [address, signature] = [content.slice(0, 32), content.slice(32, 96)]
  const message = stringToBytes(bytesToHex(concatBytes([address, keys.oldRecord])).slice(2))
  return attempt(() => ed25519.verify(signature, message, owner)) ? toBase58(address) : undefined
}

/** A name with its length before it, in four bytes. */
function readLabel(data: Uint8Array): string | undefined {
  const content = registryOf(data, nobody)?.content
  if (!content || content.length < 4) return undefined
  const length = new DataView(content.buffer, content.byteOffset, 4).getUint32(0, true)
  const text = new TextDecoder().decode(content.slice(4, 4 + length))
  return content.length >= 4 + length && /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text) ? text : undefined
}

/** The data of accounts that belong to the programs they should. */
async function accountsAt(
  rpc: Rpc,
  wanted: readonly (readonly [address: Uint8Array, owner: Uint8Array])[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const addresses = wanted.map(([address]) => toBase58(address))
  const answer = await rpc('getMultipleAccounts', [addresses, { encoding: 'base64', commitment: 'confirmed' }])
  const found = memberOf(answer, 'value')
  if (!Array.isArray(found) || found.length !== wanted.length) throw new NoAccounts()
  return wanted.map(([, owner], index) => {
    const account: unknown = found[index]
    const data = memberOf(memberOf(account, 'data'), '0')
    return memberOf(account, 'owner') === toBase58(owner) && typeof data === 'string' ? fromBase64(data) : undefined
  })
}

function known(address: string): Uint8Array {
  return fromBase58(address) ?? nobody
}

const NoAccounts = errorClass(
  'NoAccounts',
  () => 'The node answered with something else than the accounts that were asked for.',
)
