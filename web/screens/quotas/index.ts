export { DuesSettings } from './dues-settings.tsx'
export { PlansSettings } from './plans-settings.tsx'
