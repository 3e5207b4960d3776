/** Takes the announced wallet away from discovery: only the page has it, and hands it over. */
export function handOver() {
  window.addEventListener(
    'eip6963:announceProvider',
    (event) => {
      const { info, provider } = (event as CustomEvent).detail
      if (info.rdns === 'page.wallet') return
      Object.assign(window, { pageWallet: provider })
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}
