import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { inlinePageScript } from './build/inline-page-script.ts'
import { precompress } from './build/precompress.ts'
import { preloadFirstChunks } from './build/preload-first-chunks.ts'

const apiServer = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    inlinePageScript('./page-script.ts'),
    preloadFirstChunks('app/start.tsx'),
    precompress(),
  ],
  server: {
    port: 5173,
    // The folder `api` of the source begins like the server's addresses.
    proxy: { [String.raw`^/api/(?!.*\.tsx?(\?|$))`]: { target: apiServer, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every page needs is one file: it compresses better, and arrives in one go beside the tiny entry.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', test: /web[\\/]main\.tsx$|rolldown[\\/]runtime/, priority: 3 },
            { name: 'start', test: /web[\\/]app[\\/]start\.tsx$/, priority: 2 },
            // Forms need them too, and who only fills in a form needs no lists.
            { name: 'fields', test: /web[\\/]fields[\\/]index\.ts$/, priority: 1 },
            { name: 'list', test: /web[\\/]resource[\\/]record-list\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    include: ['**/*.test.{ts,tsx}'],
    setupFiles: ['build/test-patience.ts'],
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
