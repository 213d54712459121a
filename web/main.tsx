import './api/storage-when-refused.ts'
import './ui/base.css'
import './ui/tokens.css'
import { beginEarly } from './app/begin-early.ts'

if (await beginEarly()) void import('./app/start.tsx').then(({ start }) => start())
