import { createStore, type StoreApi } from 'zustand'
import { slippageLimits } from '../preparation/slippage'

/** What a person chose once and expects to find again. */
export type Preferences = {
  readonly theme: Theme
  /** Tolerance in basis points (50 = 0.50 %), where it is not left to the rule of the pair. */
  readonly slippageBps: number
  /** The tolerance of a swap follows its pair, by the rule of `autoSlippage`. */
  readonly isAutoSlippage: boolean
  /** Ask the service for swap transactions alone: approvals are then the person's own care. */
  readonly onlySwapTransactions: boolean
  /** Keys of the tokens chosen lately, the latest first. */
  readonly recentTokens: readonly string[]
  /** Keys of the tokens marked with a star, in the order in which they were marked. */
  readonly favouriteTokens: readonly string[]
  /** Single keys that act on Pools; off for those who speak to their computer. */
  readonly hasShortcuts: boolean
}

export type Theme = 'system' | 'light' | 'dark'

export type PreferencesState = Preferences & { readonly change: (part: Partial<Preferences>) => void }

export const defaultPreferences: Preferences = {
  theme: 'system',
  slippageBps: 50,
  isAutoSlippage: true,
  onlySwapTransactions: false,
  recentTokens: [],
  favouriteTokens: [],
  hasShortcuts: true,
}

/** Where preferences sleep; `public/theme.js` reads the theme from the same place before the first paint. */
export const preferencesKey = 'tidegate.preferences'

type PreferencesStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Preferences that outlive the visit. Storage that fails (private windows, full disks) costs only the memory. */
export function createPreferences(storage: PreferencesStorage): StoreApi<PreferencesState> {
  const store = createStore<PreferencesState>((set) => ({
    ...readPreferences(recall(storage)),
    change: (part) => set(part),
  }))
  store.subscribe(({ change: _, ...preferences }) => remember(storage, preferences))
  return store
}

/** Keeps well-formed members and takes defaults for the others: stored text may be old or foreign. */
export function readPreferences(stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  const { theme, slippageBps, isAutoSlippage, onlySwapTransactions, recentTokens, favouriteTokens, hasShortcuts } =
    stored as Record<string, unknown>
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    slippageBps: isSlippage(slippageBps) ? slippageBps : defaultPreferences.slippageBps,
    // Before there was a rule, whoever had another tolerance than the usual one had chosen it.
    isAutoSlippage:
      typeof isAutoSlippage === 'boolean'
        ? isAutoSlippage
        : !isSlippage(slippageBps) || slippageBps === defaultPreferences.slippageBps,
    onlySwapTransactions: onlySwapTransactions === true,
    recentTokens: isTexts(recentTokens) ? recentTokens.slice(0, recentLimit) : [],
    favouriteTokens: isTexts(favouriteTokens) ? favouriteTokens.slice(0, favouriteLimit) : [],
    hasShortcuts: hasShortcuts !== false,
  }
}

/** The same list with a token in front. */
export function withRecent(recent: readonly string[], key: string): readonly string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, recentLimit)
}

/** The same list with a token marked, or no longer. */
export function withFavourite(favourites: readonly string[], key: string): readonly string[] {
  if (favourites.includes(key)) return favourites.filter((other) => other !== key)
  return [...favourites, key].slice(-favouriteLimit)
}

const recentLimit = 8
const favouriteLimit = 12

function isTexts(stored: unknown): stored is readonly string[] {
  return Array.isArray(stored) && stored.every((entry) => typeof entry === 'string')
}

export function isSlippage(bps: unknown): bps is number {
  return Number.isInteger(bps) && Number(bps) >= slippageLimits.lowest && Number(bps) <= slippageLimits.highest
}

function recall(storage: PreferencesStorage): unknown {
  try {
    return JSON.parse(storage.getItem(preferencesKey) ?? 'null')
  } catch {
    return undefined
  }
}

function remember(storage: PreferencesStorage, preferences: Preferences): void {
  try {
    storage.setItem(preferencesKey, JSON.stringify(preferences))
  } catch {
    // Storage is blocked: the choice holds for this visit.
  }
}
