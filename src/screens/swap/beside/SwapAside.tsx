import { DemoNotice } from './DemoNotice'
import { RecentSwaps } from './RecentSwaps'

/** What stands beside the form in wide windows, and below it in narrow ones. Loaded once the form can be used. */
export default function SwapAside() {
  return (
    <>
      <DemoNotice />
      <RecentSwaps />
    </>
  )
}
