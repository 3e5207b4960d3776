/** The result of a promise; that of `late` if the promise takes longer than so many milliseconds. */
export async function withTimeout<Value, Late>(
  milliseconds: number,
  promise: Promise<Value>,
  late: () => Late,
): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return await Promise.race([promise, silence.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** The first value that `find` returns, now or when a listener is called; `undefined` after so many milliseconds. */
export async function whenFound<Value>(
  find: () => Value | undefined,
  subscribe: (listener: () => void) => () => void,
  milliseconds: number,
): Promise<Value | undefined> {
  if (find()) return find()
  let stop = () => {}
  const found = new Promise<void>((resolve) => {
    stop = subscribe(() => void (find() && resolve()))
  })
  await withTimeout(milliseconds, found, () => undefined)
  stop()
  return find()
}
