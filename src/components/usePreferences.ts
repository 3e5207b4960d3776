import { useStore } from 'zustand'
import type { PreferencesState } from './preferences'
import { useServices } from './services'

export function usePreferences<Part>(select: (state: PreferencesState) => Part): Part {
  return useStore(useServices().preferences, select)
}
