import { Skeleton } from '../../../ui/Skeleton'
import { useWords } from '../../../ui/words'
import { depositWords } from './words'

/** The places of what is being prepared, so that nothing jumps when it comes. */
export function Preparing() {
  const words = useWords(depositWords)
  return (
    <>
      <p role="status" className="text-fine text-quiet">
        {words.preparing}
      </p>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-32 w-full" />
    </>
  )
}
