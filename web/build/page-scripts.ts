import { embeddedWordsId } from '@agremia/resources/embedded-words.ts'
import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** Bundles a module and its imports into one script (IIFE). */
async function bundleScript(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: path, output: { format: 'iife' } } },
  })
  const [output] = 'output' in built ? [built] : Array.isArray(built) ? built : []
  const [chunk, ...others] = output?.output ?? []
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${path} is more than one script`)
  return chunk.code.trim()
}

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

/** Builds modules into separate scripts with stable names: `card-worker.ts` → `/card-worker.js`. */
export function standaloneScripts(...modules: string[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'standalone-scripts',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async generateBundle() {
      for (const module of modules) {
        const source = await bundleScript(join(config.root, module))
        this.emitFile({ type: 'asset', fileName: module.replace(/\.ts$/, '.js'), source })
      }
    },
  }
}
