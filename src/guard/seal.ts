import { keccak256, stringToBytes } from 'viem'
import type { Token } from '../domain/token'
import type { Plan, Step } from './plan'

/** Freezes a plan and adds its hash: from here on it is reviewed, checked and sent unchanged, or not at all. */
export function seal<Asked>(plan: Omit<Plan<Asked>, 'hash'>): Plan<Asked> {
  return frozen({ ...plan, hash: hashOf(plan) })
}

/** Whether the plan still matches its hash, also after it was read from storage. */
export function isIntact(plan: Plan<unknown>): boolean {
  return plan.hash === hashOf(plan)
}

/** Hashes the intent, the transactions and the asserted bounds; without the service's records and prices. */
function hashOf({ intent, steps, assertion }: Pick<Plan<unknown>, 'intent' | 'steps' | 'assertion'>): string {
  return keccak256(stringToBytes(canonical({ intent: essential(intent), steps: steps.map(sent), assertion })))
}

/** The intent without properties that may change in the meantime: prices, icons, whether a chain is open. */
function essential(asked: unknown): unknown {
  if (Array.isArray(asked)) return asked.map(essential)
  if (typeof asked !== 'object' || asked === null) return asked
  if (isToken(asked)) return money(asked)
  return Object.fromEntries(Object.entries(asked).map(([name, member]) => [name, essential(member)]))
}

function isToken(value: object): value is Token {
  return 'decimals' in value && 'symbol' in value && 'chain' in value
}

function money({ id, chain, address, symbol, decimals, isNative }: Token) {
  return { id, chainId: chain.chainId, address, symbol, decimals, isNative }
}

function sent(step: Step) {
  return { ...step, said: undefined }
}

/** Canonical JSON: independent of the order of keys. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) frozen(member)
  }
  return value
}
