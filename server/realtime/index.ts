export { acceptsUpgrade, registerRealtime } from './register-realtime.ts'
