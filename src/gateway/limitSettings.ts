import { parseJsonWithComments } from './jsonWithComments'
import { didYouMean, SettingsError } from './settingsError'

/** The limits that an operator can change with `TIDEGATE_LIMITS`: whole numbers. */
export type LimitSettings = Readonly<Record<keyof typeof limits, number>>

/** The default of each limit, and the largest value. */
const limits = {
  quotesPerMinute: [120, 100_000],
  depositsPerMinute: [20, 100_000],
  callsPerMinute: [1_200, 1_000_000],
  sockets: [500, 100_000],
  socketsPerCaller: [20, 100_000],
  inFlight: [64, 10_000],
  inFlightPerCaller: [8, 10_000],
  listSeconds: [8, 120],
  postSeconds: [15, 120],
  drainSeconds: [0, 600],
} as const

/** Reads a JSON object such as `{"quotesPerMinute":300}`. Throws `SettingsError`. */
export function readLimits(text: string | undefined): LimitSettings {
  const given = text === undefined ? {} : parseObject(text)
  for (const [name, value] of Object.entries(given)) {
    if (!isLimit(name))
      throw new SettingsError(`TIDEGATE_LIMITS has no limit "${name}".${didYouMean(name, Object.keys(limits))}`)
    const [smallest, largest] = [name === 'drainSeconds' ? 0 : 1, limits[name][1]]
    if (!Number.isInteger(value) || Number(value) < smallest || Number(value) > largest)
      throw new SettingsError(`TIDEGATE_LIMITS: ${name} must be a whole number from ${smallest} to ${largest}.`)
  }
  // Every limit has a default.
  const defaults = Object.entries(limits).map(([name, [usual]]) => [name, usual])
  return { ...Object.fromEntries(defaults), ...given } as LimitSettings
}

function parseObject(text: string): object {
  try {
    const json = parseJsonWithComments(text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json
  } catch (cause) {
    throw new SettingsError('TIDEGATE_LIMITS is not JSON.', { cause })
  }
  throw new SettingsError('TIDEGATE_LIMITS must be a JSON object such as {"quotesPerMinute":300}.')
}

function isLimit(name: string): name is keyof typeof limits {
  return Object.hasOwn(limits, name)
}
