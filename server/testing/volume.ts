const isLong = process.env['TEST_VOLUME'] === 'long'

/** Size of a test that runs in both: small in `npm test`, large in `npm run test:all`, which sets `TEST_VOLUME=long`. */
export function volume<Size>(sizes: { short: Size; long: Size }): Size {
  return isLong ? sizes.long : sizes.short
}

/** Resources that differ most in what they store and in who may do what. */
const representative = new Set([
  'apiSecrets',
  'consents',
  'contacts',
  'countries',
  'memberCategories',
  'members',
  'membershipCards',
  'messages',
  'payments',
  'people',
  'settings',
  'transactions',
  'unsettledPayments',
  'users',
])

/** Whether a test that crosses all resources runs for this one: always in `npm run test:all`, else for some that differ most. */
export const isCrossed = (resource: string): boolean => isLong || representative.has(resource)

/** The definitions that such a test crosses in this run. */
export function crossed<Named extends { name: string }>(definitions: readonly Named[]): readonly Named[] {
  return definitions.filter(({ name }) => isCrossed(name))
}
