export { MeasureInput } from './measure-input.tsx'
export { categoriesOf, usualTemplate } from './template-heir.ts'
export { templatesQuery, useTemplateDeletion } from './use-template-deletion.ts'
