import { BoundedMap } from '../../boundedMap'

/** The addresses in code (libraries, immutables) to which it may delegate, other than to itself. */
type DelegateTargets = readonly string[] | 'unknown'

/** A value on the stack: a number that follows from the code, the contract's own address, or anything. */
type Value = bigint | 'self' | undefined
type State = { readonly at: number; readonly stack: readonly Value[] }

/** States of a large router; code that needs more is not followed to its end. */
const maxStates = 30_000
const deepestStack = 256
const word = 2n ** 256n
const addressMask = 2n ** 160n - 1n

/**
 * Follows every path through the code (`0x…`) without knowing storage, input or balances. A jump or a stack that cannot
 * be followed, or an address from storage, calldata or another contract gives `unknown`: a known result covers every path.
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
  const bytes = Uint8Array.from(code.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const places = jumpPlaces(bytes)
  // Counters would make every turn of a loop a state of its own.
  const kept = (value: Value) =>
    typeof value !== 'bigint' || value >= 2n ** 64n || places.has(Number(value)) ? value : undefined
  const found = new Set<Value>()
  const seen = new Set<string>()
  const waiting: State[] = [{ at: 0, stack: [] }]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const next = follow({ bytes, places }, state, (target) => found.add(target))
    if (!next) return 'unknown'
    for (const { at, stack } of next) {
      const merged = stack.map(kept)
      const key = `${at}/${merged.length}/${merged.join()}`
      if (seen.has(key)) continue
      seen.add(key)
      waiting.push({ at, stack: merged })
    }
    if (seen.size > maxStates) return 'unknown'
  }
  const named = [...found].flatMap((target) => (typeof target === 'bigint' ? asAddress(target) : []))
  return [...new Set(named)].filter((address) => address !== own.toLowerCase())
}

/** `places`: where code may be jumped to. */
type Program = { readonly bytes: Uint8Array; readonly places: ReadonlySet<number> }

/** Runs to the next jump. `undefined` where it cannot be followed, or delegates to an unknown address. */
function follow(
  { bytes, places }: Program,
  { at: start, stack: before }: State,
  delegatesTo: (target: Value) => void,
): readonly State[] | undefined {
  const stack = [...before]
  const jumps = (to: bigint): readonly State[] => (places.has(Number(to)) ? [{ at: Number(to), stack }] : [])
  for (let at = start; at < bytes.length; at += 1) {
    const opcode = bytes[at] ?? 0
    if (stack.length > deepestStack) return undefined
    if (opcode >= 0x5f && opcode <= 0x7f) {
      const size = opcode - 0x5f
      let number = 0n
      for (let index = at + 1; index <= at + size; index += 1) number = (number << 8n) | BigInt(bytes[index] ?? 0)
      stack.push(number)
      at += size
    } else if (opcode >= 0x80 && opcode <= 0x8f) {
      stack.push(stack[stack.length - (opcode - 0x7f)])
    } else if (opcode >= 0x90 && opcode <= 0x9f) {
      const [top, other] = [stack.length - 1, stack.length - 1 - (opcode - 0x8f)]
      if (other < 0) return undefined
      const upper = stack[top]
      stack[top] = stack[other]
      stack[other] = upper
    } else if (opcode === addressOpcode) {
      stack.push('self')
    } else if (opcode === jump || opcode === jumpIf) {
      const to = stack.pop()
      if (typeof to !== 'bigint') return undefined
      if (opcode === jump) return jumps(to)
      stack.pop()
      return [...jumps(to), { at: at + 1, stack }]
    } else {
      const effect = effects[opcode]
      if (!effect) return []
      const [first, second] = Array.from({ length: effect.takes }, () => stack.pop())
      if (opcode === delegateCall || opcode === callCode) {
        if (second === undefined) return undefined
        delegatesTo(second)
      }
      if (effect.leaves === 1) stack.push(computed(opcode, first, second))
    }
  }
  return []
}

/** The instructions by which compilers cut an address out of a word, and combine a mask with a jump target. */
function computed(opcode: number, first: Value, second: Value): Value {
  if (opcode === and && (first === 'self' || second === 'self')) {
    const mask = first === 'self' ? second : first
    return typeof mask === 'bigint' && (mask & addressMask) === addressMask ? 'self' : undefined
  }
  if (opcode === not) return typeof first === 'bigint' ? word - 1n - first : undefined
  return typeof first === 'bigint' && typeof second === 'bigint' ? calculated(opcode, first, second) : undefined
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
    case 0x1b:
      return a < 256n ? (b << a) % word : 0n
    case 0x1c:
      return a < 256n ? b >> a : 0n
    default:
      return undefined
  }
}

/** JUMPDEST outside the data of pushes. */
function jumpPlaces(bytes: Uint8Array): ReadonlySet<number> {
  const places = new Set<number>()
  for (let at = 0; at < bytes.length; at += 1) {
    const opcode = bytes[at] ?? 0
    if (opcode === 0x5b) places.add(at)
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return places
}

/**
 * How many values each instruction takes from the stack and how many it leaves, by the upper and the lower half of its
 * opcode. `--`: STOP, RETURN, REVERT, SELFDESTRUCT, and invalid instructions; pushes and copies are not in it.
 */
const stackEffects: Readonly<Record<number, string>> = {
  0: '-- 21 21 21 21 21 21 21 31 31 21 21 -- -- -- --',
  1: '21 21 21 21 21 11 21 21 21 11 21 21 21 21 11 --',
  2: '21 -- -- -- -- -- -- -- -- -- -- -- -- -- -- --',
  3: '-- 11 01 01 01 11 01 30 01 30 01 11 40 01 30 11',
  4: '11 01 01 01 01 01 01 01 01 11 01 -- -- -- -- --',
  5: '10 11 20 20 11 20 -- -- 01 01 01 00 11 20 30 --',
  10: '20 30 40 50 60 -- -- -- -- -- -- -- -- -- -- --',
  15: '31 71 71 -- 61 41 -- -- -- -- 61 -- -- -- -- --',
}

const effects = Array.from({ length: 256 }, (_, opcode) => {
  const [takes, leaves] = stackEffects[opcode >> 4]?.split(' ')[opcode & 15] ?? '--'
  return takes === '-' ? undefined : { takes: Number(takes), leaves: Number(leaves) }
})

function asAddress(number: bigint): string {
  return `0x${(number & addressMask).toString(16).padStart(40, '0')}`
}
