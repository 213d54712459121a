import { useQuery } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { listQuery } from '../../api/queries.ts'
import { useDeletion } from '../../resource/use-deletion.ts'
import { heirWords } from './template-heir.ts'

/** Every template, in their order. */
export const templatesQuery = listQuery('cardTemplates', { limit: 500, sort: 'order' })

/** The deletion of a template, which says beforehand which one its cards take. */
export function useTemplateDeletion(descriptor: ResourceDescriptor) {
  const { data } = useQuery(templatesQuery)
  return useDeletion(descriptor, { consequence: (template) => heirWords(template, data?.data ?? []) })
}
