/** The database of the order journal. Named apart from it, so that asking whether there is one loads nothing else. */
export const journalName = 'tidegate.orders'
/** The channel on which tabs say which deposit they have moved. */
export const depositsChannel = 'tidegate.deposits'
/** The channel on which tabs say which order they have moved. */
export const ordersChannel = 'tidegate.orders'
