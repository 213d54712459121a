export { MeasureInput } from './measure-input.tsx'
export { categoriesOf, defaultTemplate } from './template-replacement.ts'
export { templatesQuery, useTemplateDeletion } from './use-template-deletion.ts'
