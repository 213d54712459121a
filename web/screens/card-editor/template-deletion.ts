import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { listQuery } from '../../api/queries.ts'
import { useDeletion } from '../../resource/deletions.tsx'

export const templatesQuery = listQuery('cardTemplates', { limit: 500, sort: 'order' })

/** Deletes a template; the confirmation says which template its cards get. */
export function useTemplateDeletion(descriptor: ResourceDescriptor) {
  const { data } = useQuery(templatesQuery)
  return useDeletion<'cardTemplates'>(descriptor, {
    consequence: (template) => replacementText(template, data?.data ?? []),
  })
}

/** The default template, for cards whose category has none: the first active one without categories. */
export function defaultTemplate(
  templates: readonly ResourceRecord<'cardTemplates'>[],
): ResourceRecord<'cardTemplates'> | undefined {
  return templates.find((one) => one.active && one.categoryIds.length === 0)
}

/**
 * Says which templates the cards of a deleted template get; undefined if no card changes. `templates` are all, by `order`. Must
 * choose like the server does when it draws a card.
 */
export function replacementText(
  template: ResourceRecord<'cardTemplates'>,
  templates: readonly ResourceRecord<'cardTemplates'>[],
): string | undefined {
  const categories = template.categoryIds
  const isDefault = defaultTemplate(templates)?._id === template._id
  if (!template.active || (categories.length === 0 && !isDefault)) return undefined
  const rest = templates.filter(({ _id, active }) => _id !== template._id && active)
  const fallback = defaultTemplate(rest) ?? rest[0]
  const replacements = isDefault
    ? [fallback]
    : categories.map((id) => rest.find((one) => one.categoryIds.includes(id)) ?? fallback)
  const names = [
    ...new Set(replacements.flatMap((replacement) => (replacement ? [`«${replacement.name}»`] : []))),
  ]
  if (names.length === 0) return undefined
  return `Os cartões sem modelo próprio passam a ter o modelo ${joinList(names)}. Os já impressos não mudam.`
}
