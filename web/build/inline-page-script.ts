import { join } from 'node:path'
import { embeddedWordsId } from '@agremia/resources/embedded-words.ts'
import type { Plugin, ResolvedConfig } from 'vite'
import { bundleScript } from './bundle-script.ts'

/**
 * Inlines a bundled module into the page, after the element with the embedded terminology. The server allows
 * the script by its hash (content security policy).
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
        const code = await bundleInlineScript(join(config.root, module))
        const place = `id="${embeddedWordsId}"></script>`
        if (!html.includes(place)) throw new Error('the page has no element for the embedded terminology')
        return html.replace(place, () => `${place}\n    <script>${code}</script>`)
      },
    },
  }
}

async function bundleInlineScript(path: string): Promise<string> {
  const code = await bundleScript(path)
  if (/<[/!]/.test(code)) throw new Error(`${path} contains a sequence that would end the script element`)
  return code
}
