import type { Terminology } from '@agremia/resources/terminology.ts'
import { templatePath } from '../cards/card-paths.ts'

/** Stands in the address where the id of a template would. */
export const newTemplateId = 'novo'

/** Where a template is drawn that begins as another: one that is shipped, by its name, or a stored one, by its id. */
export function newTemplatePath(terminology: Terminology, from: string): string {
  return `${templatePath(terminology, newTemplateId)}?de=${encodeURIComponent(from)}`
}
