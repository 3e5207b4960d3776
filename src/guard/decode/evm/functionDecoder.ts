import {
  type AbiFunction,
  type AbiParameterToPrimitiveType,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  type ParseAbiItem,
  parseAbiItem,
} from 'viem'
import type { CallArgument, ContractCall, Effect } from './call'

/** What a reader may know besides the arguments. */
export type CallContext = {
  readonly user: string
  readonly to: string
  readonly caller: string
  readonly value: bigint
  /** The chain's wrapped coin. */
  readonly wrapped: string | undefined
  /** Reads a call inside this one. */
  readonly inner: (call: { to: string; caller: string; value: bigint; data: string }) => ContractCall
}

/** One function of one kind of contract: its signature, and what calling it does. */
export type FunctionDecoder = {
  readonly item: AbiFunction
  readonly read: (values: readonly unknown[], scene: CallContext) => Effect
}

/** A reader whose arguments are typed by its own signature. */
export function functionDecoder<const signature extends `function ${string}`>(
  signature: signature,
  read: (values: ArgumentsOf<signature>, scene: CallContext) => Effect,
): FunctionDecoder {
  const item: unknown = parseAbiItem(signature as string)
  if (!isFunction(item)) throw new Error(`"${signature}" is not the signature of a function.`)
  // The values were decoded by this very signature.
  return { item, read: (values, scene) => read(values as ArgumentsOf<signature>, scene) }
}

/**
 * The arguments, if writing them again gives the same bytes: contracts and this reader can then not disagree.
 * Bytes after the arguments are ignored by contracts (some services append a tag), so they may follow.
 */
export function argumentsOf({ item }: FunctionDecoder, body: Hex): readonly unknown[] | undefined {
  if (item.inputs.length === 0) return []
  try {
    const values = decodeAbiParameters(item.inputs, body)
    const again = encodeAbiParameters(item.inputs, values)
    return body.toLowerCase().startsWith(again.toLowerCase()) ? values : undefined
  } catch {
    // Decoding refuses what is too short, points outside or is no address: all the same to a reader.
    return undefined
  }
}

/** The arguments by name, nested ones in full, ready to be shown. */
export function fieldsOf({ item }: FunctionDecoder, values: readonly unknown[]): CallArgument[] {
  return item.inputs.flatMap((input, index) => flatten(input, values[index], input.name ?? `${index}`))
}

type Input = FunctionDecoder['item']['inputs'][number]

function flatten(input: Input, value: unknown, name: string): CallArgument[] {
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

type ArgumentsOf<signature extends string> = PrimitivesOf<InputsOf<ParseAbiItem<signature>>>
type InputsOf<item> = item extends { readonly inputs: infer inputs } ? inputs : never
type PrimitivesOf<inputs> = {
  readonly [index in keyof inputs]: inputs[index] extends infer input extends AbiFunction['inputs'][number]
    ? AbiParameterToPrimitiveType<input>
    : never
}

function isFunction(item: unknown): item is AbiFunction {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'function'
}
