import DryRun from '../dryRun/DryRun'
import { useScrollToPart } from '../useScrollToPart'
import Replay from './Replay'

/** A case of someone else: the records of their browser, and the result of the same request now. */
export default function ReplayAndDryRun() {
  useScrollToPart()
  return (
    <>
      <Replay />
      <div id="dry-run" className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-5">
        <DryRun />
      </div>
    </>
  )
}
