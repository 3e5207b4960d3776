import {
  type AbiFunction,
  type AbiParameterToPrimitiveType,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  type ParseAbiItem,
  type ParseAbiParameter,
  parseAbiItem,
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
  /** Decodes a call nested in this one. */
  readonly inner: (call: { to: string; caller: string; value: bigint; data: string }) => ContractCall
}

/** A decoder of one function: its signature, and the effects of calling it. */
export type FunctionDecoder<Read = Effect> = {
  readonly item: AbiFunction
  readonly read: (values: readonly unknown[], context: CallContext) => Read
}

/**
 * One decoder for each of several functions that mean the same. It gets the arguments by name, or the members of the only
 * one; those that not all of the functions have may be absent.
 */
export function decodersTo<Read>() {
  return <const signature extends `function ${string}`>(
    read: (said: NamedArguments<signature>, context: CallContext) => Read,
    ...signatures: readonly signature[]
  ): readonly FunctionDecoder<Read>[] =>
    signatures.map((signature) => {
      const item = itemOf(signature)
      const [only] = item.inputs
      const isStruct = item.inputs.length === 1 && only?.type === 'tuple'
      const saidBy = (values: readonly unknown[]): unknown =>
        isStruct ? values[0] : Object.fromEntries(item.inputs.map(({ name = '' }, index) => [name, values[index]]))
      // The values were decoded by the same signature.
      return { item, read: (values, context) => read(saidBy(values) as NamedArguments<signature>, context) }
    })
}

export const decoders = decodersTo<Effect>()

function itemOf(signature: string): AbiFunction {
  const item: unknown = parseAbiItem(signature)
  if (!isFunction(item)) throw new Error(`"${signature}" is not the signature of a function.`)
  return item
}

/** Decodes arguments by the first of several functions that they fit. `body`: the calldata without its selector. */
export function readBy<Read>(decoders: readonly FunctionDecoder<Read>[], body: Hex, context: CallContext) {
  for (const { item, read } of decoders) {
    const values = argumentsOf(item, body)
    if (values) return { name: item.name, fields: fieldsOf(item, values), effect: read(values, context) }
  }
  return undefined
}

/**
 * The arguments, only if encoding them again gives the same bytes: then the contract and this decoder cannot disagree.
 * Contracts ignore bytes after the arguments (some services append a tag), so they are allowed.
 */
function argumentsOf({ inputs }: AbiFunction, body: Hex): readonly unknown[] | undefined {
  if (inputs.length === 0) return []
  try {
    const values = decodeAbiParameters(inputs, body)
    const again = encodeAbiParameters(inputs, values)
    return body.toLowerCase().startsWith(again.toLowerCase()) ? values : undefined
  } catch {
    // viem throws for data that is too short, points outside or has an invalid address: here all mean unreadable.
    return undefined
  }
}

/** The arguments by name, nested ones in full, formatted for display. */
function fieldsOf({ inputs }: AbiFunction, values: readonly unknown[]): CallArgument[] {
  return inputs.flatMap((input, index) => flatten(input, values[index], input.name ?? `${index}`))
}

function flatten(input: AbiFunction['inputs'][number], value: unknown, name: string): CallArgument[] {
  if ('components' in input && input.type === 'tuple' && typeof value === 'object' && value !== null) {
    const members: Readonly<Record<string, unknown>> = { ...value }
    return input.components.flatMap((component, index) =>
      flatten(component, members[component.name ?? `${index}`], `${name}.${component.name ?? index}`),
    )
  }
  return [{ name, type: input.type, text: textOf(value) }]
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  if (typeof value === 'object' && value !== null) return `{${Object.values(value).map(textOf).join(', ')}}`
  return String(value)
}

/** The value of one parameter, as a signature declares it. */
export type ValueOf<parameter extends string> = AbiParameterToPrimitiveType<ParseAbiParameter<parameter>>

type InputsOf<item> = item extends { readonly inputs: infer inputs } ? inputs : never

/** The arguments of a function by name, or the members of the only one. */
export type NamedArguments<signature> = EitherOf<
  signature extends string ? ByName<InputsOf<ParseAbiItem<signature>>> : never
>
type ByName<inputs> = inputs extends readonly [{ readonly type: 'tuple'; readonly components: infer members }]
  ? MembersOf<members>
  : MembersOf<inputs>
type MembersOf<inputs> = inputs extends readonly AbiFunction['inputs'][number][]
  ? { readonly [input in inputs[number] as input['name'] & string]: AbiParameterToPrimitiveType<input> }
  : never
type EitherOf<either> = { readonly [name in keyof either]: either[name] } & {
  readonly [name in Exclude<KeysOf<either>, keyof either>]?: MemberOf<either, name>
}
type KeysOf<either> = either extends unknown ? keyof either : never
type MemberOf<either, name> = either extends unknown ? (name extends keyof either ? either[name] : never) : never

function isFunction(item: unknown): item is AbiFunction {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'function'
}
