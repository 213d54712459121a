import { join } from 'node:path'
import { embeddedWordsId } from '@agremia/resources/embedded-words.ts'
import type { Plugin, ResolvedConfig } from 'vite'
import { bundleScript } from './bundle-script.ts'

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
        const code = await inlined(join(config.root, module))
        const place = `id="${embeddedWordsId}"></script>`
        if (!html.includes(place)) throw new Error('the page has no place for the words')
        return html.replace(place, () => `${place}\n    <script>${code}</script>`)
      },
    },
  }
}

async function inlined(path: string): Promise<string> {
  const code = await bundleScript(path)
  if (/<[/!]/.test(code)) throw new Error(`${path} holds what would end its element`)
  return code
}
