import { build } from 'vite'

/** Bundles a module and its imports into one script (IIFE). */
export async function bundleScript(path: string): Promise<string> {
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
