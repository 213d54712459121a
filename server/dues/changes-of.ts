export { changesOf } from '../rest/changes.ts'
