export type Params = Readonly<Record<string, string | undefined>>

/**
 * Parameters of a path that matches a pattern like `/socios/:id/:tab?`, in upper or lower case; undefined when it
 * does not match.
 */
export function matchPath(pattern: string, path: string): Params | undefined {
  const parts = segmentsOf(pattern)
  const segments = segmentsOf(path)
  if (segments.length > parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, part] of parts.entries()) {
    const segment = segments[place]
    const name = /^:(\w+)/.exec(part)?.[1]
    if (segment === undefined) {
      if (!part.endsWith('?')) return undefined
    } else if (name !== undefined) params[name] = decode(segment)
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined
  }
  return params
}

export function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/** A segment that is not valid percent-encoding stays as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
