export {}

/** The return type of JSON.parse. TypeScript's own type is `any`, with which unchecked use would compile. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

declare global {
  interface JSON {
    parse(text: string): JsonValue
  }
  interface Body {
    json(): Promise<JsonValue>
  }
}
