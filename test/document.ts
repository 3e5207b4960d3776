import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

/*
 * Built-ins of every browser that the simulated document lacks. Each stand-in has the observable behaviour: a dialog is
 * open or not, a popover is shown or not.
 */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  // Files share a document: a test begins with what a first visit finds.
  window.localStorage.clear()
  window.sessionStorage.clear()
})

document.documentElement.lang = 'en'

// Files share a document, and each begins at the same address.
window.history.replaceState(null, '', '/')

// A busy machine may block for ten seconds.
configure({ asyncUtilTimeout: 30_000 })

const dialog = HTMLDialogElement.prototype

dialog.show ??= function show() {
  this.open = true
}

dialog.showModal ??= function showModal() {
  this.open = true
}

dialog.close ??= function close(returnValue) {
  if (!this.open) return
  this.open = false
  if (returnValue !== undefined) this.returnValue = returnValue
  this.dispatchEvent(new Event('close'))
}

const element = HTMLElement.prototype

element.showPopover ??= function showPopover() {
  this.setAttribute('data-popover-open', '')
  this.dispatchEvent(new Event('toggle'))
}

element.hidePopover ??= function hidePopover() {
  this.removeAttribute('data-popover-open')
  this.dispatchEvent(new Event('toggle'))
}

element.scrollIntoView ??= () => {}

window.matchMedia ??= (query) => Object.assign(new EventTarget(), stillMedia(query))

function stillMedia(query: string) {
  return { matches: false, media: query, onchange: null, addListener: () => {}, removeListener: () => {} }
}

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

// An app that was rendered loads other screens when it is idle: these imports end before the document does.
afterAll(() => vi.dynamicImportSettled())
