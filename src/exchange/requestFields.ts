import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { addressKind } from '../domain/chainKinds'
import type { RequestMember } from '../protocol/request'
import { type ExchangeContext, listingOf, type SwapSide } from './context'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import type { LocalSolana } from './localSolana'

/** Reads the members of a request. `undefined` is a member that has a problem. */
export type RequestReader = {
  /** One sentence for each problem so far. */
  readonly problems: readonly string[]
  readonly refuse: (problem: string) => undefined
  /** Accepts only the specified type: `expected` completes the sentence "must be …". */
  readonly strict: <Value>(member: RequestMember<Value>, name: string, expected: string) => Value | undefined
  readonly integer: (member: RequestMember<number>, name: string) => number | undefined
  readonly id: (member: RequestMember<number>, name: string) => number | undefined
}

export function createRequestReader(): RequestReader {
  const problems: string[] = []
  const refuse = (problem: string) => {
    problems.push(problem)
    return undefined
  }
  const strict: RequestReader['strict'] = (member, name, expected) => {
    if (member.is === 'missing') return refuse(`${name} is missing.`)
    if (member.is === 'wrong type' || member.isCoerced) return refuse(`${name} must be ${expected}.`)
    return member.value
  }
  const integer: RequestReader['integer'] = (member, name) => strict(member, name, 'a whole number')
  const id: RequestReader['id'] = (member, name) => {
    const read = integer(member, name)
    return read !== undefined && read < 0 ? refuse(`${name} must be a whole number.`) : read
  }
  return { problems, refuse, strict, integer, id }
}

type TokenUnit = { readonly symbol: string; readonly decimals: number }

/** Decimal text without an exponent in a token's smallest units. */
export function parseUnits(
  { refuse }: RequestReader,
  name: string,
  amount: string,
  { symbol, decimals }: TokenUnit,
): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.replace(/0+$/, '').length > decimals)
    return refuse(`${name} has more than the ${decimals} decimals of ${symbol}.`)
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return units < 2n ** 127n ? units : refuse(`${name} is more ${symbol} than can exist.`)
}

/** An address on an EVM chain that can own a position there. */
export function evmRecipientField(
  reader: RequestReader,
  member: RequestMember<string>,
  name: string,
  evm: LocalEvmExchange | undefined,
): Address | undefined {
  const written = reader.strict(member, name, 'an address as text')
  if (written === undefined) return undefined
  const kind = addressKind(written)
  return kind === 'evm'
    ? evmAddress(reader, written, name, evm)
    : reader.refuse(wrongKind(name, kind, 'an EVM address'))
}

/** An address on the chain of one side of a swap; while that side is unknown, of any kind of this exchange. */
export function partyField(
  reader: RequestReader,
  member: RequestMember<string>,
  name: string,
  side: SwapSide | undefined,
  { solana }: ExchangeContext,
): string | undefined {
  const written = reader.strict(member, name, 'an address as text')
  if (written === undefined) return undefined
  const kind = addressKind(written)
  if (kind === 'evm' && side?.kind !== 'solana')
    return evmAddress(reader, written, name, side?.kind === 'evm' ? side.evm : undefined)
  if (kind === 'solana' && solana && side?.kind !== 'evm') return solanaAddress(reader, written, name, solana)
  if (kind === 'solana' && !solana)
    return reader.refuse(`${name} is a Solana address, and there is no Solana chain in this deployment.`)
  return reader.refuse(wrongKind(name, kind, side && addressOnChain(side)))
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

function solanaAddress({ refuse }: RequestReader, written: string, name: string, solana: LocalSolana) {
  if (/^1+$/.test(written)) return refuse(`${name} is the system program, which belongs to nobody.`)
  if (solana.tokens.some(({ address }) => address === written))
    return refuse(`${name} is the mint of a token: what is sent there is lost.`)
  return written
}

function evmAddress({ refuse }: RequestReader, written: string, name: string, evm: LocalEvmExchange | undefined) {
  const isOneCase = /^0x([\da-f]+|[\dA-F]+)$/.test(written)
  if (!isOneCase && !isAddress(written)) return refuse(`${name} has a wrong checksum: one of its letters is mistyped.`)
  const address = getAddress(written)
  if (address === zeroAddress) return refuse(`${name} is the zero address, which belongs to nobody.`)
  if (evm?.tokens.some((token) => token.address === address))
    return refuse(`${name} is the contract of a token: what is sent there is lost.`)
  return address
}
