import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Dialogs } from '../components/services'
import type { ChainKind } from '../domain/chain'

/** Which of the global dialogs is open. One at a time. */
export type DialogState =
  | { readonly is: 'none' }
  | { readonly is: 'connect'; readonly kind: ChainKind | undefined; readonly also: ChainKind | undefined }
  | { readonly is: 'account' }
  | { readonly is: 'settings' }
  | { readonly is: 'search' }
  | { readonly is: 'keys' }

export type OpenDialogs = Dialogs & {
  readonly store: StoreApi<DialogState>
  readonly search: () => void
  readonly keys: () => void
  readonly close: () => void
}

/** The dialogs of one app: of the page, or of each widget in it. */
export function createDialogs(): OpenDialogs {
  const store = createStore<DialogState>(() => ({ is: 'none' }))
  const show = (is: Exclude<DialogState['is'], 'connect'>) => () => store.setState({ is }, true)
  return {
    store,
    connect: (kind, also) => store.setState({ is: 'connect', kind, also }, true),
    account: show('account'),
    settings: show('settings'),
    search: show('search'),
    keys: show('keys'),
    close: show('none'),
  }
}

export const dialogs = createDialogs()
