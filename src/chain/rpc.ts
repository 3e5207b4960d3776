import { errorClass } from '../domain/errorClass'

/**
 * Sends one JSON-RPC request to a node. Rejects with the error of the node or the network; `code` is kept if there is
 * one.
 */
export type RpcPort = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The message of an error with its cause; empty when it has none. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const own = [memberOf(error, 'shortMessage'), memberOf(error, 'message'), memberOf(error, 'details')].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return typeof own === 'string' ? own.slice(0, 300) : ''
}

/** The return data of a failed call, in any place where nodes and libraries put it. */
export function revertDataOf(error: unknown, depth = 0): string | undefined {
  if (depth > 5) return undefined
  const data = memberOf(error, 'data')
  if (typeof data === 'string' && /^0x([0-9a-f]{2})*$/i.test(data)) return data
  const inner = [data, memberOf(error, 'cause'), memberOf(error, 'error')].find(
    (each) => typeof each === 'object' && each !== null,
  )
  return inner === undefined ? undefined : revertDataOf(inner, depth + 1)
}

/** A member of an object or of a function: some wallets put a function in the page. `undefined` for other values. */
export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !(name in value)) return undefined
  return Reflect.get(value, name)
}

/** The members of an object; none for other values. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A JSON-RPC quantity. Throws `BadAnswer`. */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new BadAnswer(value)
  return BigInt(value)
}

/** A quantity that nodes may leave out or answer with `null`, which mean the same. Throws `BadAnswer`. */
export function quantityOrNone(value: unknown): bigint | undefined {
  return value === undefined || value === null ? undefined : quantity(value)
}

/** JSON-RPC data bytes. Throws `BadAnswer`. */
export function bytes(value: unknown): `0x${string}` {
  if (!isBytes(value)) throw new BadAnswer(value)
  return value
}

/** One word of return data as a number. Throws `BadAnswer` when it is shorter. */
export function word(value: unknown): bigint {
  const data = bytes(value)
  if (data.length < 66) throw new BadAnswer(value)
  return BigInt(data.slice(0, 66))
}

/** The address in a word; `undefined` for zero and for other values. */
export function addressOfWord(value: bigint | undefined): `0x${string}` | undefined {
  return value && value < 2n ** 160n ? `0x${value.toString(16).padStart(40, '0')}` : undefined
}

/**
 * The first word that a contract returns. `undefined` without an answer: nodes report a missing function in many ways,
 * and an old state that they do not have.
 */
export async function readWord(
  ask: RpcPort,
  { to, data }: { readonly to: string; readonly data: string },
  block = 'latest',
): Promise<bigint | undefined> {
  try {
    return word(await ask('eth_call', [{ to, data }, block]))
  } catch {
    return undefined
  }
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadAnswer(value)
  return value
}

/** A quantity in the hexadecimal form of JSON-RPC: `0x0`, `0x1a`. */
export function hex(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

function isBytes(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}

/** A node's result does not have the type that the method defines. */
export const BadAnswer = errorClass(
  'BadAnswer',
  (answer: unknown) => `The node answered ${JSON.stringify(answer)?.slice(0, 80) ?? 'nothing'}, which cannot be read.`,
)
