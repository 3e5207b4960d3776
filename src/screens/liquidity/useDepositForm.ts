import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  type LiquidityLink,
  readLiquidityLink,
  type UnreadLinkPart,
  unreadLinkParts,
  writeLiquidityLink,
} from '../../components/liquidityLink'

/** What the person entered: the fields that a link may contain, and those it may not. */
export type DepositForm = LiquidityLink & {
  /** Slippage tolerance in percent, as typed; `undefined` for the pool's default. */
  readonly tolerance: string | undefined
  /** The native coin is paid instead of its wrapped form. */
  readonly paysCoin: boolean
  /** Invalid parts of the link, kept until the person changes something. */
  readonly unread: readonly UnreadLinkPart[]
}

/** Milliseconds of debounce before the URL follows the form. */
const mirrorAfter = 400

/** The form, mirrored in the URL: a reload, a bookmark or a shared link restores it. */
export function useDepositForm(): readonly [DepositForm, (change: Partial<DepositForm>) => void] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => formOf(search))
  const [seen, setSeen] = useState(search)
  const [mirrored, setMirrored] = useState(search)

  if (search !== seen) {
    setSeen(search)
    if (search !== mirrored) setForm(formOf(search))
  }

  const link = writeLiquidityLink(form)
  useEffect(() => {
    if (link === '' || link === mirrored) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // Another screen was opened, and this one stays only until that is drawn.
      if (window.location.pathname !== page) return
      setMirrored(link)
      navigate(`/liquidity/add?${link}`, { replace: true })
    }, mirrorAfter)
    return () => clearTimeout(timer)
  }, [link, mirrored, navigate])

  return [form, (change) => setForm((form) => ({ ...form, unread: nothing, ...change }))]
}

function formOf(search: string): DepositForm {
  const link = readLiquidityLink(search)
  return {
    ...link,
    chainId: link.pool?.chainId ?? link.pair?.chainId ?? link.chainId,
    tolerance: undefined,
    paysCoin: false,
    unread: unreadLinkParts(search),
  }
}

const nothing: readonly UnreadLinkPart[] = []
