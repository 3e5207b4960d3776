import type { Theme } from '../components/preferences'

/** Puts the chosen theme on the root; `system` leaves the choice to the device. `index.html` does it first. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}
