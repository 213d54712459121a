import './api/storage-fallback.ts'
import './ui/base.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './ui/tokens.css'
import { beginEarly } from './app/begin-early.ts'

if (await beginEarly()) void import('./app/start.tsx').then(({ start }) => start())
