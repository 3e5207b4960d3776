import type { Theme } from '../components/preferences'

/** The colour of the bar of the browser in both themes: `--color-paper` of tokens.css. */
const paper = { light: '#f4f2ec', dark: '#0b1620' }

/**
 * Puts the chosen theme on the root and on the bar of the browser; `system` leaves the choice to the device.
 * `index.html` does it first.
 */
export function showTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    bar.content = paper[theme === 'system' ? (bar.media.includes('dark') ? 'dark' : 'light') : theme]
}
