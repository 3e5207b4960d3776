import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many honest plans `docs/venues.md` states for a venue. */
export function statedPlans(venue: string) {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/venues.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${venue} |`))
  const [proven, consent, blocked] = row?.split('|').slice(2).map(Number) ?? []
  if (proven === undefined || consent === undefined || blocked === undefined)
    throw new Error(`docs/venues.md has no row for ${venue}.`)
  return { proven, consent, blocked }
}
