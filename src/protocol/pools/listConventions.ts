import type { JsonObject } from '../json/json'
import { type ListConventions, noConventions, type Proof, type RecordInput } from './candidates'
import { readTokens } from './tokenFields'
import { priceProofs } from './tokenOrder'
import { proofsIn } from './valueFields'

/** The number of records of a list that are sampled. */
const sample = 200

/** Properties that the records of a list prove about each other's fields, if nearly all proofs agree. */
export function conventionsOf(
  records: readonly JsonObject[],
  inputOf: (record: JsonObject) => RecordInput,
): ListConventions & { readonly signature: string } {
  if (records.length < 2) return { ...noConventions, signature: '' }
  const votes = new Map<string, Map<string, { readonly proof: Proof; readonly weight: number }>>()
  const step = Math.max(1, Math.floor(records.length / sample))
  for (let index = 0; index < records.length; index += step) {
    const input = inputOf(records[index]!)
    for (const proof of [...proofsIn(input), ...priceProofs(input, readTokens(input))]) {
      const field = keyOf(proof.of, proof.path)
      const counts = votes.get(field) ?? new Map<string, { proof: Proof; weight: number }>()
      counts.set(proof.says, { proof, weight: (counts.get(proof.says)?.weight ?? 0) + (proof.weight ?? 1) })
      votes.set(field, counts)
    }
  }
  const settled = new Map<string, Proof & { readonly share: string }>()
  for (const [field, counts] of votes) {
    const all = [...counts.values()].reduce((sum, { weight }) => sum + weight, 0)
    const most = [...counts.values()].reduce((best, other) => (other.weight > best.weight ? other : best))
    if (most.weight / all >= 0.8)
      settled.set(field, { ...most.proof, share: `${Math.round(most.weight)} of ${Math.round(all)}` })
  }
  return {
    at: (of, path) => settled.get(keyOf(of, path?.text)),
    signature: [...settled]
      .map(([field, { says }]) => `${field} ${says}`)
      .sort()
      .join(),
  }
}

function keyOf(of: Proof['of'], path: string | undefined): string {
  return path === undefined ? of : `${of} ${path}`
}
