export { announce } from './announce.ts'
export type { Announcement, Attachment } from './announce.ts'
export { messagesArea } from './area.ts'
export { seedMessageSettings } from './seeds.ts'
