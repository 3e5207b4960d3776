import { DemoNotice } from './DemoNotice'
import { RecentSwaps } from './RecentSwaps'

/** What stands beside the form in wide windows, and below it in narrow ones. Loaded once the form can be used. */
export default function SwapAside() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 max-lg:mt-5">
      <DemoNotice />
      <RecentSwaps />
    </div>
  )
}
