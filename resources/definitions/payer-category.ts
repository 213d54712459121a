import { computedReference } from '../fields.ts'

/** The category that a member had on the day on which its money moved. Lists are filtered by it. */
export const payerCategory = computedReference('memberCategories', {
  label: 'Categoria',
  help: 'A que {o} {memberSingular} tinha no dia.',
  hidden: true,
  filterable: true,
})
