/** A path of the photo routes, and the resource of its ids. */
export interface PhotoOwner {
  path: string
  resource: string
  /** The resource whose table stores the photo, and the field with the id of that row. */
  holder: 'people' | 'memberApplications'
  field: string
  /** Where reading continues when the record does not exist. */
  fallback?: PhotoOwner
}

const personPhotos: PhotoOwner = {
  path: '/person_photos',
  resource: 'people',
  holder: 'people',
  field: '_id',
}

export const photoOwners: readonly PhotoOwner[] = [
  { path: '/member_photos', resource: 'members', holder: 'people', field: 'personId' },
  personPhotos,
  {
    path: '/member_application_photos',
    resource: 'memberApplications',
    holder: 'memberApplications',
    field: '_id',
    fallback: personPhotos,
  },
]
