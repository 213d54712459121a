// Output of the scripts to the terminal.

export function print(line) {
  process.stdout.write(`${line}\n`)
}

export function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Seconds since `began` (milliseconds), formatted in Portuguese. */
export function secondsSince(began) {
  return `${((Date.now() - began) / 1000).toFixed(1).replace('.', ',')} s`
}
