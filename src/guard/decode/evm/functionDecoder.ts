import {
  type AbiFunction,
  type AbiParameter,
  type AbiParameterToPrimitiveType,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  type ParseAbiItem,
  type ParseAbiParameter,
  parseAbi,
} from 'viem'
import type { CallArgument, ContractCall, Effect } from './call'

/** Inputs of a decoder in addition to the arguments. */
export type CallContext = {
  readonly to: string
  readonly caller: string
  readonly value: bigint
  /** The address of the chain's wrapped coin. */
  readonly wrapped: string | undefined
  /** Absent where a call is decoded without its chain: then nothing is known by its address. */
  readonly chainId?: number
  /** Tokens that a route may have although the calldata does not name them. */
  readonly tokens?: readonly string[]
  /** Decodes a call nested in this one. */
  readonly inner: (call: { to: string; caller: string; value: bigint; data: string }) => ContractCall
}

/** A decoder of one function: its signature, and the effects of calling it. */
export type FunctionDecoder<Read = Effect> = {
  readonly item: AbiFunction
  readonly read: (members: readonly Member[], context: CallContext) => Read
}

type Member = { readonly path: string; readonly name: string; readonly type: string; readonly value: unknown }

/**
 * One decoder for each of several functions that mean the same. It gets the arguments by name, members of structs included;
 * those that not all of the functions have may be absent.
 */
export function decodersTo<Read>() {
  return <const signature extends `function ${string}`>(
    read: (said: NamedArguments<signature>, context: CallContext) => Read,
    ...signatures: readonly signature[]
  ): readonly FunctionDecoder<Read>[] =>
    signatures.map((signature) => {
      const item = itemOf(signature)
      // The values were decoded by the same signature.
      return { item, read: (members, context) => read(saidBy(members) as NamedArguments<signature>, context) }
    })
}

export const decoders = decodersTo<Effect>()

function itemOf(signature: string): AbiFunction {
  const [item] = parseAbi<readonly string[]>([signature])
  if (item?.type !== 'function') throw new Error(`"${signature}" is not the signature of a function.`)
  return item
}

/** One name for each argument of trades and rights, and the other names that contracts give it. */
const words = {
  tokenIn: ['inputToken', 'srcToken', 'fromToken'],
  tokenOut: ['outputToken', 'dstToken', 'destToken', 'toToken', 'buyToken'],
  amountIn: ['inputAmount', 'inputTokenAmount', 'fromAmount'],
  maximumIn: ['amountInMaximum', 'amountInMax'],
  minimum: [
    ...['amountMinimum', 'amountOutMinimum', 'amountOutMin', 'minReturnAmount', 'minOutputTokenAmount', 'outputMin'],
    ...['toAmount', 'minAmountOut', 'minAmount', 'outputAmount'],
  ],
  limit: ['sqrtPriceLimitX96', 'limitSqrtPrice'],
  recipient: ['to', 'receiver', 'dstReceiver', 'outputReceiver', 'beneficiary'],
  bps: ['feeBips', 'bips'],
  owner: ['holder'],
  amount: ['value'],
  deadline: ['expiry'],
} as const
const wordOf = new Map<string, string>(
  Object.entries(words).flatMap(([word, names]) => names.map((name) => [name, word])),
)

/** Decodes arguments by the first of several functions that they fit. `body`: the calldata without its selector. */
export function readBy<Read>(decoders: readonly FunctionDecoder<Read>[], body: Hex, context: CallContext) {
  for (const { item, read } of decoders) {
    const members = argumentsOf(item, body)
    if (!members) continue
    const fields = members.map(({ path, type, value }): CallArgument => ({ name: path, type, text: textOf(value) }))
    return { name: item.name, fields, effect: read(members, context) }
  }
  return undefined
}

/**
 * The arguments, only if encoding them again gives the same bytes: then the contract and this decoder cannot disagree.
 * Contracts ignore bytes after the arguments (some services append a tag), so they are allowed.
 */
function argumentsOf({ inputs }: AbiFunction, body: Hex): readonly Member[] | undefined {
  if (inputs.length === 0) return []
  try {
    const values = decodeAbiParameters(inputs, body)
    const again = encodeAbiParameters(inputs, values)
    return body.toLowerCase().startsWith(again.toLowerCase()) ? membersOf(inputs, values) : undefined
  } catch {
    // viem throws for data that is too short, points outside or has an invalid address: here all mean unreadable.
    return undefined
  }
}

/** The arguments, with the members of structs in their place. */
function membersOf(inputs: AbiFunction['inputs'], values: readonly unknown[], before = ''): readonly Member[] {
  return inputs.flatMap((input, index) => {
    const { name = `${index}`, type } = input
    const [path, value] = [`${before}${name}`, values[index]]
    if (!('components' in input) || type !== 'tuple') return [{ path, name, type, value }]
    return membersOf(input.components, Object.values(Object(value)), `${path}.`)
  })
}

/** By their names, paths and words. Of two with the same name, the first one has it. */
function saidBy(members: readonly Member[]): Readonly<Record<string, unknown>> {
  const last = members.toReversed()
  const byWord = last.map(({ name, value }) => [wordOf.get(name) ?? name, value])
  return Object.fromEntries([
    ...byWord,
    ...last.flatMap(({ path, name, value }) => [
      [path, value],
      [name, value],
    ]),
  ])
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  if (typeof value === 'object' && value !== null) return `{${Object.values(value).map(textOf).join(', ')}}`
  return String(value)
}

/** The value of one parameter, as a signature declares it. */
export type ValueOf<parameter extends string> = AbiParameterToPrimitiveType<ParseAbiParameter<parameter>>

/** The arguments of functions by name, path and word. */
export type NamedArguments<signature> = EitherOf<
  signature extends string ? Named<InputsOf<ParseAbiItem<signature>>, ''> : never
>
type InputsOf<item> = item extends { readonly inputs: infer inputs } ? inputs : never
type Named<inputs, before extends string> = inputs extends readonly [infer first, ...infer rest]
  ? NamedOne<first, before> & Named<rest, before>
  : unknown
type NamedOne<input, before extends string> = input extends { readonly name: infer name extends string }
  ? input extends { readonly type: 'tuple'; readonly components: infer members }
    ? Named<members, `${before}${name}.`>
    : input extends AbiParameter
      ? { readonly [key in name | `${before}${name}` | WordOf<name>]: AbiParameterToPrimitiveType<input> }
      : never
  : never
type WordOf<name> = { [word in Word]: name extends (typeof words)[word][number] ? word : never }[Word]
type Word = keyof typeof words
type EitherOf<either> = { readonly [name in keyof either]: either[name] } & {
  readonly [name in Exclude<KeysOf<either>, keyof either>]?: MemberOf<either, name>
}
type KeysOf<either> = either extends unknown ? keyof either : never
type MemberOf<either, name> = either extends unknown ? (name extends keyof either ? either[name] : never) : never
