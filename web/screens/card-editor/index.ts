export { MeasureInput } from './setting-inputs.tsx'
export { defaultTemplate, templatesQuery, useTemplateDeletion } from './template-deletion.ts'
