/** A field of a record by its path, and the words of its name that matter. */
export type FieldPath = {
  readonly keys: readonly string[]
  /** `$.stats.24h.volume` */
  readonly text: string
  /** The last name without its time window and without wrappers: `volume`. */
  readonly name: string
  /** Names of the objects around it, without wrappers. */
  readonly context: readonly string[]
  /** The time window in hours, when a name says it (`24h`). */
  readonly window: number | undefined
  /** It stands among figures that are updated hourly. */
  readonly isHourly: boolean
}
