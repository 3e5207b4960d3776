import { useEffect } from 'react'
import { openRequestArchive } from '../api/requestArchive'
import { useServices } from '../components/services'
import { RangeAlerts } from '../screens/positions/RangeAlerts'

/** What goes on behind every page: requests are kept for support, and watched ranges are looked at. */
export function Background() {
  const { log } = useServices().client
  useEffect(() => openRequestArchive().keep(log), [log])
  return <RangeAlerts />
}
