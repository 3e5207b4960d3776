/*
 * What fields a service's records have, found out by looking: for every path the kinds of values, how many records
 * have it, and an example. Two such pictures tell what is new, gone, or of another kind.
 */

export type FieldKind = 'text' | 'number' | 'digits' | 'yes or no' | 'nothing' | 'list' | 'group'

export type SchemaField = {
  /** With every index left out: `$.positions[].tickLower`. */
  readonly path: string
  readonly kinds: readonly FieldKind[]
  /** Records that have it, of all that were looked at. */
  readonly present: number
  readonly example: string
  readonly least: number | undefined
  readonly most: number | undefined
}

export type Schema = { readonly records: number; readonly fields: readonly SchemaField[] }

/** What was seen at one place of one record. */
export type SchemaValue = { readonly path: string; readonly kind: FieldKind; readonly text: string }

/** Looks over what stands in each record. */
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

/** What a path was known as before: its kinds. */
export type KnownFields = Readonly<Record<string, readonly FieldKind[]>>

/** How the fields differ from those known before. A path that came with nothing in it is not of another kind. */
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

/** What is remembered of a schema, together with what was known before. */
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
