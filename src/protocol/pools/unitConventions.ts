import type { JsonObject } from '../json/json'
import type { RecordInput, UnitConventions } from './candidates'
import { feeUnits, rateUnits, type Unit } from './units'
import { unitEvidenceIn } from './valueFields'

export const noConventions: UnitConventions = { unitAt: () => undefined }

/** The number of records of a list that are sampled. */
const sample = 200

/** The units that records of a list show for the same field, where enough of them do and nearly all agree. */
export function conventionsOf(
  records: readonly JsonObject[],
  factsOf: (record: JsonObject) => RecordInput,
): UnitConventions & { readonly signature: string } {
  const votes = new Map<string, Map<string, number>>()
  const step = Math.max(1, Math.floor(records.length / sample))
  for (let index = 0; index < records.length; index += step) {
    for (const { path, family, unit } of unitEvidenceIn(factsOf(records[index]!))) {
      const counts = votes.get(`${family} ${path}`) ?? new Map<string, number>()
      counts.set(unit, (counts.get(unit) ?? 0) + 1)
      votes.set(`${family} ${path}`, counts)
    }
  }
  const settled = new Map<string, { unit: Unit; share: string }>()
  for (const [familyPath, counts] of votes) {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const [name, most] = [...counts].sort(([, a], [, b]) => b - a)[0]!
    const unit = [...Object.values(feeUnits), ...Object.values(rateUnits)].find(
      (known) => known.name === name && isOf(familyPath, known),
    )
    if (unit && most >= 3 && most / all >= 0.8) settled.set(familyPath, { unit, share: `${most} of ${all}` })
  }
  return {
    unitAt: ({ text }, family) => settled.get(`${family} ${text}`),
    signature: [...settled]
      .map(([familyPath, { unit }]) => `${familyPath} ${unit.name}`)
      .sort()
      .join(),
  }
}

/** Whether a unit belongs to this field: `percent` is a unit of fees and of rates, with different factors. */
function isOf(familyPath: string, unit: Unit): boolean {
  return Object.values(familyPath.startsWith('fee ') ? feeUnits : rateUnits).includes(unit as never)
}
