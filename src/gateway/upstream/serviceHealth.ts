export type ServiceHealth = ReturnType<typeof createServiceHealth>
type Route = 'chains' | 'swap' | 'add' | 'pools'
type Answer = { readonly status: number; readonly error: string | undefined; readonly isOutage: boolean }

/** `since` in milliseconds of the gateway's clock. */
type ServiceFailure = { readonly since: number; readonly reason: string }

/**
 * The state of the service by its latest answers, for the log and for `/readyz`. Writes one line when a route of the service begins to fail, and one when it answers again.
 */
export function createServiceHealth(
  clock: () => number,
  log: (line: Readonly<Record<string, string | number>>) => void,
) {
  const failures = new Map<Route, ServiceFailure & { readonly count: number }>()

  return {
    report(route: Route, answer: Answer) {
      const reason = failureReason(answer)
      const known = failures.get(route)
      const isLogged = known !== undefined && known.count >= failuresUntilLogged[route]
      if (reason === undefined) {
        failures.delete(route)
        if (isLogged)
          log({ event: 'service answers again', route, seconds: Math.round((clock() - known.since) / 1_000) })
        return
      }
      const count = (known?.count ?? 0) + 1
      failures.set(route, { since: known?.since ?? clock(), reason, count })
      if (count === failuresUntilLogged[route] || (isLogged && known.reason !== reason))
        log({ event: 'service fails', route, reason })
    },
    isFailing: (route: Route) => (failures.get(route)?.count ?? 0) >= failuresUntilLogged[route],
    /** The failure that lasts longest; `undefined` while every route works. */
    failure(): ServiceFailure | undefined {
      const lasting = [...failures].flatMap(([route, failure]) =>
        failure.count >= failuresUntilLogged[route] ? [failure] : [],
      )
      return lasting.sort((a, b) => a.since - b.since)[0]
    },
  }
}

/** A list is asked for once in five seconds. Of quotes and deposits one caller's odd question may fail by itself. */
const failuresUntilLogged: Readonly<Record<Route, number>> = { chains: 1, pools: 1, swap: 3, add: 3 }

function failureReason({ status, error, isOutage }: Answer): string | undefined {
  if (status === 401 || status === 403) return 'the API key is refused'
  if (isOutage) return error ?? `status ${status}`
  return undefined
}
