/*
 * The schema of a service's records, inferred from the records: for every path its kinds of values, how many records
 * have it, and an example. Comparing two schemas shows what is new, removed, or of another kind.
 */

export type FieldKind = 'text' | 'number' | 'digits' | 'yes or no' | 'nothing' | 'list' | 'group'

export type SchemaField = {
  /** With array indexes left out: `$.positions[].tickLower`. */
  readonly path: string
  readonly kinds: readonly FieldKind[]
  /** The number of records that have the field. */
  readonly present: number
  readonly example: string
  readonly least: number | undefined
  readonly most: number | undefined
}

export type Schema = { readonly records: number; readonly fields: readonly SchemaField[] }

/** One value of one record, with its path. */
export type SchemaValue = { readonly path: string; readonly kind: FieldKind; readonly text: string }

/** Infers the schema from the values of each record. */
export function schemaOf(records: readonly (readonly SchemaValue[])[]): Schema {
  const found = new Map<string, FieldStats>()
  for (const record of records) {
    const here = new Set<string>()
    for (const seen of record) {
      const field = found.get(seen.path) ?? startField(seen)
      found.set(seen.path, field)
      if (!here.has(seen.path)) field.present++
      here.add(seen.path)
      note(field, seen)
    }
  }
  const fields = [...found].map(([path, { kinds, present, example, least, most }]) => ({
    path,
    kinds: [...kinds].sort(),
    present,
    example,
    least,
    most,
  }))
  return { records: records.length, fields: fields.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

export type Drift = {
  readonly path: string
  readonly is: 'new' | 'gone' | 'other kind'
  readonly before: readonly FieldKind[]
  readonly after: readonly FieldKind[]
}

/** The kinds of values that each path had before. */
export type KnownFields = Readonly<Record<string, readonly FieldKind[]>>

/** How the fields differ from the known ones. A field that is empty now has not changed its kind. */
export function driftOf(before: KnownFields, { records, fields }: Schema): readonly Drift[] {
  if (records === 0) return []
  const now = new Map(fields.map(({ path, kinds }) => [path, kinds]))
  const fresh = fields.flatMap(({ path, kinds }): Drift[] => {
    const old = Object.hasOwn(before, path) ? before[path] : undefined
    if (!old) return [{ path, is: 'new', before: [], after: kinds }]
    const strange = kinds.filter((kind) => kind !== 'nothing' && !old.includes(kind))
    return strange.length > 0 && old.some((kind) => kind !== 'nothing')
      ? [{ path, is: 'other kind', before: old, after: kinds }]
      : []
  })
  const gone = Object.entries(before).flatMap(([path, kinds]): Drift[] =>
    now.has(path) ? [] : [{ path, is: 'gone', before: kinds, after: [] }],
  )
  return [...fresh, ...gone]
}

/** The known fields together with those of a new schema, to be stored. */
export function rememberedOf(before: KnownFields, { fields }: Schema): KnownFields {
  const seen = fields.map(({ path, kinds }): [string, readonly FieldKind[]] => {
    const old = Object.hasOwn(before, path) ? (before[path] ?? []) : []
    return [path, [...new Set([...old, ...kinds])].sort()]
  })
  return { ...before, ...Object.fromEntries(seen) }
}

type FieldStats = {
  readonly kinds: Set<FieldKind>
  present: number
  example: string
  least: number | undefined
  most: number | undefined
}

function startField({ text }: SchemaValue): FieldStats {
  return { kinds: new Set(), present: 0, example: text.slice(0, 80), least: undefined, most: undefined }
}

function note(field: FieldStats, { kind, text }: SchemaValue) {
  field.kinds.add(kind)
  if (field.example === '') field.example = text.slice(0, 80)
  if (kind !== 'number' && kind !== 'digits') return
  const number = Number(text)
  if (field.least === undefined || number < field.least) field.least = number
  if (field.most === undefined || number > field.most) field.most = number
}
