import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readSwapLink, writeSwapLink } from '../../../components/swapLink'
import { formOf, linkOf, type SwapFormValues } from './form'

/** Milliseconds of debounce before the URL follows the form. */
const mirrorAfter = 400

/**
 * The form, mirrored in the URL: a reload, a bookmark or a shared link restores it. Following a link while the form is
 * open replaces its content.
 */
export function useLinkedForm(): readonly [SwapFormValues, (change: (form: SwapFormValues) => SwapFormValues) => void] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => formOf(readSwapLink(search)))
  /** The URL that this hook wrote last; any other came from outside. */
  const mirrored = useRef(search)

  useEffect(() => {
    if (search === mirrored.current) return
    mirrored.current = search
    setForm(formOf(readSwapLink(search)))
  }, [search])

  const link = writeSwapLink(linkOf(form))
  useEffect(() => {
    if (link === '' || link === mirrored.current) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // Another screen was opened, and this one stays only until that is drawn.
      if (window.location.pathname !== page) return
      mirrored.current = link
      navigate(`/swap?${link}`, { replace: true })
    }, mirrorAfter)
    return () => clearTimeout(timer)
  }, [link, navigate])

  return [form, setForm]
}
