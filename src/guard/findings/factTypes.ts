/**
 * The possible facts of a finding: plain JSON, so that a journal keeps them and a program prints them. Amounts are
 * decimal text, and carry the symbol and the decimals of their token where it is known.
 */
type SimpleFacts = {
  readonly text: string
  readonly texts: readonly string[]
  readonly number: number
  readonly numbers: readonly number[]
  readonly flag: boolean
  /** A whole number of any size, as decimal text. */
  readonly units: string
  readonly address: string
  readonly addresses: readonly string[]
  readonly token: TokenFact
  readonly tokens: readonly TokenFact[]
  readonly amount: AmountFact
}

/** A token by its address (`native` for the chain's own coin); without a symbol where the token is not known. */
export type TokenFact = {
  readonly address: string
  readonly symbol?: string
  /** The symbol is that of the coin which the token wraps. */
  readonly isWrapped?: true
}

/** An amount in smallest units; without `decimals` where the token is not known. */
export type AmountFact = TokenFact & { readonly units: string; readonly decimals?: number }

type SimpleType = keyof SimpleFacts
/** Names of simple facts, and the additional ones of findings. */
type FactType = SimpleType | 'reason' | 'reasons'

/** The facts of one kind, member by member: a type, a type that may be missing (`text?`), or the words to choose from. */
export type FactsSpec = { readonly [name: string]: FactType | `${FactType}?` | readonly string[] }
/** The facts of a reason: the same, but a reason has no reasons of its own. */
export type SimpleSpec = { readonly [name: string]: SimpleType | `${SimpleType}?` | readonly string[] }

/** The type of the facts that a spec describes. */
export type FactsOf<Spec, Reason = never> = {
  readonly [Name in keyof Spec as Spec[Name] extends `${string}?` ? never : Name]: ValueOf<Spec[Name], Reason>
} & {
  readonly [Name in keyof Spec as Spec[Name] extends `${string}?` ? Name : never]?:
    | ValueOf<Spec[Name], Reason>
    | undefined
}

type ValueOf<Type, Reason> = Type extends readonly (infer Word)[]
  ? Word
  : Type extends `${infer Inner}?`
    ? ValueOf<Inner, Reason>
    : Type extends SimpleType
      ? SimpleFacts[Type]
      : Type extends 'reason'
        ? Reason
        : readonly Reason[]

/** Whether a value read from storage has the facts that a spec describes. */
export function hasFacts(spec: FactsSpec, facts: object, isReason: (value: unknown) => boolean): boolean {
  return Object.entries(spec).every(([name, type]) => {
    const value: unknown = Reflect.get(facts, name)
    if (typeof type !== 'string') return typeof value === 'string' && type.includes(value)
    if (type.endsWith('?') && value === undefined) return true
    return isOfType(type.replace('?', ''), value, isReason)
  })
}

function isOfType(type: string, value: unknown, isReason: (value: unknown) => boolean): boolean {
  const simple: Readonly<Record<string, (value: unknown) => boolean>> = { ...checks, reason: isReason }
  const check = simple[type]
  if (check) return check(value)
  const one = type === 'addresses' ? 'address' : type.slice(0, -'s'.length)
  return Array.isArray(value) && value.every((each) => isOfType(one, each, isReason))
}

const checks = {
  text: isText,
  address: isText,
  units: isUnits,
  number: (value: unknown) => typeof value === 'number',
  flag: (value: unknown) => typeof value === 'boolean',
  token: isToken,
  amount: (value: unknown) => isToken(value) && 'units' in value && isUnits(value.units),
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isUnits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value)
}

function isToken(value: unknown): value is object & { readonly address: string } {
  return typeof value === 'object' && value !== null && 'address' in value && typeof value.address === 'string'
}

/** The subjects of a spec's facts: addresses and tokens, never figures. */
export function subjectsIn(spec: FactsSpec, facts: object): readonly string[] {
  return Object.entries(spec).flatMap(([name, type]) => {
    const value: unknown = Reflect.get(facts, name)
    if (typeof type !== 'string' || value === undefined) return []
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values.flatMap((one) => (isToken(one) ? [one.address] : /^address/.test(type) ? [String(one)] : []))
  })
}
