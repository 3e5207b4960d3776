/** The path of a field in a record, with the parts of its name that carry meaning. */
export type FieldPath = {
  readonly keys: readonly string[]
  /** `$.stats.24h.volume` */
  readonly text: string
  /** The last name without its time window and without wrappers: `volume`. */
  readonly name: string
  /** The names of the enclosing objects, without wrappers. */
  readonly context: readonly string[]
  /** The time window in hours, when a name contains one (`24h`). */
  readonly window: number | undefined
  /** Whether it is among the figures that are updated hourly. */
  readonly isHourly: boolean
}
