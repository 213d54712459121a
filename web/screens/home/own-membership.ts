import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'

/** The fields of a member's record that the member sees. */
export type OwnMembership = ResourceRecord<'members'>

/** The fields of a card that its member sees. */
export type OwnCard = ResourceRecord<'membershipCards'>
