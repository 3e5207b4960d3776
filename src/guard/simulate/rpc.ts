/** Asks a node one thing. Rejects with whatever the node or the network says; `code` is kept where there is one. */
export type RpcPort = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Whether a node does not offer a method at all: then it need not be asked again. */
export function isUnsupported(error: unknown): boolean {
  const code = memberOf(error, 'code')
  if (code === -32601 || code === -32004) return true
  const unknown =
    /method .*(not found|not supported|not available|not exist|disabled)|unknown method|unsupported method/i
  return unknown.test(messageOf(error))
}

/** What an error says, with what caused it; empty when it says nothing. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const own = [memberOf(error, 'shortMessage'), memberOf(error, 'message'), memberOf(error, 'details')].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return typeof own === 'string' ? own.slice(0, 300) : ''
}

/** The bytes a failing call returned, wherever nodes and libraries put them. */
export function revertDataOf(error: unknown, depth = 0): string | undefined {
  if (depth > 5) return undefined
  const data = memberOf(error, 'data')
  if (typeof data === 'string' && /^0x([0-9a-f]{2})*$/i.test(data)) return data
  const inner = [data, memberOf(error, 'cause'), memberOf(error, 'error')].find(
    (each) => typeof each === 'object' && each !== null,
  )
  return inner === undefined ? undefined : revertDataOf(inner, depth + 1)
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !(name in value)) return undefined
  return Reflect.get(value, name)
}

/** All members by name; none for what is no object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A quantity as nodes write it. Throws `BadAnswer`. */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new BadAnswer(value)
  return BigInt(value)
}

/** Bytes as nodes write them. Throws `BadAnswer`. */
export function bytes(value: unknown): `0x${string}` {
  if (!isBytes(value)) throw new BadAnswer(value)
  return value
}

/** One word of return data, as a number. Throws `BadAnswer` for anything shorter. */
export function word(value: unknown): bigint {
  const data = bytes(value)
  if (data.length < 66) throw new BadAnswer(value)
  return BigInt(data.slice(0, 66))
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadAnswer(value)
  return value
}

export function hex(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

function isBytes(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}

/** A node's answer that is not what the method promises. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'

  constructor(answer: unknown) {
    super(`The node answered ${JSON.stringify(answer)?.slice(0, 80) ?? 'nothing'}, which cannot be read.`)
  }
}
