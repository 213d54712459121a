/** Rules of values that identify a person. */
const personalRules = new Set([
  'personName',
  'email',
  'phone',
  'contact',
  'nif',
  'niss',
  'iban',
  'idDocument',
  'postalCode',
])
const personalReferences = new Set(['people', 'members', 'memberApplications', 'users'])

/** Returns whether a list with these columns has data of people. `validation`: the rules, in a descriptor. */
export function arePersonal(
  columns: readonly {
    rules?: readonly string[]
    validation?: readonly string[]
    reference?: string | undefined
  }[],
): boolean {
  return columns.some(
    ({ rules, validation = rules ?? [], reference = '' }) =>
      personalReferences.has(reference) || validation.some((rule) => personalRules.has(rule)),
  )
}
