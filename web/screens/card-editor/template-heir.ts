import { joinList } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'

/** The categories that a template is for; none for the usual template and for those that are only chosen by hand. */
export function categoriesOf({ categoryIds }: StoredRecord): readonly unknown[] {
  return Array.isArray(categoryIds) ? categoryIds : []
}

/** The template of cards whose category has none: the first in use without categories. */
export function usualTemplate(templates: readonly StoredRecord[]): StoredRecord | undefined {
  return templates.find((one) => one.active === true && categoriesOf(one).length === 0)
}

/**
 * Which templates the cards of a deleted template take, in words; undefined where no card changes. `templates` are all of them, in
 * their order; the server chooses in the same way when it draws a card.
 */
export function heirWords(template: StoredRecord, templates: readonly StoredRecord[]): string | undefined {
  const categories = categoriesOf(template)
  const isUsual = usualTemplate(templates)?._id === template._id
  if (template.active !== true || (categories.length === 0 && !isUsual)) return undefined
  const rest = templates.filter(({ _id, active }) => _id !== template._id && active === true)
  const fallback = usualTemplate(rest) ?? rest[0]
  const heirs = isUsual
    ? [fallback]
    : categories.map((id) => rest.find((one) => categoriesOf(one).includes(id)) ?? fallback)
  const names = [...new Set(heirs.flatMap((heir) => (heir ? [`«${String(heir.name)}»`] : [])))]
  if (names.length === 0) return undefined
  return `Os cartões sem modelo próprio passam a ter o modelo ${joinList(names)}. Os já impressos não mudam.`
}
