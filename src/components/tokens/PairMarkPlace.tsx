/** Takes the space of a pair's icons until the pair is known, so that its name does not move then. */
export function PairMarkPlace() {
  return <span aria-hidden="true" className="h-6 shrink-0" style={{ width: '2.5rem' }} />
}
