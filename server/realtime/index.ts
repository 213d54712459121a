export { registerRealtime } from './register-realtime.ts'
