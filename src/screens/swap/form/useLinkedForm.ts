import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readSwapLink, writeSwapLink } from '../../../components/swapLink'
import { formOf, linkOf, type SwapFormValues } from './form'

/** The address bar follows the form this long after the last change. */
const mirrorAfter = 400

/**
 * The form, mirrored by the address bar: a reload, a bookmark or a shared link brings it back. A link that is
 * followed while the form is open fills it anew.
 */
export function useLinkedForm(): readonly [SwapFormValues, (change: (form: SwapFormValues) => SwapFormValues) => void] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => formOf(readSwapLink(search)))
  /** What the address bar says by our own hand; anything else came from outside. */
  const mirrored = useRef(search)

  useEffect(() => {
    if (search === mirrored.current) return
    mirrored.current = search
    setForm(formOf(readSwapLink(search)))
  }, [search])

  const link = writeSwapLink(linkOf(form))
  useEffect(() => {
    if (link === '' || link === mirrored.current) return
    const timer = setTimeout(() => {
      mirrored.current = link
      navigate(`/swap?${link}`, { replace: true })
    }, mirrorAfter)
    return () => clearTimeout(timer)
  }, [link, navigate])

  return [form, setForm]
}
