import { useStore } from 'zustand'
import type { Position } from '../../components/positions/position'
import { networkOf } from '../../domain/chain'
import { Button } from '../../ui/Button'
import { askToNotify, notificationPermission } from '../../ui/comforts'
import { useMessages } from '../../ui/messages'
import { rangeAlertMessages } from './rangeAlert.messages'
import { hasRangeAlert, rangeAlerts, toggleRangeAlert } from './watchedRanges'

/** Watches a position's range. Permission to notify is asked for on this click, and alerts work without it. */
export function RangeAlertButton({ position }: { readonly position: Position }) {
  const messages = useMessages(rangeAlertMessages)
  const alerts = useStore(rangeAlerts)
  const { pool, id, tickLower, tickUpper, liquidity } = position
  const { chainId } = pool.chain
  if (id === undefined || pool.address === undefined || liquidity === 0n) return null
  const isOn = hasRangeAlert(alerts, { chainId, id })
  const watched = {
    ...{ network: networkOf(pool.chain), chainId, pool: pool.address, id, tickLower, tickUpper },
    pair: `${pool.token0.symbol}/${pool.token1.symbol}`,
    isInRange: tickLower <= pool.tick && pool.tick < tickUpper,
  }
  const toggle = () => {
    toggleRangeAlert(watched)
    if (!isOn && notificationPermission() === 'default') void askToNotify()
  }
  return (
    <Button
      size="small"
      aria-pressed={isOn}
      kind={isOn ? 'soft' : 'quiet'}
      title={isOn ? messages.watchOn : undefined}
      onClick={toggle}
    >
      {messages.watch}
    </Button>
  )
}
