import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { bundleScript } from './bundle-script.ts'

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
