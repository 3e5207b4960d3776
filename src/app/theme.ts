import type { Theme } from '../components/preferences'

/** The browser's `theme-color` in both themes: `--color-paper` of tokens.css. */
const paper = { light: '#f4f2ec', dark: '#0b1620' }

/**
 * Sets the chosen theme on the root element and in the `theme-color` meta tag; `system` leaves the choice to the device.
 * A script in `index.html` does the same before the app loads.
 */
export function showTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    bar.content = paper[theme === 'system' ? (bar.media.includes('dark') ? 'dark' : 'light') : theme]
}
