import { favouriteLimit, recentLimit } from '../preferences'

/** The same list with a token moved to the front. */
export function withRecent(recent: readonly string[], key: string): readonly string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, recentLimit)
}

/** The same list with a token added or removed. */
export function withFavourite(favourites: readonly string[], key: string): readonly string[] {
  if (favourites.includes(key)) return favourites.filter((other) => other !== key)
  return [...favourites, key].slice(-favouriteLimit)
}
