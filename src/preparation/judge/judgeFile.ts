import { type Amount, parseAmount } from '../../domain/amount'
import type { Chain } from '../../domain/chain'
import { addressKind } from '../../domain/chainKinds'
import type { Token } from '../../domain/token'
import type { DecodedMembers, Members } from '../../protocol/decoder'
import type { DecodeResult, RawResponse } from '../../protocol/envelope'
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  NotJson,
  numberText,
  parseJson,
  writeJson,
} from '../../protocol/json/json'
import { repeatedMember } from '../../protocol/json/repeatedMember'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { decodeRequest } from '../../protocol/request'
import type { PrepareDeps } from '../prepareDeps'

/** A request of the service and its answer, both word for word, as someone kept them. */
export type JudgeFile = {
  /** The body of `POST /api/swap/native` or of `POST /api/amm/interactions/add`. */
  readonly request: JsonObject
  /** The answer's text: digits are kept. */
  readonly answer: string
  /** An earlier answer that was agreed to: the answer is judged as its renewal. */
  readonly accepted: string | undefined
  /** The signer of a deposit, whose request names only the owner of the position. */
  readonly sender: string | undefined
  /** The pool's address, where a network has several of the pair. */
  readonly pool: string | undefined
  /** Deposits: how much less of either token may be taken. */
  readonly toleranceBps: number | undefined
}

const known = ['request', 'answer', 'accepted', 'sender', 'pool', 'toleranceBps']

/** Reads `{ "request": …, "answer": … }`. Throws `BadJudgeInput` with what is wrong and what is expected. */
export function readJudgeFile(text: string): JudgeFile {
  const file = parse(text)
  if (!isObject(file)) throw new BadJudgeInput('The input is not a JSON object with "request" and "answer".')
  const repeated = repeatedMember(text)
  if (repeated !== undefined)
    throw new BadJudgeInput(`The input has the member "${repeated}" twice: which of them was sent is not known.`)
  const strange = Object.keys(file).filter((name) => !known.includes(name))
  if (strange.length > 0)
    throw new BadJudgeInput(`The input has a member "${strange[0]}"; known are ${known.join(', ')}.`)
  const request = member(file, 'request')
  if (!isObject(request)) throw new BadJudgeInput('"request" is not an object: give the body of the request.')
  const answer = member(file, 'answer')
  if (answer === undefined)
    throw new BadJudgeInput('"answer" is missing: give the answer of the service, word for word.')
  const accepted = member(file, 'accepted')
  if (accepted !== undefined && isDeposit(request))
    throw new BadJudgeInput('"accepted" is for swaps: the renewal of a deposit cannot be judged.')
  return {
    request,
    answer: writeJson(answer),
    accepted: accepted === undefined ? undefined : writeJson(accepted),
    sender: textIn(file, 'sender'),
    pool: textIn(file, 'pool'),
    toleranceBps: toleranceIn(file),
  }
}

function parse(text: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof NotJson) throw new BadJudgeInput(`The input is not JSON: ${error.message}`, { cause: error })
    throw error
  }
}

function textIn(file: JsonObject, name: string): string | undefined {
  const value = member(file, name)
  if (value === undefined || typeof value === 'string') return value
  throw new BadJudgeInput(`"${name}" is not a text.`)
}

function toleranceIn(file: JsonObject): number | undefined {
  const value = member(file, 'toleranceBps')
  if (value === undefined) return undefined
  const text = numberText(value)
  if (text === undefined || !/^\d{1,5}$/.test(text) || Number(text) > all)
    throw new BadJudgeInput(`"toleranceBps" is not a whole number from 0 to ${all}.`)
  return Number(text)
}

/** In basis points. */
const all = 10_000

/** The request of a swap has one amount. */
export function isDeposit(request: JsonObject): boolean {
  return member(request, 'amountA') !== undefined
}

/** The input cannot be judged: it is no request with its answer, or does not fit the deployment. */
export class BadJudgeInput extends Error {
  override readonly name = 'BadJudgeInput'
}

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

/** The account that signs. Throws `BadJudgeInput` if it is not an address of the chain: no node could simulate it. */
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
