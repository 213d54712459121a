export { bulkActionsArea } from './area.ts'
