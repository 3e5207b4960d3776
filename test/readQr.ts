import jsQR from 'jsqr'

/** The text that a camera would read in our drawing: every module as a square of pixels. */
export function readQr(viewBox: string | null, path: string | null): string | undefined {
  const size = Number(viewBox?.split(' ')[2])
  const dark = [...(path ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of dark)
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const place = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        pixels.fill(0, place, place + 3)
      }
  return jsQR(pixels, width, width)?.data
}
