import type { HtmlTagDescriptor, Plugin } from 'vite'
import { firstListLink } from '../resource/list/first-list-link.ts'

/**
 * Adds preload links for the application's chunk, its imports and styles and the font, which otherwise would be
 * requested only after the small entry has run. They are few: an HTTP/1.1 browser has six connections, and the
 * first API requests need some. The links of the first list's chunk have no `rel` yet: the entry sets it when it opens that list.
 */
export function preloadFirstChunks(firstModule: string, listModule: string): Plugin {
  return {
    name: 'preload-first-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(firstModule)))
        if (!first) throw new Error(`no chunk begins with ${firstModule}`)
        const entry = chunks.find((chunk) => chunk.isEntry)
        const isAbsent = (name: string) => name !== entry?.fileName && !html.includes(`/${name}"`)
        const needed = new Set([first.fileName, ...allImports(first.fileName, bundle)])
        const styles = new Set([...needed].flatMap((name) => stylesOf(name, bundle)))
        const list = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(listModule)))
        if (!list) throw new Error(`no chunk contains ${listModule}`)
        const font = Object.keys(bundle).find((name) => /-subset-.*\.woff2$/.test(name))
        return [
          ...[...needed].filter(isAbsent).map((name) => preload(name, 'script')),
          ...[...styles].filter(isAbsent).map((name) => preload(name, 'style')),
          ...(font ? [fontPreload(font)] : []),
          ...[
            preload(list.fileName, 'script'),
            ...stylesOf(list.fileName, bundle).map((name) => preload(name, 'style')),
          ].map(ofFirstList),
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

/** Low priority: the entry and its styles come first. */
function preload(name: string, as: 'script' | 'style'): HtmlTagDescriptor {
  const attrs = { rel: 'preload', as, fetchpriority: 'low', crossorigin: true, href: `/${name}` }
  return { tag: 'link', attrs, injectTo: 'head' }
}

function ofFirstList({ attrs, ...tag }: HtmlTagDescriptor): HtmlTagDescriptor {
  const { rel: _rel, ...others } = attrs ?? {}
  return { ...tag, attrs: { [firstListLink]: true, ...others } }
}

function fontPreload(name: string): HtmlTagDescriptor {
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` }
  return { tag: 'link', attrs, injectTo: 'head' }
}
