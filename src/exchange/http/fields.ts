import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { addressKind } from '../../domain/address'
import { plainDecimal } from '../../protocol/decimal'
import { type JsonObject, member, numberText } from '../../protocol/json'
import type { ExchangeContext } from '../context'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import type { LocalSolana } from '../solana/localSolana'
import { listingOf, type SwapSide } from '../swap/swapSide'

/** One member of a request as it was meant, or the sentence that says what is wrong with it. */
export type RequestField<Value> = { readonly value: Value } | { readonly problem: string }

export function problemsOf(parts: readonly RequestField<unknown>[]): readonly string[] {
  return parts.flatMap((part) => ('problem' in part ? [part.problem] : []))
}

/** The value, once it is known that there is no problem. */
export function fieldValue<Value>(part: RequestField<Value>): Value {
  if ('problem' in part) throw new StillProblematic(part.problem)
  return part.value
}

export function readId(body: JsonObject, name: string): RequestField<number> {
  const written = member(body, name)
  if (written === undefined) return { problem: `${name} is missing.` }
  const digits = numberText(written)
  if (digits === undefined || !/^\d{1,15}$/.test(digits)) return { problem: `${name} must be a whole number.` }
  return { value: Number(digits) }
}

export function readInteger(body: JsonObject, name: string): RequestField<number> {
  const written = member(body, name)
  if (written === undefined) return { problem: `${name} is missing.` }
  const digits = numberText(written)
  if (digits === undefined || !/^-?\d{1,15}$/.test(digits)) return { problem: `${name} must be a whole number.` }
  return { value: Number(digits) }
}

export function readFlag(body: JsonObject, name: string): RequestField<boolean> {
  const written = member(body, name) ?? false
  return typeof written === 'boolean' ? { value: written } : { problem: `${name} must be true or false.` }
}

type Unit = { readonly symbol: string; readonly decimals: number }

/** Plain decimal text in a token's smallest units. */
export function parseUnits(name: string, amount: string, { symbol, decimals }: Unit): RequestField<bigint> {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.replace(/0+$/, '').length > decimals)
    return { problem: `${name} has more than the ${decimals} decimals of ${symbol}.` }
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (units >= 2n ** 127n) return { problem: `${name} is more ${symbol} than can exist.` }
  return { value: units }
}

/** A JSON number that is no less than zero, as plain decimal text with all its digits. */
export function readDecimalNumber(body: JsonObject, name: string): RequestField<string> {
  const written = member(body, name)
  if (written === undefined) return { problem: `${name} is missing.` }
  const plain = plainDecimal(numberText(written) ?? '')
  if (plain === undefined || plain.startsWith('-')) return { problem: `${name} must be a number that is not negative.` }
  return { value: plain }
}

/** The address of somebody who can own something on this EVM chain. */
export function readEvmRecipient(
  body: JsonObject,
  name: string,
  evm: LocalEvmExchange | undefined,
): RequestField<Address> {
  const written = readText(body, name)
  if ('problem' in written) return written
  const kind = addressKind(written.value)
  return kind === 'evm' ? readEvmAddress(written.value, name, evm) : { problem: misfit(name, kind, 'an EVM address') }
}

/** The address of somebody on the chain of one side of a swap; without a side, of any kind this exchange has. */
export function readParty(
  body: JsonObject,
  name: string,
  side: SwapSide | undefined,
  { solana }: ExchangeContext,
): RequestField<string> {
  const written = readText(body, name)
  if ('problem' in written) return written
  const kind = addressKind(written.value)
  const wanted = side
    ? `${kindNames[side.kind]}, because ${side.token.symbol} is on ${listingOf(side).name}`
    : undefined
  if (kind === 'evm' && side?.kind !== 'solana')
    return readEvmAddress(written.value, name, side?.kind === 'evm' ? side.evm : undefined)
  if (kind === 'solana' && solana && side?.kind !== 'evm') return readSolanaAddress(written.value, name, solana)
  if (kind === 'solana' && !solana)
    return { problem: `${name} is a Solana address, and there is no Solana chain in this deployment.` }
  return { problem: misfit(name, kind, wanted) }
}

const kindNames = { evm: 'an EVM address', solana: 'a Solana address' }

function misfit(name: string, kind: ReturnType<typeof addressKind>, wanted: string | undefined): string {
  if (kind === 'bitcoin') return `${name} is a Bitcoin address, and there is no Bitcoin chain in this deployment.`
  if (kind === undefined || wanted === undefined) return `${name} is not an address of any known kind.`
  return `${name} must be ${wanted}.`
}

function readText(body: JsonObject, name: string): RequestField<string> {
  const written = member(body, name)
  if (written === undefined) return { problem: `${name} is missing.` }
  return typeof written === 'string' ? { value: written } : { problem: `${name} must be an address as text.` }
}

function readSolanaAddress(written: string, name: string, solana: LocalSolana): RequestField<string> {
  if (/^1+$/.test(written)) return { problem: `${name} is the system program, which belongs to nobody.` }
  if (solana.tokens.some(({ address }) => address === written))
    return { problem: `${name} is the mint of a token: what is sent there is lost.` }
  return { value: written }
}

function readEvmAddress(written: string, name: string, evm: LocalEvmExchange | undefined): RequestField<Address> {
  const isOneCase = /^0x([\da-f]+|[\dA-F]+)$/.test(written)
  if (!isOneCase && !isAddress(written))
    return { problem: `${name} has a wrong checksum: one of its letters is mistyped.` }
  const address = getAddress(written)
  if (address === zeroAddress) return { problem: `${name} is the zero address, which belongs to nobody.` }
  if (evm?.tokens.some((token) => token.address === address))
    return { problem: `${name} is the contract of a token: what is sent there is lost.` }
  return { value: address }
}

/** A value was taken before its problems were told. */
export class StillProblematic extends Error {
  override readonly name = 'StillProblematic'
}
