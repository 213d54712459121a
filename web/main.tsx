import './api/storage-fallback.ts'
import './ui/base.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './ui/tokens.css'
import { beginEarly } from './app/begin-early.ts'

void open()

// No top-level await: with it, the bundler keeps a file of a few bytes before each screen.
async function open(): Promise<void> {
  if (!(await beginEarly())) return
  const { start } = await import('./app/start.tsx')
  await start()
}
