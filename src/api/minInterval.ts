/** Milliseconds from the start of one request for a list to the start of the next, whoever calls. */
export const minInterval = 5_000
