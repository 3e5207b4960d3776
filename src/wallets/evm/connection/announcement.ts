import type { Provider } from './provider'

/** An announced wallet (EIP-6963), with the provider of that announcement, which the page cannot replace later. */
export type Announcement = {
  /** Stable between visits: the wallet's reverse domain name (rdns), numbered if not unique. */
  readonly id: string
  readonly name: string
  /** Only an image embedded in the announcement; nothing is fetched for it. */
  readonly icon: string | undefined
  readonly provider: Provider
  /** Another wallet announced the same name: only the person can distinguish them. */
  readonly isDuplicate: boolean
  /** On another device or in another app. */
  readonly isElsewhere?: true
}
