const out = process.stderr
const moving = Boolean(out.isTTY) && !process.env.CI

/** Shows how long each part takes: one updated line on a terminal, one line per part elsewhere. Writes to stderr. */
export function createProgress() {
  const started = performance.now()
  let words = ''
  let frame = 0
  let ended = false
  const timer = moving ? setInterval(draw, 120) : undefined
  timer?.unref()

  function draw() {
    if (words === '') return
    out.write(`\r\x1b[2K${'|/-\\'[frame++ % 4]} ${words} (${seconds(started)})`)
  }

  return {
    say(next) {
      if (next === words) return
      words = next
      if (moving && !ended) draw()
      else out.write(`${next}\n`)
    },
    /** Ends the progress line, so that later output stays on the screen. */
    end() {
      clearInterval(timer)
      if (moving && !ended && words !== '') out.write('\r\x1b[2K')
      words = ''
      ended = true
    },
  }
}

/** Runs one part with its name on the terminal, and returns its result. */
export async function withProgress(words, work) {
  const progress = createProgress()
  progress.say(words)
  try {
    return await work(progress)
  } finally {
    progress.end()
  }
}

export function seconds(since, until = performance.now()) {
  return `${((until - since) / 1000).toFixed(1)} s`
}
