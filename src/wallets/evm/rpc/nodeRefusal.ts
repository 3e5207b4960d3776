import { memberOf, revertDataOf } from '../../../chain/rpc'

/** The node understood the call and refused it. */
export class EvmNodeError extends Error {
  override readonly name = 'EvmNodeError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The source refused by its HTTP status, whose number is the code: another source may answer. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly code: number

  constructor(status: number, said = '') {
    super(`HTTP ${status} ${said.slice(0, 300)}`.trim())
    this.code = status
  }
}

/** The source takes no more calls for now. `wait`: milliseconds until it takes calls again, if it reports them. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
  readonly wait: number | undefined

  constructor(said: string, wait: number | undefined) {
    super(said)
    this.wait = wait
  }
}

/** An error in any form in which nodes and wallets send one: an object, a text, or a body with a status and a message. */
export function nodeErrorIn(said: unknown): EvmNodeError {
  const code = [memberOf(said, 'code'), memberOf(said, 'statusCode'), memberOf(said, 'status')].map(Number)
  const text = memberOf(said, 'message') ?? memberOf(said, 'error') ?? said
  return new EvmNodeError(
    code.find(Number.isInteger) ?? 0,
    shortened(typeof text === 'string' ? text : (JSON.stringify(text) ?? 'no result')),
    memberOf(said, 'data'),
  )
}

/** At most 500 characters. Libraries quote the request first and put the cause at the end, so both ends are kept. */
function shortened(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 249)}…${text.slice(-250)}`
}

/**
 * Rate limits are worded in many ways, often with HTTP status 200. All of them mean: ask another node, or ask later.
 * Where the question itself may be too large (`isLarge`), only clear words count.
 */
export function isRateLimit(answer: unknown, isLarge = false): answer is EvmNodeError {
  if (!(answer instanceof EvmNodeError) || isAboutCall(answer)) return false
  const { code, message } = answer
  // The gas that a transaction uses is no limit of the node.
  if (/simulation failed/i.test(message)) return false
  if (code === 429 || clearLimit.test(message)) return true
  return !isLarge && !otherLimits.test(message) && (limitCodes.includes(code) || limitWords.test(message))
}

const clearLimit =
  /rate.?limit|too many requests|per second|request (count|limit)|compute units|throttl|quota|retry in/i
const limitCodes = [-32_005, -32_029, -32_090, -32_097]
const limitWords = /limit (exceeded|reached)|try again (in|later)|exceeded .*(capacity|plan)|credits/i
/** Limits of another kind, in similar words. */
const otherLimits = /gas|stack|size|range|blocks|results|logs|batch/i

/** The result that the call would have on chain. All other refusals are about the node: another node may answer. */
export function isAboutCall(answer: unknown): boolean {
  if (!(answer instanceof EvmNodeError)) return false
  return answer.code === 3 || revertDataOf(answer) !== undefined || callWords.test(answer.message)
}

const callWords =
  /revert|out of gas|gas required exceeds|intrinsic gas|insufficient (funds|balance)|exceeds (the )?balance|invalid (opcode|jump)|stack (und|ov)erflow|nonce too|already known|known transaction|already imported|underpriced|fee per gas less/i

/** Neither an answer nor a refusal that every node of the chain would give. */
export function isUnanswered(answer: unknown): boolean {
  return answer instanceof HttpRefusal || (answer instanceof EvmNodeError && !isAboutCall(answer))
}

export function isHttpRefusal(answer: unknown): answer is HttpRefusal {
  return answer instanceof HttpRefusal
}

/** The node does not have the block that the call names. */
export function isUnknownBlock(answer: unknown): boolean {
  if (answer === null) return true
  return answer instanceof EvmNodeError && !isAboutCall(answer) && blockWords.test(answer.message)
}

const blockWords =
  /header not found|(unknown|missing|invalid|future) (block|header)|block.{0,40}(not (found|available|exist)|out ?of ?range|unavailable|does ?n.t exist)|could not find block|after last accepted|height is|beyond/i

/** The node could do less of the same: fewer calls, fewer blocks, less gas. Nodes word this in more ways than can be listed. */
export function mayDoLess(answer: unknown): answer is EvmNodeError | HttpRefusal {
  if (!(answer instanceof EvmNodeError || answer instanceof HttpRefusal) || isAboutCall(answer)) return false
  if (isWithoutHistory(answer)) return false
  return ![401, 403, 404, 429, 502, 503, -32_601].includes(answer.code) && !/too many requests/i.test(answer.message)
}

/** The node reports that it has pruned data of that age. */
export function isWithoutHistory(answer: unknown): boolean {
  return (
    answer instanceof Error &&
    (memberOf(answer, 'code') === 4_444 ||
      /prun|archive|missing trie|history.{0,30}(un|not )available/i.test(answer.message))
  )
}

/** The milliseconds that a limited source asks to wait, by its `Retry-After` or in its own words. */
export function requestedWait(retryAfter: string | null, error: Error, now: number): number | undefined {
  if (retryAfter !== null && retryAfter.trim() !== '') {
    const wait = /^[\d.]+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now
    if (Number.isFinite(wait)) return Math.max(0, wait)
  }
  const backoff = memberOf(memberOf(memberOf(error, 'data'), 'rate'), 'backoff_seconds')
  if (typeof backoff === 'number') return backoff * 1_000
  const worded = /(?:retry|again)(?: after| in)?:? (\d+(?:\.\d+)?) ?(ms|min|m|s)?/i.exec(error.message)
  return worded ? Number(worded[1]) * (milliseconds[worded[2]?.toLowerCase() ?? 's'] ?? 1_000) : undefined
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, min: 60_000 }
