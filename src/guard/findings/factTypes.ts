/** A token by its address (`native` for the chain's own coin); without a symbol where the token is not known. */
export type TokenFact = {
  readonly address: string
  readonly symbol?: string
  /** The symbol is that of the coin which the token wraps. */
  readonly isWrapped?: true
}

/** An amount in smallest units; without `decimals` where the token is not known. */
export type AmountFact = TokenFact & { readonly units: string; readonly decimals?: number }

/** Whether a value, which may come from storage, is a fact of this type. */
type Fact<Value> = (value: unknown) => value is Value
type ValueOf<Of> = Of extends Fact<infer Value> ? Value : never

/** The facts of one kind, member by member. */
export type FactsSpec = Readonly<Record<string, Fact<unknown>>>
export type FactsOf<Spec> = {
  readonly [Name in keyof Spec as undefined extends ValueOf<Spec[Name]> ? never : Name]: ValueOf<Spec[Name]>
} & {
  readonly [Name in keyof Spec as undefined extends ValueOf<Spec[Name]> ? Name : never]?: ValueOf<Spec[Name]>
}

const text = (value: unknown): value is string => typeof value === 'string'
const address = (value: unknown): value is string => text(value)
const addresses = listOf(address)
const token = (value: unknown): value is TokenFact =>
  typeof value === 'object' && value !== null && 'address' in value && text(value.address)
/** A whole number of any size, as decimal text. */
const units = (value: unknown): value is string => text(value) && /^-?\d+$/.test(value)

/**
 * The types of facts: plain JSON, so that a journal keeps them and a program prints them. Amounts are decimal text, and carry
 * the symbol and the decimals of their token where it is known.
 */
export const fact = {
  ...{ text, texts: listOf(text), address, addresses, token, units },
  amount: (value: unknown): value is AmountFact => token(value) && 'units' in value && units(value.units),
  number: (value: unknown): value is number => typeof value === 'number',
  flag: (value: unknown): value is boolean => typeof value === 'boolean',
}

function listOf<Value>(one: Fact<Value>) {
  return (value: unknown): value is readonly Value[] => Array.isArray(value) && value.every(one)
}

export function orMissing<Value>(one: Fact<Value>) {
  return (value: unknown): value is Value | undefined => value === undefined || one(value)
}

export function oneOf<const Word extends string>(...words: readonly Word[]) {
  return (value: unknown): value is Word => words.some((word) => word === value)
}

/** Whether a value read from storage has the facts that a spec describes. */
export function hasFacts(spec: FactsSpec, facts: unknown): boolean {
  if (typeof facts !== 'object' || facts === null) return false
  return Object.entries(spec).every(([name, is]) => is(Reflect.get(facts, name)))
}

/** The subjects of a spec's facts: addresses and tokens, never figures. */
export function subjectsIn(spec: FactsSpec, facts: object): readonly string[] {
  return Object.entries(spec).flatMap(([name, is]) => {
    const value: unknown = Reflect.get(facts, name)
    if (token(value)) return [value.address]
    if (is === address && address(value)) return [value]
    return is === addresses && addresses(value) ? value : []
  })
}
