/** A path of photos: the resource whose record each belongs to, and the field of that record that holds the person. */
export interface PhotoOwner {
  path: string
  resource: string
  personField: string
}

export const photoOwners: readonly PhotoOwner[] = [
  { path: '/member_photos', resource: 'members', personField: 'personId' },
  { path: '/person_photos', resource: 'people', personField: '_id' },
]
