/** The room of a pair's icons while it is not known, so that its name does not move. */
export function PairMarkPlace() {
  return <span aria-hidden="true" className="h-6 shrink-0" style={{ width: '2.5rem' }} />
}
