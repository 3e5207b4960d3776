import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  type LiquidityLink,
  readLiquidityLink,
  type UnreadLinkPart,
  unreadLinkParts,
  writeLiquidityLink,
} from '../../components/liquidityLink'

/** What the person set, as far as a link may carry it, and what it may not. */
export type DepositForm = LiquidityLink & {
  /** In percent, as typed; `undefined` is the usual tolerance of the pool. */
  readonly tolerance: string | undefined
  /** The chain's own coin takes the place of its wrapped form. */
  readonly paysCoin: boolean
  /** What of the link made no sense, until the person changes something. */
  readonly unread: readonly UnreadLinkPart[]
}

/** The address bar follows the form this long after the last change. */
const mirrorAfter = 400

/** The form, mirrored by the address bar: a reload, a bookmark or a shared link brings it back. */
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
    const timer = setTimeout(() => {
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
