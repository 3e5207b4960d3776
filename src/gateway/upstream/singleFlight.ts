/** Does what has the same name once at a time: who comes meanwhile gets the same result. */
export function createOnce<Result>(): (name: string, deed: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>()
  return (name, deed) => {
    const found = underWay.get(name)
    if (found) return found
    const started = deed().finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }
}
