export { MeasureInput } from './setting-inputs.tsx'
export { categoriesOf, defaultTemplate, templatesQuery, useTemplateDeletion } from './template-deletion.ts'
