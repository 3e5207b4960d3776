import { createStore, type StoreApi } from 'zustand'
import { slippageLimits } from '../preparation/slippage'

/** What a person chose once and expects to find again. */
export type Preferences = {
  readonly theme: Theme
  /** Tolerance in basis points (50 = 0.50 %). */
  readonly slippageBps: number
  /** Ask the service for swap transactions alone: approvals are then the person's own care. */
  readonly onlySwapTransactions: boolean
  /** Keys of the tokens chosen lately, the latest first. */
  readonly recentTokens: readonly string[]
  /** Single keys that act on Pools; off for those who speak to their computer. */
  readonly hasShortcuts: boolean
}

export type Theme = 'system' | 'light' | 'dark'

export type PreferencesState = Preferences & { readonly change: (part: Partial<Preferences>) => void }

export const defaultPreferences: Preferences = {
  theme: 'system',
  slippageBps: 50,
  onlySwapTransactions: false,
  recentTokens: [],
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
  const { theme, slippageBps, onlySwapTransactions, recentTokens, hasShortcuts } = stored as Record<string, unknown>
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    slippageBps: isSlippage(slippageBps) ? slippageBps : defaultPreferences.slippageBps,
    onlySwapTransactions: onlySwapTransactions === true,
    recentTokens: isTexts(recentTokens) ? recentTokens.slice(0, recentLimit) : [],
    hasShortcuts: hasShortcuts !== false,
  }
}

/** The same list with a token in front. */
export function withRecent(recent: readonly string[], key: string): readonly string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, recentLimit)
}

const recentLimit = 8

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
