import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { use, useLayoutEffect, useState } from 'react'
import type { Client } from '../../api/client'
import { chainsQuery, poolsAnswer } from '../../api/queries'
import { type Chain, networkOf } from '../../domain/chain'
import type { Catalog } from '../../protocol/catalog'
import { goToRowPlace, hasEarlyRows, rowPlace } from '../earlyRows'
import { useServices } from '../services'

/** Milliseconds that early rows stay for the screen's own lists. */
const longestWait = 4_000

let lists: Promise<unknown> | undefined

/**
 * While rows of the service stand on the page that the browser got, the screen waits for its own lists, so that no
 * placeholder takes the place of rows. A list that fails or takes its time is waited for no longer: the screen tells.
 */
export function useEarlyLists(networksOf: (catalog: Catalog) => readonly Chain[]): void {
  const { client } = useServices()
  const queries = useQueryClient()
  const isEarly = hasEarlyRows()
  if (isEarly) {
    lists ??= Promise.race([
      load(client, queries, networksOf),
      new Promise((resolve) => setTimeout(resolve, longestWait)),
    ])
    use(lists)
  }
  // Whoever is at a pool of the page is at the same pool of the screen that takes its place.
  const [place] = useState(() => (isEarly ? rowPlace() : undefined))
  useLayoutEffect(() => {
    if (place) goToRowPlace(place)
  }, [place])
}

async function load(client: Client, queries: QueryClient, networksOf: (catalog: Catalog) => readonly Chain[]) {
  try {
    const { value } = await queries.fetchQuery(chainsQuery(client))
    await Promise.all(
      networksOf(value.catalog).map((chain) => queries.prefetchQuery(poolsAnswer(client, networkOf(chain)))),
    )
  } catch {
    // The screen asks again, and says what is wrong.
  }
}
