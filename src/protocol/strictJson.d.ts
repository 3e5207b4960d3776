export {}

/** What a JSON text can mean: whoever reads one has to check what it holds. TypeScript alone would say `any`. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

declare global {
  interface JSON {
    parse(text: string): JsonValue
  }
  interface Body {
    json(): Promise<JsonValue>
  }
}
