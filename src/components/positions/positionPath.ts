/** The page of a position: `/positions/Harbor/46`. */
export function positionPath(network: string, id: string | bigint): string {
  return `/positions/${encodeURIComponent(network)}/${id}`
}
