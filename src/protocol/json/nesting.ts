/** Whether nothing in the value is nested deeper than so many levels. Functions that recurse fail on what is. */
export function isFlat(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => isFlat(each, levels - 1))
}
