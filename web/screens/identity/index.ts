export { beginSession } from './log-in.ts'
