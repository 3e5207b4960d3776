import { useEffect } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { positionPath } from '../../components/positions/positionPath'
import { useServices } from '../../components/services'
import { sqrtPriceX96ToTick } from '../../domain/liquidity/tick'
import { IconButton } from '../../ui/Button'
import { showNotification } from '../../ui/comforts'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { rangeAlertMessages } from './rangeAlert.messages'
import { dismissRangeAlert, noteTick, type RangeAlert, rangeAlerts } from './watchedRanges'

/** How often the prices of watched positions are read, in milliseconds: also while the tab is hidden. */
const every = 20_000

/**
 * Watches ranges on every page and notifies when a price leaves one: in the page, or by a browser notification if the
 * tab is hidden.
 */
export function RangeAlerts() {
  const messages = useMessages(rangeAlertMessages)
  const { wallets } = useServices()
  const alerts = useStore(rangeAlerts)
  const hasAlerts = alerts.length > 0
  useEffect(() => {
    if (!hasAlerts) return
    let isGone = false
    const look = async () => {
      const { readPoolPrice } = await import('../../chain/position')
      for (const { chainId, pool, id } of rangeAlerts.getState()) {
        const price = await readPoolPrice(wallets.rpc(chainId), pool)
        if (isGone) return
        const news = price === undefined ? undefined : noteTick({ chainId, id }, sqrtPriceX96ToTick(price))
        if (news && document.hidden) notify(news, messages)
      }
    }
    void look()
    const timer = setInterval(() => void look(), every)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [hasAlerts, wallets, messages])
  const shown = alerts.filter(({ isSeen }) => !isSeen)
  if (shown.length === 0) return null
  return (
    <div
      role="status"
      aria-label={messages.list}
      className="pointer-events-none fixed inset-x-3 bottom-20 z-20 grid justify-items-end gap-2 md:inset-x-auto md:end-4 md:bottom-4"
    >
      {shown.map((alert) => (
        <Alert key={`${alert.chainId} ${alert.id}`} alert={alert} />
      ))}
    </div>
  )
}

function Alert({ alert }: { readonly alert: RangeAlert }) {
  const messages = useMessages(rangeAlertMessages)
  const { network, id, pair, isInRange } = alert
  const close = () => dismissRangeAlert(alert)
  return (
    <div className="pointer-events-auto flex w-full items-start gap-1 rounded-control bg-sheet shadow-float md:w-96">
      <div className="min-w-0 flex-1">
        <Notice kind={isInRange ? 'ok' : 'warn'} title={isInRange ? messages.back(pair, id) : messages.left(pair, id)}>
          {isInRange ? messages.backNote : messages.leftNote}{' '}
          <Link
            href={positionPath(network, id)}
            onClick={close}
            className="font-medium text-ink underline underline-offset-4"
          >
            {messages.show}
          </Link>
        </Notice>
      </div>
      <IconButton size="small" icon="close" label={messages.close} onClick={close} />
    </div>
  )
}

/** One for each change, however many tabs see it. */
function notify({ chainId, id, pair, isInRange }: RangeAlert, messages: (typeof rangeAlertMessages)['english']): void {
  showNotification(isInRange ? messages.back(pair, id) : messages.left(pair, id), {
    body: isInRange ? messages.backNote : messages.leftNote,
    tag: `range ${chainId} ${id}`,
  })
}
