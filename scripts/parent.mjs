/** Stops when npm has ended: npm does not forward signals, and a killed process cannot. */
export function stopWithParent(stop) {
  process.once('disconnect', stop)
  process.channel?.unref()
  const parent = process.ppid
  if (process.env.npm_lifecycle_event && !process.channel)
    setInterval(() => process.ppid !== parent && stop(), 500).unref()
}
