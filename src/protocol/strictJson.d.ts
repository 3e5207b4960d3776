export {}

/** What JSON.parse can return. TypeScript says `any`, so that unchecked use would compile. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

declare global {
  interface JSON {
    parse(text: string): JsonValue
  }
  interface Body {
    json(): Promise<JsonValue>
  }
}
