import { createStore, type StoreApi } from 'zustand'
import { attempt } from '../domain/attempt'
import { slippageLimits } from '../preparation/slippage'

/** Settings that persist between visits. */
export type Preferences = {
  readonly theme: Theme
  /** Slippage tolerance in basis points (50 = 0.50 %), used if `isAutoSlippage` is off. */
  readonly slippageBps: number
  /** Choose the slippage tolerance of a swap by its pair, with `autoSlippage`. */
  readonly isAutoSlippage: boolean
  /** Keys of the recently chosen tokens, the latest first. */
  readonly recentTokens: readonly string[]
  /** Keys of favourite tokens, in the order in which they were marked. */
  readonly favouriteTokens: readonly string[]
  /** Single-key shortcuts on Pools; can be turned off for users of speech input. */
  readonly hasShortcuts: boolean
  /** The address book: names that the person gave to addresses. */
  readonly contacts: readonly Contact[]
}

export type Contact = { readonly name: string; readonly address: string }

export type Theme = 'system' | 'light' | 'dark'

export type PreferencesState = Preferences & { readonly change: (part: Partial<Preferences>) => void }

export const defaultPreferences: Preferences = {
  theme: 'system',
  slippageBps: 50,
  isAutoSlippage: true,
  recentTokens: [],
  favouriteTokens: [],
  hasShortcuts: true,
  contacts: [],
}

/** Storage key of the preferences; `index.html` reads the theme from it before the first paint. */
export const preferencesKey = 'tidegate.preferences'

/** Persistent preferences. If storage fails (private windows, full disks), they last only for this visit. */
export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>): StoreApi<PreferencesState> {
  const stored = attempt(() => JSON.parse(storage.getItem(preferencesKey) ?? 'null'))
  const store = createStore<PreferencesState>((set) => ({ ...readPreferences(stored), change: (part) => set(part) }))
  store.subscribe(({ change: _, ...preferences }) => {
    attempt(() => storage.setItem(preferencesKey, JSON.stringify(preferences)))
  })
  return store
}

/** Keeps well-formed members and uses defaults for the others: stored text may be outdated or malformed. */
export function readPreferences(stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  const { theme, slippageBps, isAutoSlippage, recentTokens, favouriteTokens, ...more } = stored as Record<
    string,
    unknown
  >
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    slippageBps: isSlippage(slippageBps) ? slippageBps : defaultPreferences.slippageBps,
    // Before automatic slippage existed, a tolerance other than the default was the person's choice.
    isAutoSlippage:
      typeof isAutoSlippage === 'boolean'
        ? isAutoSlippage
        : !isSlippage(slippageBps) || slippageBps === defaultPreferences.slippageBps,
    recentTokens: isTexts(recentTokens) ? recentTokens.slice(0, recentLimit) : [],
    favouriteTokens: isTexts(favouriteTokens) ? favouriteTokens.slice(0, favouriteLimit) : [],
    hasShortcuts: more.hasShortcuts !== false,
    contacts: Array.isArray(more.contacts) ? more.contacts.filter(isContact) : [],
  }
}

export const recentLimit = 8
export const favouriteLimit = 12

function isTexts(stored: unknown): stored is readonly string[] {
  return Array.isArray(stored) && stored.every((entry) => typeof entry === 'string')
}

function isContact(stored: Partial<Contact> | null): stored is Contact {
  return isTexts([stored?.name, stored?.address])
}

export function isSlippage(bps: unknown): bps is number {
  return Number.isInteger(bps) && Number(bps) >= slippageLimits.lowest && Number(bps) <= slippageLimits.highest
}
