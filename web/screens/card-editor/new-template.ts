import type { Terminology } from '@agremia/resources/terminology.ts'
import { templatePath } from '../cards/card-paths.ts'

/** In the address, instead of the id of a template. */
export const newTemplateId = 'novo'

/** The editor of a new template that starts as a copy: `from` is the name of a shipped template or the id of a stored one. */
export function newTemplatePath(terminology: Terminology, from: string): string {
  return `${templatePath(terminology, newTemplateId)}?de=${encodeURIComponent(from)}`
}
