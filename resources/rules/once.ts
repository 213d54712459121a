/** Returns a function that makes the value on its first call: creating `Intl` formatters is slow, and most pages use few. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
