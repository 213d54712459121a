/** A path of photos: the resource whose record each belongs to, and the record that holds it. */
export interface PhotoOwner {
  path: string
  resource: string
  /** The resource whose table holds the photo, and the field of the record with the id of its row there. */
  holder: 'people' | 'memberApplications'
  field: string
  /** Where it is looked for when there is no such record. */
  otherwise?: PhotoOwner
}

const ofPeople: PhotoOwner = { path: '/person_photos', resource: 'people', holder: 'people', field: '_id' }

export const photoOwners: readonly PhotoOwner[] = [
  { path: '/member_photos', resource: 'members', holder: 'people', field: 'personId' },
  ofPeople,
  {
    path: '/member_application_photos',
    resource: 'memberApplications',
    holder: 'memberApplications',
    field: '_id',
    otherwise: ofPeople,
  },
]
