/** JSON whose shape a test knows, because the test or the app wrote it. The app itself checks what it reads. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads members by name, and fails where they are not.
export function knownJson(text: string): any {
  return JSON.parse(text)
}
