import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many honest plans `docs/venues.md` states for a venue. */
export function statedPlans(venue: string): { readonly proven: number; readonly consent: number } {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/venues.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${venue} |`))
  const [proven, consent] = row?.split('|').slice(2).map(Number) ?? []
  if (proven === undefined || consent === undefined) throw new Error(`docs/venues.md has no row for ${venue}.`)
  return { proven, consent }
}
