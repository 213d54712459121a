export { beginSession } from './session.ts'
