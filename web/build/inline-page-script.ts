import { join } from 'node:path'
import { embeddedWordsId } from '@agremia/resources/embedded-words.ts'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/**
 * Writes a module, with all that it imports, into the page as a script of its own, after the words that the server
 * writes there. The server allows it by its hash.
 */
export function inlinePageScript(module: string): Plugin {
  let config: ResolvedConfig
  return {
    name: 'inline-page-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const code = await bundle(join(config.root, module))
        const place = `id="${embeddedWordsId}"></script>`
        if (!html.includes(place)) throw new Error('the page has no place for the words')
        return html.replace(place, () => `${place}\n    <script>${code}</script>`)
      },
    },
  }
}

async function bundle(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: path, output: { format: 'iife' } } },
  })
  const [output] = 'output' in built ? [built] : Array.isArray(built) ? built : []
  const [chunk, ...others] = output?.output ?? []
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${path} is more than one script`)
  if (/<[/!]/.test(chunk.code)) throw new Error(`${path} holds what would end its element`)
  return chunk.code.trim()
}
