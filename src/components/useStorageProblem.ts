import { useEffect, useState } from 'react'
import { type StorageProblem, useServices } from './services'

/** Why this browser does not let the page keep orders. It is looked for once there is something to confirm. */
export function useStorageProblem(isWanted: boolean): StorageProblem | undefined {
  const { storageProblem } = useServices()
  const [problem, setProblem] = useState<StorageProblem>()
  useEffect(() => {
    let isLeft = false
    if (isWanted) storageProblem().then((found) => isLeft || setProblem(found))
    return () => {
      isLeft = true
    }
  }, [isWanted, storageProblem])
  return problem
}
