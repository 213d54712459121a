import { useQuery } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { listQuery } from '../../api/queries.ts'
import { useDeletion } from '../../resource/use-deletion.ts'
import { replacementText } from './template-replacement.ts'

export const templatesQuery = listQuery('cardTemplates', { limit: 500, sort: 'order' })

/** Deletes a template; the confirmation says which template its cards get. */
export function useTemplateDeletion(descriptor: ResourceDescriptor) {
  const { data } = useQuery(templatesQuery)
  return useDeletion(descriptor, { consequence: (template) => replacementText(template, data?.data ?? []) })
}
