/** Milliseconds after which a quote is refreshed, and after which it may no longer be reviewed. */
export const quoteRefreshAfter = 20_000
export const quoteStaleAfter = 30_000
