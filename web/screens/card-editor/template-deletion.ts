import { useQuery } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { useDeletion } from '../../resource/deletions.tsx'

export const templatesQuery = listQuery('cardTemplates', { limit: 500, sort: 'order' })

/** Deletes a template; the confirmation says which template its cards get. */
export function useTemplateDeletion(descriptor: ResourceDescriptor) {
  const { data } = useQuery(templatesQuery)
  return useDeletion(descriptor, { consequence: (template) => replacementText(template, data?.data ?? []) })
}

/** The ids of the categories that a template is for; empty for the default template and for those only chosen by hand. */
export function categoriesOf({ categoryIds }: StoredRecord): readonly unknown[] {
  return Array.isArray(categoryIds) ? categoryIds : []
}

/** The default template, for cards whose category has none: the first active one without categories. */
export function defaultTemplate(templates: readonly StoredRecord[]): StoredRecord | undefined {
  return templates.find((one) => one.active === true && categoriesOf(one).length === 0)
}

/**
 * Says which templates the cards of a deleted template get; undefined if no card changes. `templates` are all, by `order`. Must
 * choose like the server does when it draws a card.
 */
export function replacementText(
  template: StoredRecord,
  templates: readonly StoredRecord[],
): string | undefined {
  const categories = categoriesOf(template)
  const isDefault = defaultTemplate(templates)?._id === template._id
  if (template.active !== true || (categories.length === 0 && !isDefault)) return undefined
  const rest = templates.filter(({ _id, active }) => _id !== template._id && active === true)
  const fallback = defaultTemplate(rest) ?? rest[0]
  const replacements = isDefault
    ? [fallback]
    : categories.map((id) => rest.find((one) => categoriesOf(one).includes(id)) ?? fallback)
  const names = [
    ...new Set(replacements.flatMap((replacement) => (replacement ? [`«${String(replacement.name)}»`] : []))),
  ]
  if (names.length === 0) return undefined
  return `Os cartões sem modelo próprio passam a ter o modelo ${joinList(names)}. Os já impressos não mudam.`
}
