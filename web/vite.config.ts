import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type {} from 'vitest/config'
import { mantineStyles } from './build/mantine-styles.ts'
import { inlinePageScript, standaloneScripts } from './build/page-scripts.ts'
import { patchExplorer } from './build/patch-explorer.ts'
import { precompress } from './build/precompress.ts'
import { preloadFirstChunks } from './build/preload-first-chunks.ts'
import { subsetFonts } from './build/subset-fonts.ts'

const apiServer = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

const formParts = /web[\\/]resource[\\/]record-form\.tsx$|web[\\/]fields[\\/][a-z-]+-input\.tsx$/
const recordParts = /web[\\/]resource[\\/](record|field|action)-[a-z-]+\.tsx$|web[\\/]screens[\\/]dues[\\/]/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    patchExplorer(),
    mantineStyles(),
    subsetFonts(),
    inlinePageScript('./page-script.ts'),
    standaloneScripts('card-worker.ts', 'offline-card.ts'),
    preloadFirstChunks('app/start.tsx', 'screens/members/members-list.tsx'),
    precompress(),
  ],
  server: {
    port: 5173,
    // Excludes the source folder `web/api`, whose path begins like the API.
    proxy: { [String.raw`^/api/(?!.*\.tsx?(\?|$))`]: { target: apiServer, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The code of every page is one file, which compresses better and needs one request after the small entry.
    // Code shared by most screens is in a few chunks; without groups a form needed more than a hundred
    // requests.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', test: /web[\\/]main\.tsx$/, priority: 9 },
            { name: 'start', test: /web[\\/]app[\\/]start\.tsx$|web[\\/]fields[\\/]index\.ts$/, priority: 8 },
            // The members list is small, and one file less is one request less.
            {
              name: 'list',
              test: /web[\\/]resource[\\/]record-list\.tsx$|screens[\\/]members[\\/]members-list\.tsx$/,
              priority: 6,
            },
            { name: 'login', test: /web[\\/]screens[\\/]identity[\\/]login\.tsx$/, priority: 4 },
            { name: 'forms', test: formParts, priority: 3 },
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 2 },
            { name: 'records', test: recordParts, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    setupFiles: ['build/test-setup.ts'],
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        // Files of one worker share the page and the modules: loading these takes longer than the tests.
        extends: true,
        test: {
          name: 'parts',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['{api,app,node_modules}/**'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Each file in a page of its own: they start the application, which listens to its page until that is closed.
        extends: true,
        test: {
          name: 'application',
          include: ['{api,app}/**/*.test.{ts,tsx}'],
          pool: 'vmThreads',
          // After the others: `vmThreads` requests the set-up by its full path, and Vite keeps the path of the first
          // request. `isolate: false` searches for the path from the root, and would run the set-up for the first file only.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
