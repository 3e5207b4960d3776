import type { Plan } from '../../src/guard/plan'
import type { Level } from '../../src/guard/verdict'
import type { SwapAnswer, TransactionRecord } from '../../src/protocol/serviceMessages'
import { honestCases } from './corpus/honest'
import { tamperedCases } from './corpus/tampered'
import { boundsOfCase, type Case, judgeCase } from './corpus/world'
import { currentKeyOf } from './currentCodes'
import { tryPayment } from './soundness/bitcoin'
import { createRandom, type Random } from './soundness/random'

/* The verdict on each case of the corpus and on mutated cases, to compare two versions of the guard. */

/** One verdict. `blocks` and `warns` are codes with their kinds, sorted; `leaves` and `minimum` are the bounds of the calldata. */
export type Entry = {
  readonly name: string
  readonly level: Level
  readonly blocks: readonly string[]
  readonly warns: readonly string[]
  readonly leaves: Readonly<Record<string, string>>
  readonly minimum: string | undefined
}

const fuzzSeeds = [1, 2, 3]

/** Every case of the corpus. */
export function recordCorpus(): readonly Entry[] {
  return [...honestCases, ...tamperedCases].map(entryOf)
}

/** So many mutated cases per seed. */
export function recordMutated(perSeed: number): readonly Entry[] {
  return fuzzSeeds.flatMap((seed) => {
    const random = createRandom(seed)
    return Array.from({ length: perSeed }, (_, index) =>
      entryOf(mutatedCase(random.pick(honestCases), random, `seed ${seed}, mutation ${index + 1}`)),
    )
  })
}

/** So many payments in bitcoin per seed, as the fuzz harness changes them: they need no chain. Codes are without kinds. */
export async function recordPayments(perSeed: number): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (const seed of fuzzSeeds) {
    const random = createRandom(seed)
    for (let count = 1; count <= perSeed; count++) {
      const { name, rating, codes } = await tryPayment(random)
      const found = [...new Set(codes)].toSorted()
      entries.push({
        name: `seed ${seed}, payment ${count}: ${name}`,
        level: levels[rating],
        ...(rating === 'blocked' ? { blocks: found, warns: [] } : { blocks: [], warns: found }),
        ...{ leaves: {}, minimum: undefined },
      })
    }
  }
  return entries
}

const levels = { green: 'proven', amber: 'tried', unchecked: 'unchecked', blocked: 'blocked' } as const

function entryOf(one: Case): Entry {
  const { level, findings } = judgeCase(one)
  const keysOf = (wanted: string) =>
    findings
      .filter(({ severity }) => severity === wanted)
      .map(({ code, kind, step }) => `${code}.${kind}${step === undefined ? '' : `@${step}`}`)
      .toSorted()
  return { name: one.name, level, blocks: keysOf('block'), warns: keysOf('warn'), ...boundsOfCase(one) }
}

/** Levels from the strictest to the mildest. */
const mildness: readonly (readonly Level[])[] = [['blocked'], ['unchecked', 'tried'], ['proven', 'enforced']]

/**
 * The parts of a verdict that became milder on the same case: a weaker level, a block or warning without a counterpart of its rule,
 * or wider bounds. Empty where nothing did.
 */
export function milder(before: Entry, after: Entry): readonly string[] {
  const rankOf = (level: Level) => mildness.findIndex((levels) => levels.includes(level))
  const rulesOf = (keys: readonly string[]) =>
    new Set(keys.map((key) => currentKeyOf(key.split('@')[0]!).split('.')[0]!))
  const loud = rulesOf([...after.blocks, ...after.warns])
  const blocks = rulesOf(after.blocks)
  const isBlocked = after.level === 'blocked'
  return [
    ...(rankOf(after.level) > rankOf(before.level) ? [`level ${before.level} → ${after.level}`] : []),
    // One block is enough: a blocked plan does not need its other findings.
    ...(isBlocked ? [] : [...rulesOf(before.warns)].filter((rule) => !loud.has(rule)).map((rule) => `no ${rule}`)),
    ...(isBlocked ? [] : [...rulesOf(before.blocks)].filter((rule) => !blocks.has(rule)).map((rule) => `no ${rule}`)),
    ...Object.entries(after.leaves)
      .filter(([token, units]) => BigInt(units) < BigInt(before.leaves[token] ?? '0'))
      .map(([token]) => `less of ${token} counts as leaving`),
    ...Object.keys(before.leaves)
      .filter((token) => after.leaves[token] === undefined)
      .map((token) => `${token} does not count as leaving`),
    ...(before.minimum !== undefined && after.minimum !== undefined && BigInt(after.minimum) > BigInt(before.minimum)
      ? ['a higher minimum counts']
      : []),
    ...(before.minimum === undefined && after.minimum !== undefined ? ['a minimum counts'] : []),
  ]
}

/** The case with one to three changes to its transactions. */
export function mutatedCase(one: Case, random: Random, name: string): Case {
  const changes = random.pick([1, 1, 2, 3])
  let answer: SwapAnswer = one.answer
  for (let count = 0; count < changes; count++) answer = mutated(answer, random)
  const { facts, ...rest } = one
  return { ...rest, name: `${name} of: ${one.name}`, answer, ...(facts && { facts: onlyWithSteps(facts) }) }
}

/** Facts of some cases are about steps that a mutation may have removed: they are then left as they are. */
function onlyWithSteps(facts: NonNullable<Case['facts']>): NonNullable<Case['facts']> {
  return (known, plan: Plan) => {
    try {
      return facts(known, plan)
    } catch {
      return known
    }
  }
}

function mutated(answer: SwapAnswer, random: Random): SwapAnswer {
  const { transactions } = answer
  if (transactions.length === 0) return answer
  const index = Math.floor(random.roll() * transactions.length)
  const change = (how: (one: TransactionRecord) => TransactionRecord) =>
    numbered(answer, transactions.with(index, how(transactions[index]!)))
  const kind = random.pick(['digit', 'word', 'word', 'value', 'to', 'drop', 'twice', 'swap places'] as const)
  switch (kind) {
    case 'digit':
      return change((one) => ({ ...one, data: withDigit(String(one.data), random) }))
    case 'word':
      return change((one) => ({ ...one, data: withWord(String(one.data), random) }))
    case 'value':
      return change((one) => ({ ...one, value: random.pick(['0', '1', '1000000000000000000', String(one.value)]) }))
    case 'to':
      return change((one) => ({ ...one, to: random.pick(transactions).to }))
    case 'drop':
      return numbered(answer, transactions.toSpliced(index, 1))
    case 'twice':
      return numbered(answer, transactions.toSpliced(index, 0, transactions[index]!))
    case 'swap places':
      return numbered(answer, [...transactions.slice(index), ...transactions.slice(0, index)])
  }
}

function numbered(answer: SwapAnswer, transactions: readonly TransactionRecord[]): SwapAnswer {
  return { ...answer, transactions: transactions.map((one, order) => ({ ...one, order })) }
}

const selectorEnd = 10
const word = 64

function withDigit(data: string, random: Random): string {
  if (data.length <= selectorEnd) return data
  const at = selectorEnd + Math.floor(random.roll() * (data.length - selectorEnd))
  return data.slice(0, at) + Math.floor(random.roll() * 16).toString(16) + data.slice(at + 1)
}

/** One word of the arguments becomes another one of them, or a small or large number. */
function withWord(data: string, random: Random): string {
  const words = Math.floor((data.length - selectorEnd) / word)
  if (words === 0) return data
  const at = (index: number) => selectorEnd + index * word
  const from = at(Math.floor(random.roll() * words))
  const to = at(Math.floor(random.roll() * words))
  const other = random.pick([
    data.slice(from, from + word),
    data.slice(from, from + word),
    '0'.repeat(word),
    `${'0'.repeat(word - 1)}1`,
    'f'.repeat(word),
  ])
  return data.slice(0, to) + other + data.slice(to + word)
}
