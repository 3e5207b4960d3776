import { BoundedMap } from '../../boundedMap'

/**
 * Where code may delegate to: to itself (`address(this).delegatecall`, the usual multicall), to addresses that are
 * written into it (libraries, immutables), or to an address from storage, calldata or another contract.
 */
type DelegateTargets =
  | { readonly is: 'known'; readonly callsItself: boolean; readonly addresses: readonly string[] }
  | { readonly is: 'unknown' }

/** A value on the stack: a number that is in the code, by its place in a table, or one of these two. */
type Value = number
const anything = -1
const self = -2
type State = { readonly at: number; readonly stack: readonly Value[] }

/** States of a large router; code that needs more is not followed to its end. */
const maxStates = 30_000
const deepestStack = 256
const word = 2n ** 256n
const addressMask = 2n ** 160n - 1n

/**
 * Follows every path through the code (`0x…`) without knowing storage, input or balances. A jump or a stack that cannot
 * be followed gives `unknown`, so a known result covers every path.
 */
export function delegateTargets(code: string, own: string): DelegateTargets {
  const key = own.toLowerCase() + code
  const known = followed.get(key)
  if (known) return known
  const found = followPaths(code, own)
  followed.set(key, found)
  return found
}

/** Code at an address does not change, and following a large router takes a moment. */
const followed = new BoundedMap<DelegateTargets>(16)

function followPaths(code: string, own: string): DelegateTargets {
  const program = new Program(code)
  const found = new Set<Value>()
  const seen = new Set<string>()
  const waiting: State[] = [{ at: 0, stack: [] }]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const next = program.follow(state, (target) => found.add(target))
    if (!next) return { is: 'unknown' }
    for (const { at, stack } of next) {
      const merged = stack.map((value) => program.kept(value))
      const key = `${at}/${merged.join()}`
      if (seen.has(key)) continue
      seen.add(key)
      waiting.push({ at, stack: merged })
    }
    if (seen.size > maxStates) return { is: 'unknown' }
  }
  const named = [...found].filter((target) => target !== self).map((target) => asAddress(program.numberOf(target)))
  const addresses = [...new Set(named)].filter((address) => address !== own.toLowerCase())
  return { is: 'known', callsItself: found.has(self) || addresses.length < named.length, addresses }
}

class Program {
  readonly #bytes: Uint8Array
  /** Where code may be jumped to: JUMPDEST outside the data of pushes. */
  readonly #places: ReadonlySet<number>
  readonly #numbers: bigint[] = []
  readonly #known = new Map<bigint, Value>()
  /** By place in the code, what a push puts on the stack. */
  readonly #pushed = new Map<number, Value>()
  readonly #isKept: boolean[] = []

  constructor(code: string) {
    this.#bytes = Uint8Array.from(code.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    this.#places = jumpPlaces(this.#bytes)
  }

  numberOf(value: Value): bigint {
    return this.#numbers[value] ?? 0n
  }

  /** Counters would make every turn of a loop a state of its own. */
  kept(value: Value): Value {
    return value < 0 || this.#isKept[value] ? value : anything
  }

  /** Runs to the next jump. `undefined` where it cannot be followed, or delegates to an unknown address. */
  follow({ at: start, stack: before }: State, delegatesTo: (target: Value) => void): readonly State[] | undefined {
    const stack = [...before]
    const pop = () => stack.pop() ?? anything
    for (let at = start; at < this.#bytes.length; at += 1) {
      const opcode = this.#bytes[at] ?? 0
      if (stack.length > deepestStack) return undefined
      if (opcode >= 0x5f && opcode <= 0x7f) {
        stack.push(this.#push(at, opcode - 0x5f))
        at += opcode - 0x5f
      } else if (opcode >= 0x80 && opcode <= 0x8f) {
        stack.push(stack[stack.length - (opcode - 0x7f)] ?? anything)
      } else if (opcode >= 0x90 && opcode <= 0x9f) {
        const [top, other] = [stack.length - 1, stack.length - 1 - (opcode - 0x8f)]
        if (other < 0) return undefined
        const upper = stack[top] ?? anything
        stack[top] = stack[other] ?? anything
        stack[other] = upper
      } else if (opcode === addressOpcode) {
        stack.push(self)
      } else if (opcode === jump) {
        const to = this.#placeOf(pop())
        return to === undefined ? undefined : this.#jumps(to, stack)
      } else if (opcode === jumpIf) {
        const to = this.#placeOf(pop())
        pop()
        return to === undefined ? undefined : [...this.#jumps(to, stack), { at: at + 1, stack }]
      } else {
        const effect = effects[opcode]
        if (!effect) return []
        const [first, second] = effect.takes > 0 ? [pop(), effect.takes > 1 ? pop() : anything] : []
        for (let count = 2; count < effect.takes; count += 1) pop()
        if (opcode === delegateCall || opcode === callCode) {
          if (second === undefined || second === anything) return undefined
          delegatesTo(second)
        }
        if (effect.leaves === 1) stack.push(this.#computed(opcode, first, second))
      }
    }
    return []
  }

  #jumps(to: number, stack: readonly Value[]): readonly State[] {
    return this.#places.has(to) ? [{ at: to, stack }] : []
  }

  #placeOf(value: Value): number | undefined {
    return value < 0 ? undefined : Number(this.numberOf(value))
  }

  #push(at: number, size: number): Value {
    const before = this.#pushed.get(at)
    if (before !== undefined) return before
    let number = 0n
    for (let index = at + 1; index <= at + size; index += 1) number = (number << 8n) | BigInt(this.#bytes[index] ?? 0)
    const value = this.#valueOf(number)
    this.#pushed.set(at, value)
    return value
  }

  #valueOf(number: bigint): Value {
    const before = this.#known.get(number)
    if (before !== undefined) return before
    const value = this.#numbers.push(number) - 1
    this.#known.set(number, value)
    this.#isKept[value] = number >= 2n ** 64n || this.#places.has(Number(number))
    return value
  }

  /** The instructions by which compilers cut an address out of a word, and combine a mask with a jump target. */
  #computed(opcode: number, first = anything, second = anything): Value {
    if (opcode === and && (first === self || second === self)) {
      const mask = first === self ? second : first
      return mask >= 0 && (this.numberOf(mask) & addressMask) === addressMask ? self : anything
    }
    if (first < 0 || (second < 0 && opcode !== not)) return anything
    const number = calculated(opcode, this.numberOf(first), this.numberOf(second))
    return number === undefined ? anything : this.#valueOf(number)
  }
}

const [and, not, addressOpcode, jump, jumpIf, callCode, delegateCall] = [0x16, 0x19, 0x30, 0x56, 0x57, 0xf2, 0xf4]

function calculated(opcode: number, a: bigint, b: bigint): bigint | undefined {
  switch (opcode) {
    case 0x01:
      return (a + b) % word
    case 0x03:
      return (a - b + word) % word
    case 0x0a:
      return a < 300n && b < 300n ? a ** b % word : undefined
    case and:
      return a & b
    case 0x17:
      return a | b
    case not:
      return word - 1n - a
    case 0x1b:
      return a < 256n ? (b << a) % word : 0n
    case 0x1c:
      return a < 256n ? b >> a : 0n
    default:
      return undefined
  }
}

/** Where code may be jumped to: JUMPDEST outside the data of pushes. */
function jumpPlaces(bytes: Uint8Array): ReadonlySet<number> {
  const places = new Set<number>()
  for (let at = 0; at < bytes.length; at += 1) {
    const opcode = bytes[at] ?? 0
    if (opcode === 0x5b) places.add(at)
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return places
}

/** First and last opcode, what they take, what they leave. */
const instructions: readonly (readonly [number, number, number, 0 | 1])[] = [
  [0x01, 0x07, 2, 1],
  [0x08, 0x09, 3, 1],
  [0x0a, 0x0b, 2, 1],
  [0x10, 0x14, 2, 1],
  [0x15, 0x15, 1, 1],
  [0x16, 0x18, 2, 1],
  [0x19, 0x19, 1, 1],
  [0x1a, 0x1d, 2, 1],
  [0x1e, 0x1e, 1, 1],
  [0x20, 0x20, 2, 1],
  [0x31, 0x31, 1, 1],
  [0x32, 0x34, 0, 1],
  [0x35, 0x35, 1, 1],
  [0x36, 0x36, 0, 1],
  [0x37, 0x37, 3, 0],
  [0x38, 0x38, 0, 1],
  [0x39, 0x39, 3, 0],
  [0x3a, 0x3a, 0, 1],
  [0x3b, 0x3b, 1, 1],
  [0x3c, 0x3c, 4, 0],
  [0x3d, 0x3d, 0, 1],
  [0x3e, 0x3e, 3, 0],
  [0x3f, 0x40, 1, 1],
  [0x41, 0x48, 0, 1],
  [0x49, 0x49, 1, 1],
  [0x4a, 0x4a, 0, 1],
  [0x50, 0x50, 1, 0],
  [0x51, 0x51, 1, 1],
  [0x52, 0x53, 2, 0],
  [0x54, 0x54, 1, 1],
  [0x55, 0x55, 2, 0],
  [0x58, 0x5a, 0, 1],
  [0x5b, 0x5b, 0, 0],
  [0x5c, 0x5c, 1, 1],
  [0x5d, 0x5d, 2, 0],
  [0x5e, 0x5e, 3, 0],
  [0xf0, 0xf0, 3, 1],
  [0xf1, 0xf2, 7, 1],
  [0xf4, 0xf4, 6, 1],
  [0xf5, 0xf5, 4, 1],
  [0xfa, 0xfa, 6, 1],
  [0xa0, 0xa0, 2, 0],
  [0xa1, 0xa1, 3, 0],
  [0xa2, 0xa2, 4, 0],
  [0xa3, 0xa3, 5, 0],
  [0xa4, 0xa4, 6, 0],
]

/**
 * How many values an instruction takes and leaves. Absent: STOP, RETURN, REVERT, SELFDESTRUCT, and invalid
 * instructions.
 */
type StackEffect = { readonly takes: number; readonly leaves: 0 | 1 }

const effects: readonly (StackEffect | undefined)[] = stackEffects()

function stackEffects(): readonly (StackEffect | undefined)[] {
  const table: (StackEffect | undefined)[] = new Array(256)
  for (const [first, last, takes, leaves] of instructions) table.fill({ takes, leaves }, first, last + 1)
  return table
}

function asAddress(number: bigint): string {
  return `0x${(number & addressMask).toString(16).padStart(40, '0')}`
}
