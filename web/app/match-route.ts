import type { AppRoute } from './routes.ts'

/** The route of a path. Fixed addresses win over those with parameters, as in the router. */
export function matchRoute(routes: readonly AppRoute[], path: string): AppRoute | undefined {
  const words = wordsOf(path)
  const matching = routes.filter((route) => isMatch(wordsOf(route.path), words))
  return matching.find((route) => !route.path.includes(':')) ?? matching[0]
}

/** Loads the code of the screen at a path. */
export function prefetchScreen(routes: readonly AppRoute[], path: string): void {
  const route = matchRoute(routes, path)
  const target = route?.redirect === undefined ? route : matchRoute(routes, route.redirect)
  target?.screen?.().catch(() => undefined)
}

export function wordsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function isMatch(pattern: readonly string[], words: readonly string[]): boolean {
  if (words.length > pattern.length) return false
  return pattern.every((part, place) => {
    const word = words[place]
    if (word === undefined) return part.endsWith('?')
    return part.startsWith(':') || part === word
  })
}
