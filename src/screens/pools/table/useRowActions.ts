import { type MouseEvent, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { type PoolRowModel, poolPath } from '../../../rows/poolRowModel'
import { useEvent } from '../../../ui/hooks/useEvent'
import { actionAt } from './PoolRow'

/** The pool whose menu is open, the button that opened it, and the query of that moment. */
type OpenMenu = { readonly row: PoolRowModel; readonly button: HTMLElement; readonly queryKey: string }

type RowActionsDeps = {
  /** Identifies the person's query. */
  readonly queryKey: string
  readonly compared: ReadonlySet<string>
  readonly onFavourite: (row: PoolRowModel) => void
  readonly onCompare: (row: PoolRowModel) => void
}

/** What a press on a row does: one listener serves all rows. */
export type RowActions = {
  readonly onClick: (event: MouseEvent) => void
  readonly menu: OpenMenu | undefined
  readonly closeMenu: () => void
}

export function useRowActions({ queryKey, compared, onFavourite, onCompare }: RowActionsDeps): RowActions {
  const [, navigate] = useLocation()
  const [menu, setMenu] = useState<OpenMenu>()
  const closeMenu = useCallback(() => setMenu(undefined), [])
  // After another query the button may belong to another pool.
  if (menu && menu.queryKey !== queryKey) setMenu(undefined)
  const onClick = useEvent((event: MouseEvent) => {
    const action = actionAt(event.target)
    if (!action) return
    const { act, row, element } = action
    if (act === 'menu') setMenu(menu?.button === element ? undefined : { row, button: element, queryKey })
    if (act === 'favour') onFavourite(row)
    if (act === 'compare') {
      onCompare(row)
      // A pool that finds no room is not ticked; one that does is when its row is filled again.
      if (element instanceof HTMLInputElement) element.checked = compared.has(row.key)
    }
    if (act !== 'open') return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    navigate(poolPath(row.network, row.pool.id))
  })
  return { onClick, menu, closeMenu }
}
