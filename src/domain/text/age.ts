/** A duration rounded to the largest unit that fits. */
export type RoundedAge = { readonly count: number; readonly unit: 'second' | 'minute' | 'hour' | 'day' }

export function ageOf(milliseconds: number): RoundedAge {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000))
  if (seconds < 60) return { count: seconds, unit: 'second' }
  if (seconds < 3_600) return { count: Math.floor(seconds / 60), unit: 'minute' }
  if (seconds < 86_400) return { count: Math.floor(seconds / 3_600), unit: 'hour' }
  return { count: Math.floor(seconds / 86_400), unit: 'day' }
}
