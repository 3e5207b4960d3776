import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { Client } from '../../api/client'
import { chainsQuery, poolsAnswer } from '../../api/queries'
import { type Chain, networkOf } from '../../domain/chain'
import type { Catalog } from '../../protocol/catalog'
import { hasEarlyRows } from '../earlyRows'
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
  if (!hasEarlyRows()) return
  lists ??= Promise.race([
    load(client, queries, networksOf),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ])
  use(lists)
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
