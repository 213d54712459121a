import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * The entry is tiny and loads the application as a further chunk; this tells the browser of that chunk, of what it
 * needs and of the typeface in the page itself, so that all arrive at once.
 */
export function preloadFirstChunks(firstModule: string): Plugin {
  return {
    name: 'preload-first-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const first = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(firstModule)))
        if (!first) throw new Error(`no chunk begins with ${firstModule}`)
        const entry = chunks.find((chunk) => chunk.isEntry)
        const already = new Set([entry?.fileName, ...(entry?.imports ?? [])])
        const needed = new Set([first.fileName, ...allImports(first.fileName, bundle)])
        const styles = new Set([...needed].flatMap((name) => stylesOf(name, bundle)))
        const font = Object.keys(bundle).find((name) => /inter-latin-wght.*\.woff2$/.test(name))
        return [
          ...[...needed].filter((name) => !already.has(name)).map(modulePreload),
          ...[...styles].map(styleSheet),
          ...(font ? [fontPreload(font)] : []),
        ]
      },
    },
  }
}

type Bundle = NonNullable<
  Parameters<Extract<Plugin['transformIndexHtml'], { handler: unknown }>['handler']>[1]['bundle']
>

function allImports(name: string, bundle: Bundle, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk') return seen
  for (const next of chunk.imports) {
    if (seen.has(next)) continue
    seen.add(next)
    allImports(next, bundle, seen)
  }
  return seen
}

function stylesOf(name: string, bundle: Bundle): string[] {
  const chunk = bundle[name]
  return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
}

function modulePreload(name: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
    injectTo: 'head',
  }
}

function styleSheet(name: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` }, injectTo: 'head' }
}

function fontPreload(name: string): HtmlTagDescriptor {
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` }
  return { tag: 'link', attrs, injectTo: 'head' }
}
