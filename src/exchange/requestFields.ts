import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { addressKind } from '../domain/chainKinds'
import type { RequestMember } from '../protocol/request'
import type { ExchangeContext } from './context'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import type { LocalSolana } from './localSolana'
import { listingOf, type SwapSide } from './swap/swapSide'

/** A validated member of a request, or a sentence about its fault. */
export type RequestField<Value> = { readonly value: Value } | { readonly problem: string }

export function problemsOf(fields: readonly RequestField<unknown>[]): readonly string[] {
  return fields.flatMap((field) => ('problem' in field ? [field.problem] : []))
}

/** The value of a field that is known to have no problem. */
export function fieldValue<Value>(field: RequestField<Value>): Value {
  if ('problem' in field) throw new FieldHasProblem(field.problem)
  return field.value
}

/** Accepts only the specified type: `expected` completes the sentence "must be …". */
export function strictField<Value>(member: RequestMember<Value>, name: string, expected: string): RequestField<Value> {
  if (member.is === 'missing') return { problem: `${name} is missing.` }
  if (member.is === 'wrong type' || member.isCoerced) return { problem: `${name} must be ${expected}.` }
  return { value: member.value }
}

export function integerField(member: RequestMember<number>, name: string): RequestField<number> {
  return strictField(member, name, 'a whole number')
}

export function idField(member: RequestMember<number>, name: string): RequestField<number> {
  const id = integerField(member, name)
  return 'value' in id && id.value < 0 ? { problem: `${name} must be a whole number.` } : id
}

type TokenUnit = { readonly symbol: string; readonly decimals: number }

/** Decimal text without an exponent in a token's smallest units. */
export function parseUnits(name: string, amount: string, { symbol, decimals }: TokenUnit): RequestField<bigint> {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.replace(/0+$/, '').length > decimals)
    return { problem: `${name} has more than the ${decimals} decimals of ${symbol}.` }
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (units >= 2n ** 127n) return { problem: `${name} is more ${symbol} than can exist.` }
  return { value: units }
}

/** An address on an EVM chain that can own a position there. */
export function evmRecipientField(
  member: RequestMember<string>,
  name: string,
  evm: LocalEvmExchange | undefined,
): RequestField<Address> {
  const written = strictField(member, name, 'an address as text')
  if ('problem' in written) return written
  const kind = addressKind(written.value)
  return kind === 'evm' ? evmAddress(written.value, name, evm) : { problem: wrongKind(name, kind, 'an EVM address') }
}

/** An address on the chain of one side of a swap; while that side is unknown, of any kind of this exchange. */
export function partyField(
  member: RequestMember<string>,
  name: string,
  side: SwapSide | undefined,
  { solana }: ExchangeContext,
): RequestField<string> {
  const written = strictField(member, name, 'an address as text')
  if ('problem' in written) return written
  const kind = addressKind(written.value)
  if (kind === 'evm' && side?.kind !== 'solana')
    return evmAddress(written.value, name, side?.kind === 'evm' ? side.evm : undefined)
  if (kind === 'solana' && solana && side?.kind !== 'evm') return solanaAddress(written.value, name, solana)
  if (kind === 'solana' && !solana)
    return { problem: `${name} is a Solana address, and there is no Solana chain in this deployment.` }
  return { problem: wrongKind(name, kind, side && addressOnChain(side)) }
}

function addressOnChain(side: SwapSide): string {
  const kind = side.kind === 'evm' ? 'an EVM address' : 'a Solana address'
  return `${kind}, because ${side.token.symbol} is on ${listingOf(side).name}`
}

function wrongKind(name: string, kind: ReturnType<typeof addressKind>, expected: string | undefined): string {
  if (kind === 'bitcoin') return `${name} is a Bitcoin address, and there is no Bitcoin chain in this deployment.`
  if (kind === undefined || expected === undefined) return `${name} is not an address of any known kind.`
  return `${name} must be ${expected}.`
}

function solanaAddress(written: string, name: string, solana: LocalSolana): RequestField<string> {
  if (/^1+$/.test(written)) return { problem: `${name} is the system program, which belongs to nobody.` }
  if (solana.tokens.some(({ address }) => address === written))
    return { problem: `${name} is the mint of a token: what is sent there is lost.` }
  return { value: written }
}

function evmAddress(written: string, name: string, evm: LocalEvmExchange | undefined): RequestField<Address> {
  const isOneCase = /^0x([\da-f]+|[\dA-F]+)$/.test(written)
  if (!isOneCase && !isAddress(written))
    return { problem: `${name} has a wrong checksum: one of its letters is mistyped.` }
  const address = getAddress(written)
  if (address === zeroAddress) return { problem: `${name} is the zero address, which belongs to nobody.` }
  if (evm?.tokens.some((token) => token.address === address))
    return { problem: `${name} is the contract of a token: what is sent there is lost.` }
  return { value: address }
}

/** A value was used although the field has a problem. */
export class FieldHasProblem extends Error {
  override readonly name = 'FieldHasProblem'
}
