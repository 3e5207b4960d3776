import { knownValue, type Pool } from '../domain/pools/pool'

/** The newest timestamps of a list's records, of live and of hourly figures. */
export type ReportedTimes = { readonly liveAt: number | undefined; readonly hourlyAt: number | undefined }

export function reportedTimes(pools: readonly Pool[]): ReportedTimes {
  return {
    liveAt: newest(pools, ({ updatedAt }) => updatedAt),
    hourlyAt: newest(pools, ({ hourlyAt }) => hourlyAt),
  }
}

/** The newest timestamp of the records; in a long list, only a sample is read. */
function newest(pools: readonly Pool[], read: (pool: Pool) => Pool['updatedAt']): number | undefined {
  const step = Math.max(1, Math.floor(pools.length / sample))
  let latest: number | undefined
  for (let index = 0; index < pools.length; index += step) {
    const at = knownValue(read(pools[index]!))
    if (at !== undefined && (latest === undefined || at > latest)) latest = at
  }
  return latest
}

const sample = 128
