/** Stands in drawn words where a figure or a name comes in. */
export const unfilled = '{}'
