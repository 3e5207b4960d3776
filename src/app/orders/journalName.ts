/** The journal's IndexedDB name, in a file of its own: checking whether it exists loads no other code. */
export const journalName = 'tidegate.journal'
/** The BroadcastChannel on which tabs announce changed orders. */
export const ordersChannel = 'tidegate.orders'
