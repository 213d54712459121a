/** A value that is made when it is first asked for: formatters take long to make, and most pages need few of them. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
