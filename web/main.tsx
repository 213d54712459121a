import './api/storage-fallback.ts'
import './ui/base.css'
import './ui/tokens.css'
import { beginEarly } from './app/begin-early.ts'

if (await beginEarly()) void import('./app/start.tsx').then(({ start }) => start())
