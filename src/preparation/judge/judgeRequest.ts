import { type Amount, parseAmount } from '../../domain/amount'
import type { Chain } from '../../domain/chain'
import { addressKind } from '../../domain/chainKinds'
import type { Token } from '../../domain/token'
import type { DecodedMembers, Members } from '../../protocol/decoder'
import type { DecodeResult, RawResponse } from '../../protocol/envelope'
import type { JsonObject } from '../../protocol/json/json'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { decodeRequest } from '../../protocol/request'
import type { PrepareDeps } from '../prepareDeps'
import { BadJudgeInput } from './judgeFile'

/** The inputs of the judge in addition to those for preparing a plan: the pools of a network, for deposits. */
export type JudgeDeps = PrepareDeps & {
  readonly pools: (network: string) => Promise<readonly ReadPool[]>
}

/** The members of a request. Throws `BadJudgeInput` that names the first that is missing or of another type. */
export function given<Of extends Members>(members: Of, request: JsonObject): DecodedMembers<Of> {
  const entries = Object.entries(decodeRequest<Members>(members, request)).map(([name, found]) => {
    if (found.is === 'missing') throw new BadJudgeInput(`"request" has no ${name}.`)
    if (found.is === 'wrong type') throw new BadJudgeInput(`${name} of "request" is of another type than specified.`)
    return [name, found.value] as const
  })
  // Each member was decoded by the decoder of exactly this type.
  return Object.fromEntries(entries) as DecodedMembers<Of>
}

export function tokenById(id: number, name: string, tokens: readonly Token[]): Token {
  const token = tokens.find((token) => token.id === id)
  if (!token) throw new BadJudgeInput(`${name} ${id} of "request" is not in the service's list of chains.`)
  return token
}

/** Who signs. Throws `BadJudgeInput` where that is no address of the chain: nothing of it can be asked or simulated. */
export function accountOn({ kind, name }: Chain, address: string, what: string): string {
  if (kind === 'unknown' || addressKind(address) === kind) return address
  throw new BadJudgeInput(`${what} is ${address}, which is no account on ${name}.`)
}

/** The value of an answer. Throws `BadJudgeInput` for a refusal and for what no decoder reads. */
export function answered<Value>(result: DecodeResult<Value>, name = 'answer'): Value {
  if (result.is === 'answer') return result.value
  throw new BadJudgeInput(
    `"${name}" is not an answer with a plan in it (${result.refusal.code}): give the whole body that the service sent.`,
  )
}

/** A list of the gateway's. Throws `BadJudgeInput` where it has none: no file can be judged with it. */
export function listed<Value>(result: DecodeResult<Value>, what: string): Value {
  if (result.is === 'answer') return result.value
  throw new BadJudgeInput(`The gateway has no list of ${what} (${result.refusal.code}): nothing can be judged with it.`)
}

export function amountOf(token: Token, text: string, name: string): Amount {
  const typed = parseAmount(token, text)
  if (typed.is === 'amount') return typed.amount
  throw new BadJudgeInput(`"${name}" is not an amount of ${token.symbol}.`)
}

export function rawResponse(text: string, receivedAt: number): RawResponse {
  return { status: 201, contentType: 'application/json', retryAfter: undefined, receivedAt, text }
}
