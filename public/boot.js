// Runs before the first paint, so that a page in the chosen theme is never seen in another one.
try {
  const { theme } = JSON.parse(localStorage.getItem('tidegate.preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be closed to us; the system's theme is shown.
}
