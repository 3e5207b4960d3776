/** JSON whose shape a test knows, because the test or the app wrote it. The app itself checks what it reads. */
export function knownJson(text: string): any {
  return JSON.parse(text)
}
