import { createStore } from 'zustand/vanilla'
import type { Dialogs } from '../components/services'
import type { ChainKind } from '../domain/chain'

/** Which of the global dialogs is open. One at a time. */
export type DialogState =
  | { readonly is: 'none' }
  | { readonly is: 'connect'; readonly kind: ChainKind | undefined; readonly also: ChainKind | undefined }
  | { readonly is: 'account' }
  | { readonly is: 'settings' }

export const openDialog = createStore<DialogState>(() => ({ is: 'none' }))

export const dialogs: Dialogs & { readonly close: () => void } = {
  connect: (kind, also) => openDialog.setState({ is: 'connect', kind, also }, true),
  account: () => openDialog.setState({ is: 'account' }, true),
  settings: () => openDialog.setState({ is: 'settings' }, true),
  close: () => openDialog.setState({ is: 'none' }, true),
}
