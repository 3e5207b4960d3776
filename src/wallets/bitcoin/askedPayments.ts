/** Storage key of the orders whose payment a wallet was asked for. */
const key = 'tidegate.askedPayments'

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Whether a wallet was asked to pay an order before, in any tab: it may have paid without saying so. */
export function wasAsked(storage: Store, orderId: string): boolean {
  return readAll(storage).includes(orderId)
}

/** Written before the wallet is asked. Throws where it cannot be kept, so that nothing is asked twice. */
export function markAsked(storage: Store, orderId: string): void {
  storage.setItem(key, [...readAll(storage).filter((id) => id !== orderId), orderId].slice(-most).join(' '))
}

/** The wallet reported that it did not pay. */
export function clearAsked(storage: Store, orderId: string): void {
  const others = readAll(storage).filter((id) => id !== orderId)
  storage.setItem(key, others.join(' '))
}

const most = 200

function readAll(storage: Store): readonly string[] {
  return storage.getItem(key)?.split(' ').filter(Boolean) ?? []
}
