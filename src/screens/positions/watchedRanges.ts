import * as v from 'valibot'
import { createStoredList } from '../../ui/storedList'

const tick = v.pipe(v.number(), v.integer())
const rangeAlert = v.object({
  ...{ network: v.string(), chainId: tick, pool: v.string(), id: v.string(), pair: v.string() },
  ...{ tickLower: tick, tickUpper: tick },
  /** As it was last seen; `undefined` until it was looked at. */
  isInRange: v.fallback(v.optional(v.boolean()), undefined),
  /** Whether the person has closed the message of the last change, if there was one. */
  isSeen: v.boolean(),
})

/** A watched position: the person is notified when the price leaves its range, or comes back. */
export type RangeAlert = Readonly<v.InferOutput<typeof rangeAlert>>

type Watched = Pick<RangeAlert, 'chainId' | 'id'>

export function hasRangeAlert(alerts: readonly RangeAlert[], position: Watched): boolean {
  return alerts.some((alert) => isOf(alert, position))
}

/** Starts or stops to watch a position. One that is out of range at the start causes no alert. */
export function toggleRangeAlert(alert: Omit<RangeAlert, 'isSeen'>): void {
  const alerts = rangeAlerts.getState()
  const others = alerts.filter((other) => !isOf(other, alert))
  write(others.length < alerts.length ? others : [{ ...alert, isSeen: true }, ...others].slice(0, most))
}

/** Stores the current price; returns the alert if its state changed. */
export function noteTick(position: Watched, tick: number): RangeAlert | undefined {
  const alert = rangeAlerts.getState().find((alert) => isOf(alert, position))
  if (!alert) return undefined
  const isInRange = alert.tickLower <= tick && tick < alert.tickUpper
  if (alert.isInRange === isInRange) return undefined
  const isNews = alert.isInRange !== undefined
  const next = { ...alert, isInRange, isSeen: !isNews }
  write(rangeAlerts.getState().map((other) => (isOf(other, position) ? next : other)))
  return isNews ? next : undefined
}

export function dismissRangeAlert(position: Watched): void {
  write(rangeAlerts.getState().map((alert) => (isOf(alert, position) ? { ...alert, isSeen: true } : alert)))
}

function isOf(alert: RangeAlert, { chainId, id }: Watched): boolean {
  return alert.chainId === chainId && alert.id === id
}

const most = 50

function write(alerts: readonly RangeAlert[]): void {
  rangeAlerts.setState(alerts, true)
}

export const rangeAlerts = createStoredList('tidegate.range-alerts', most, (stored) => {
  const alerts = v.safeParse(v.array(rangeAlert), stored)
  return alerts.success ? alerts.output : []
})
